// The marks of a session: its change log, fed with every record and snapshot from the first call on. Apart from Session,
// which is loaded before anyone has joined.
import { ChangeLog } from '../series/change-log';
import type { StepRecord } from '../../../src/replica/protocol';
import { useSession } from './session-context';
import type { Session } from './session';

const logs = new WeakMap<Session, ChangeLog>();

export function changesOf(session: Session): ChangeLog {
  const known = logs.get(session);
  if (known) return known;
  const log = new ChangeLog();
  logs.set(session, log);
  let last: StepRecord | undefined;
  const follow = (): void => {
    const { records } = session.series;
    // Another run has none of the records before.
    for (const record of records.slice(last ? records.lastIndexOf(last) + 1 : 0)) log.push(record);
    last = records.at(-1);
    const { live } = session.store.getState();
    if (live) log.see(live);
  };
  follow();
  session.store.subscribe(({ live }, before) => {
    if (live !== before.live) follow();
  });
  return log;
}

export function useChanges(): ChangeLog {
  return changesOf(useSession());
}
