// What happened, newest first. Screen readers announce it politely, one line at a time.
import { sayingWords } from '../../bridge/words/saying-words';
import type { Notice } from '../../../src/replica/protocol';
import { formatClock, formatCount } from '../../bridge/words/format';
import { useSession, useSessionState, useShownPart } from '../../bridge/session/session-context';
import { Panel } from '../../ui/panel';
import { FlightRecordButton } from './flight-record-button';
import { ForkCheckpointButton } from './fork-checkpoint-button';
import { activityText } from '../../text/activity';
import css from './activity-panel.module.css';

const signs = { info: '·', good: '✓', warning: '!', error: '✗' } as const satisfies Record<
  Notice['level'],
  string
>;
const signWords = {
  info: '',
  get good() {
    return activityText.good;
  },
  get warning() {
    return activityText.warning;
  },
  get error() {
    return activityText.error;
  },
} as const;

export function ActivityPanel({ className }: { className?: string }) {
  const session = useSession();
  const notices = useSessionState((state) => state.notices);
  const counters = useShownPart((shown) => shown.counters);
  const forkCheckpoint = useShownPart((shown) => shown.forkCheckpoint);
  const newest = notices[notices.length - 1];
  return (
    <Panel
      title={activityText.activity}
      className={className}
      summary={sentence(counters)}
      foot={
        <>
          {forkCheckpoint ? <ForkCheckpointButton session={session} forkCheckpoint={forkCheckpoint} /> : null}
          <FlightRecordButton session={session} />
        </>
      }
    >
      <p className="visually-hidden" role="status">
        {newest && sayingWords(newest.text, newest.says)}
      </p>
      <ol className={css.log} tabIndex={0} aria-label={activityText.activityNewestFirst}>
        {notices.length === 0 ? <li className={css.empty}>{activityText.nothingYet}</li> : null}
        {[...notices].reverse().map((notice, index) => (
          <li key={notices.length - index}>
            <time dateTime={new Date(notice.atMs).toISOString()}>{formatClock(notice.atMs)}</time>
            <span className={css[notice.level]} aria-hidden="true">
              {signs[notice.level]}
            </span>
            <span>
              <span className="visually-hidden">{signWords[notice.level]}</span>
              {sayingWords(notice.text, notice.says)}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function sentence({
  retries,
  catchUps,
  viewChanges,
}: {
  retries: number;
  catchUps: number;
  viewChanges: number;
}): string {
  if (retries === 0 && catchUps === 0) return activityText.calmRunReplica;
  return activityText.replicaRepeatedCaught(
    activityText.steps(formatCount(retries), retries),
    activityText.times(formatCount(catchUps), catchUps),
    activityText.changes(formatCount(viewChanges), viewChanges),
  );
}
