// Header records of a view that is not installed here yet. They are kept, up to a bound for each sender, until it is
// installed (H3). A newcomer may stand in the next view before this replica knows it, so every linked peer may send one.
import type { RecordMessage } from '../../collectives/all-gather-records';
import type { MemberId, View } from '../../membership/view';

export interface ParkedRecord {
  readonly from: MemberId;
  readonly message: RecordMessage;
}

/** A flooded round of 64 members. The next one needs this replica's record. */
const maxParkedOfOne = 64; // H3, C15

export class ParkedRecords {
  #parked: readonly ParkedRecord[] = [];

  /** Keeps the record, unless its view is older than `view`. The oldest of the same sender make room (C15). */
  park(from: MemberId, message: RecordMessage, view: View | undefined): void {
    const isOld = view?.lineage === message.key.lineage && message.key.generation < view.generation;
    if (isOld) return;
    const ofSender = this.#parked.filter((one) => one.from === from);
    const surplus = ofSender.length < maxParkedOfOne ? undefined : ofSender[0];
    const copy = { from, message: { ...message, bytes: message.bytes.slice() } };
    this.#parked = [...this.#parked.filter((one) => one !== surplus), copy];
  }

  /** The link to `peer` closed: a new one carries all its records again (C7). */
  forget(peer: MemberId): void {
    this.#parked = this.#parked.filter(({ from }) => from !== peer);
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
