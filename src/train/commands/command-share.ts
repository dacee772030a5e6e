// Members whose first host commands differ send each other their first again, until all have the same one (H5c). Most
// commands arrive when a link opens. This repairs what a link lost, and what a member forgot together with a decision
// that did not happen. Only the first is sent: all commands would fill a slow link and be applied no sooner.
import type { Clock } from '../../base/clock';
import type { HeaderRecord } from '../header/header-record';
import type { HeldCommands } from './held-commands';
import type { Hub } from '../peers/hub';

const shareCommandsMs = 1_000;

export class CommandShare {
  #differs = false;
  #isDue = false;

  constructor(
    readonly clock: Clock,
    readonly hub: Pick<Hub, 'peers' | 'sendJson'>,
    readonly commands: HeldCommands,
    /** An idle ring opens the next header, which shows whether it helped. */
    readonly wake: () => void,
  ) {}

  see(records: readonly HeaderRecord[]): void {
    this.#differs = records.some(({ firstCommand }) => firstCommand !== records[0].firstCommand);
    if (!this.#differs || this.#isDue) return;
    this.#isDue = true;
    this.clock.after(shareCommandsMs, () => this.#share());
  }

  /** Does nothing when the last header showed that all have the same command. */
  #share(): void {
    this.#isDue = false;
    if (!this.#differs) return;
    for (const peer of this.hub.peers())
      for (const envelope of this.commands.first) this.hub.sendJson(peer, 'command', envelope);
    this.wake();
  }
}
