// Header records of a view that is not installed here yet. They are kept, up to a bound, until it is installed (H3).
import type { RecordMessage } from '../../collectives/all-gather-records';
import type { MemberId, View } from '../../membership/view';

export interface ParkedRecord {
  readonly from: MemberId;
  readonly message: RecordMessage;
}

/** Two rounds of 64 members. */
const maxParked = 128; // H3

export class ParkedRecords {
  #parked: ParkedRecord[] = [];

  /** Keeps the record, unless its view is older than `view`. The oldest records make room. */
  park(from: MemberId, message: RecordMessage, view: View | undefined): void {
    const isOld = view?.lineage === message.key.lineage && message.key.generation < view.generation;
    if (isOld) return;
    const copy = { from, message: { ...message, bytes: message.bytes.slice() } };
    this.#parked = [...this.#parked.slice(1 - maxParked), copy];
  }

  /** Returns the records of `view`, and forgets those of older views. */
  take({ lineage, generation }: View): readonly ParkedRecord[] {
    const isOf = ({ message: { key } }: ParkedRecord): boolean =>
      key.lineage === lineage && key.generation === generation;
    const mine = this.#parked.filter(isOf);
    this.#parked = this.#parked.filter(
      ({ message: { key } }) => key.lineage !== lineage || key.generation > generation,
    );
    return mine;
  }
}
