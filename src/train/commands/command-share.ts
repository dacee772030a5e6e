// Members for whom different host commands come first send each other theirs again, until all have the same (H5). Links
// bring most of them: this is for who has forgotten some with a decision that did not happen, and for what a link lost.
// Only the first: all that are held would fill a slow link, and be applied no sooner.
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
    /** The next header is to show what came of it. */
    readonly wake: () => void,
  ) {}

  see(records: readonly HeaderRecord[]): void {
    this.#differs = records.some(({ firstCommand }) => firstCommand !== records[0].firstCommand);
    if (!this.#differs || this.#isDue) return;
    this.#isDue = true;
    this.clock.after(shareCommandsMs, () => this.#share());
  }

  /** Unless the last header showed that all have the same by now. */
  #share(): void {
    this.#isDue = false;
    if (!this.#differs) return;
    for (const peer of this.hub.peers())
      for (const envelope of this.commands.first) this.hub.sendJson(peer, 'command', envelope);
    this.wake();
  }
}
