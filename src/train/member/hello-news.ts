// Says hello again when something in it has changed that no other event tells: the door of the room (H14), the last
// command that was applied (H28), and how much of the data came (T12).
import type { Clock } from '../../base/clock';
import type { Replica } from '../participation/replica';
import type { Hellos } from '../peers/hellos';
import type { RunState } from '../run/run-state';
import type { DataShare } from '../share/data-share';
import type { MemberLife } from './member-life';
import type { OwnHello } from './own-hello';

export interface HelloNewsParts {
  readonly clock: Pick<Clock, 'after'>;
  readonly life: Pick<MemberLife, 'isOver'>;
  readonly replica: Pick<Replica, 'known'>;
  readonly hellos: Pick<Hellos, 'sendToAll'>;
  readonly share: Pick<DataShare, 'look' | 'fetchedPercent'>;
  readonly ownHello: Pick<OwnHello, 'fetching'>;
}

/** A hello that says only which command was applied waits for the next ones. */
const appliedLaterMs = 500;

export class HelloNews {
  #room: RunState['room'];
  #applied: number | undefined;
  #appliedIsDue = false;

  constructor(readonly parts: HelloNewsParts) {}

  /** The state may be another. Linked peers learn of a door that opens or shuts, and which commands are old. */
  look(): void {
    const { hellos, share, replica } = this.parts;
    const { room, appliedCommand } = replica.known ?? {};
    if (appliedCommand !== this.#applied) this.#sayApplied(this.#applied === undefined);
    this.#applied = appliedCommand;
    if (room === this.#room) return;
    this.#room = room;
    hellos.sendToAll();
    share.look();
  }

  /** Some of the data came, or the fetch has begun or ended. */
  shareChanged(): void {
    const { hellos, share, ownHello } = this.parts;
    const { fetchedPercent } = share;
    if (fetchedPercent === ownHello.fetching) return;
    ownHello.fetching = fetchedPercent;
    hellos.sendToAll();
  }

  /** Commands may come in a row: their hellos would use up the budget of hellos (L19). */
  #sayApplied(isFirst: boolean): void {
    const { clock, hellos, life } = this.parts;
    if (isFirst) return hellos.sendToAll();
    if (this.#appliedIsDue) return;
    this.#appliedIsDue = true;
    clock.after(appliedLaterMs, () => {
      this.#appliedIsDue = false;
      if (!life.isOver) hellos.sendToAll();
    });
  }
}
