// When a room's members are told that its roster changed (R2). Changes within 30 ms are one presence. A presence to a
// full room is a thousand times as large as the change that causes it, so a room that has spent its bytes waits for the
// next one (R2a), which then tells of all changes meanwhile.
import { BucketTable } from '../base/bucket-table';
import type { Clock } from '../base/clock';
import { presenceRule } from './limits';

/** Changes of a roster within this time are sent as one. */
const presenceEveryMs = 30;

export class PresenceDesk {
  /** Rooms whose members will be told: functions that cancel it. */
  readonly #due = new Map<string, () => void>();
  /** When the bytes are paid that a room has sent, where they are not yet. */
  readonly #paidMs = new Map<string, number>();
  readonly #bytes: BucketTable;

  /** `send`: sends a room's presence; returns its bytes, times its receivers. */
  constructor(
    readonly clock: Clock,
    readonly send: (room: string) => number,
  ) {
    this.#bytes = new BucketTable(presenceRule, clock);
  }

  changed(room: string): void {
    if (this.#due.has(room)) return;
    const debtMs = (this.#paidMs.get(room) ?? 0) - this.clock.now();
    const cancel = this.clock.after(Math.max(presenceEveryMs, debtMs), () => {
      this.#due.delete(room);
      this.#paidMs.set(room, this.clock.now() + this.#bytes.charge(room, this.send(room)));
    });
    this.#due.set(room, cancel);
  }

  forget(): void {
    this.#bytes.forget();
    for (const [room, paidMs] of this.#paidMs) if (paidMs <= this.clock.now()) this.#paidMs.delete(room);
  }

  close(): void {
    for (const cancel of this.#due.values()) cancel();
    this.#due.clear();
  }
}
