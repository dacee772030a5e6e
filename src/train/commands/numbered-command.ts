// A host command with its sequence number, by which all members apply commands in one order.
import type { HostCommand } from './host-command';

export interface NumberedCommand {
  readonly sequence: number;
  readonly command: HostCommand;
}

/** `commands` are in order of sequence. Two of one sequence, from two tabs of the host, are applied together. */
export function firstOf<Numbered extends { readonly sequence: number }>(
  commands: readonly Numbered[],
): readonly Numbered[] {
  return commands.filter(({ sequence }) => sequence === commands[0].sequence);
}
