// A host command with its sequence number, by which all members apply commands in one order.
import type { HostCommand } from './host-command';

export interface NumberedCommand {
  readonly sequence: number;
  readonly command: HostCommand;
}

/** In order of sequence: two of one sequence come from two tabs of the host, and are applied together. */
export function firstOf<Numbered extends { readonly sequence: number }>(
  commands: readonly Numbered[],
): readonly Numbered[] {
  return commands.filter(({ sequence }) => sequence === commands[0].sequence);
}
