// What happened, newest first. Screen readers announce it politely, one line at a time.
import { plural, t } from '@lingui/core/macro';
import { sayingWords, technicalWords } from '../../bridge/words/saying-words';
import { TechnicalDetail } from '../../bridge/words/technical-detail';
import type { Saying } from '../../../src/base/sayings';
import type { Notice, ForkCheckpoint } from '../../../src/replica/protocol';
import { formatClock, formatCount, formatSentence } from '../../bridge/words/format';
import { useSession, useSessionState, useShownPart } from '../../bridge/session/session-context';
import { foldedNotices } from '../../bridge/session/folded-notices';
import { Panel } from '../../ui/panel';
import { FlightRecordButton } from './flight-record-button';
import css from './activity-panel.module.css';
import type { Session } from '../../bridge/session/session';
import { download } from '../../ui/download';
import { SaveButton } from '../../ui/save-button';

const signs = { info: '·', good: '✓', warning: '!', error: '✗' } as const satisfies Record<
  Notice['level'],
  string
>;
const signWords = {
  info: () => '',
  good: () => t`Good:`,
  warning: () => t`Warning:`,
  error: () => t`Error:`,
} as const;

export function ActivityPanel({ className }: { className?: string }) {
  const session = useSession();
  const notices = useSessionState((state) => state.notices);
  const counters = useShownPart((shown) => shown.counters);
  const forkCheckpoint = useShownPart((shown) => shown.forkCheckpoint);
  const folded = foldedNotices(notices);
  const newest = notices[notices.length - 1];
  return (
    <Panel
      title={t`Activity`}
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
        {newest && sayingWords(newest.says)}
      </p>
      <ol className={css.log} tabIndex={0} aria-label={t`Activity, newest first`}>
        {notices.length === 0 ? (
          <li className={css.empty}>
            {t`Nothing yet. Here you read who comes and goes, and what the ring does about it.`}
          </li>
        ) : null}
        {folded.toReversed().map(({ notice, count }, index) => (
          <li key={folded.length - index}>
            <time dateTime={new Date(notice.atMs).toISOString()}>{formatClock(notice.atMs)}</time>
            <span className={css[notice.level]} aria-hidden="true">
              {signs[notice.level]}
            </span>
            <span>
              <span className="visually-hidden">{signWords[notice.level]()} </span>
              <NoticeText says={notice.says} />
              {count > 1 ? (
                <strong className={css.times}>{t`${{ count: formatCount(count) }} times`}</strong>
              ) : null}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** A sentence with its full stop where more stands behind it. */
function NoticeText({ says }: { says: Saying }) {
  const [words, technical] = [sayingWords(says), technicalWords(says)];
  return (
    <>
      {technical === undefined ? words : formatSentence(words)}
      <TechnicalDetail text={technical} />
    </>
  );
}

interface Props {
  retries: number;
  catchUps: number;
  viewChanges: number;
}

function sentence({ retries, catchUps, viewChanges }: Props): string {
  if (retries === 0 && catchUps === 0)
    return t`A calm run: this replica has repeated no step, and has not fallen behind.`;
  const [steps, times, changes] = [retries, catchUps, viewChanges].map(formatCount);
  return t`This replica repeated ${steps} ${plural(retries, { one: 'step', other: 'steps' })} and caught up ${times} ${plural(catchUps, { one: 'time', other: 'times' })}, over ${changes} ${plural(viewChanges, { one: 'change', other: 'changes' })} of members: no progress lost.`;
}

/** Downloads what this replica had trained when its lineage yielded to another. It lives in this tab only. */
function ForkCheckpointButton({
  session,
  forkCheckpoint: { lineage, step, examples },
}: {
  session: Session;
  forkCheckpoint: ForkCheckpoint;
}) {
  const save = async (): Promise<void> => {
    const { name, file } = await session.checkpoint('fork');
    download(name, 'application/octet-stream', file);
  };
  return (
    <SaveButton
      words={t`Download the fork checkpoint`}
      failedWords={t`No checkpoint came: try again`}
      title={t`Lineage ${lineage}: step ${{ step: formatCount(step) }}, ${{ examples: formatCount(examples) }} trained. It is lost when this tab closes.`}
      onSave={save}
    />
  );
}
