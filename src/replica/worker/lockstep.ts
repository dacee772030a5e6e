// Do members hold the same state, as their last header says? Only the newest version counts: after a lost member, some
// may hold the state before the last step. They catch up, and nothing disagrees.
import { compareStates } from '../../train/decide/compare-states';
import type { HeaderRecord } from '../../train/header/header-record';
import type { Snapshot } from '../protocol';

/** The state by the records of all members, in rank order; undefined: none came yet. A member that catches up announces
 *  the digest of the state that it fetches, so it does not count. */
export function lockstepOf(records: readonly (HeaderRecord | undefined)[]): Snapshot['lockstep'] {
  if (records.length === 1) return 'alone';
  const announced = records.filter((record) => record !== undefined);
  const agreed = announced.length === records.length ? compareStates(announced) : undefined;
  if (!agreed) return 'checking';
  return agreed.isDisagreement ? 'disagreed' : 'agreed';
}

/** 16 hex digits of the newest state, where the member holds it. */
export function digestOf(record: HeaderRecord | undefined, newestVersion: number): string | undefined {
  return record?.status === 'current' && record.version === newestVersion ? record.digest : undefined;
}

/** 0: nobody holds a state. */
export function newestVersion(records: Iterable<HeaderRecord>): number {
  return Math.max(0, ...[...records].map(({ status, version }) => (status === 'current' ? version : 0)));
}
