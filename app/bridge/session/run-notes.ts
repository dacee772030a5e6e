// What a page notes of a run while it watches: changes and what they did, the rate by size of the ring, who contributed.
// Fed with every record and snapshot from the first call on. Apart from Session, which is loaded before anyone has joined.
import { ChangeLog } from '../series/change-log';
import { ContributionLog } from '../series/contribution-log';
import { LoneLog } from '../series/lone-log';
import { ScalingLog } from '../series/scaling-log';
import { renamedIn, ShownNames } from '../words/shown-names';
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { keepEqual } from './keep-equal';
import { useSession } from './session-context';
import type { Session } from './session';

export interface RunNotes {
  readonly changes: ChangeLog;
  readonly scaling: ScalingLog;
  readonly lone: LoneLog;
  readonly contributions: ContributionLog;
}

/** Each snapshot comes from a Worker as a new object: what is equal is the same from here on. */
const compared = ['config', 'buckets', 'sync', 'batch', 'network'] as const;

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
  let settings: Pick<Snapshot, (typeof compared)[number]> | undefined;
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
    settings = keepEqual(
      settings,
      Object.fromEntries(compared.map((key) => [key, live[key]])) as typeof settings,
    );
    notes.changes.see({ ...live, ...settings });
    notes.contributions.see(live.peers);
  };
  follow();
  session.subscribe(({ kind }) => {
    if (kind === 'snapshot') follow();
  });
  return notes;
}
