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
    readonly send: (code: string) => number,
  ) {
    this.#bytes = new BucketTable(presenceRule, clock);
  }

  changed(code: string): void {
    if (this.#due.has(code)) return;
    const debtMs = (this.#paidMs.get(code) ?? 0) - this.clock.now();
    const cancel = this.clock.after(Math.max(presenceEveryMs, debtMs), () => {
      this.#due.delete(code);
      this.#paidMs.set(code, this.clock.now() + this.#bytes.charge(code, this.send(code)));
    });
    this.#due.set(code, cancel);
  }

  forget(): void {
    this.#bytes.forget();
    for (const [code, paidMs] of this.#paidMs) if (paidMs <= this.clock.now()) this.#paidMs.delete(code);
  }

  close(): void {
    for (const cancel of this.#due.values()) cancel();
    this.#due.clear();
  }
}
