// What the loop shows of itself: what it does now, and what each member said in the last header. It is made before the
// loop, for parts that the loop needs and that go by this.
import type { MemberId } from '../../membership/view';
import type { Activity } from '../context/trainer-deps';
import type { HeaderRecord } from '../header/header-record';

export class LoopStatus {
  activity: Activity = { kind: 'idle' };
  records: ReadonlyMap<MemberId, HeaderRecord> = new Map();

  /** Members that give all of the data which the host offers (T12). */
  givers(): MemberId[] {
    return [...this.records].flatMap(([member, { givesData }]) => (givesData ? [member] : []));
  }
}
