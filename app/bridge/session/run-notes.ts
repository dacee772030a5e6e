// What a page notes of a run while it watches: changes and what they did, the rate by size of the ring, who contributed.
// Fed with every record and snapshot from the first call on. Apart from Session, which is loaded before anyone has joined.
import { ChangeLog } from '../series/change-log';
import { ContributionLog } from '../series/contribution-log';
import { LoneLog } from '../series/lone-log';
import { ScalingLog } from '../series/scaling-log';
import { renamedIn, ShownNames } from '../words/shown-names';
import type { StepRecord } from '../../../src/replica/protocol';
import { useSession } from './session-context';
import type { Session } from './session';

export interface RunNotes {
  readonly changes: ChangeLog;
  readonly scaling: ScalingLog;
  readonly lone: LoneLog;
  readonly contributions: ContributionLog;
}

const known = new WeakMap<Session, RunNotes>();

export function notesOf(session: Session): RunNotes {
  const notes = known.get(session) ?? begin(session);
  known.set(session, notes);
  return notes;
}

export function useNotes(): RunNotes {
  return notesOf(useSession());
}

function begin(session: Session): RunNotes {
  const names = new ShownNames();
  const notes: RunNotes = {
    changes: new ChangeLog(names.of),
    scaling: new ScalingLog(),
    lone: new LoneLog(),
    contributions: new ContributionLog(names.of),
  };
  let last: StepRecord | undefined;
  const follow = (): void => {
    const { live } = session;
    if (live) notes.lone.see(live);
    const { records } = session.series;
    // Another run has none of the records before.
    for (const record of records.slice(last ? records.lastIndexOf(last) + 1 : 0))
      for (const log of Object.values(notes) as readonly { push(record: StepRecord): void }[])
        log.push(record);
    last = records.at(-1);
    if (!live) return;
    const renamed = names.see(live);
    if (renamed.size > 0)
      session.store.setState(({ notices }) => ({ notices: notices.map((one) => renamedIn(one, renamed)) }));
    notes.changes.see(live.phase);
    notes.contributions.see(live.peers);
  };
  follow();
  session.subscribe((event) => {
    if (event.kind === 'snapshot') follow();
    if (event.kind !== 'changed') return;
    follow(); // the steps before
    notes.changes.changed(event.changes);
  });
  return notes;
}
