// One header of a view: the records of all members in one round.
import type { View } from '../../membership/view';
import type { HeaderRecord } from './header-record';

export interface Header {
  readonly view: View;
  /** Counts the headers of the view, from 0. */
  readonly round: number;
  /** The records in order of rank. */
  readonly records: readonly HeaderRecord[];
}
