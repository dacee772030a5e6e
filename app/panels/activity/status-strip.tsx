// The one line a class reads: the phase in words, the member waited for and for how long, and whether all hold the same
// bits. Phase changes are announced to screen readers; the numbers, which change all the time, are not.
import { t } from '@lingui/core/macro';
import { sayingWords } from '../../bridge/words/saying-words';
import { memo, useEffect, useState, type ReactNode } from 'react';
import { formatCount, formatDigest, formatPercent, formatShort } from '../../bridge/words/format';
import { lockstepWords } from '../../bridge/words/lockstep-words';
import { participants } from '../../bridge/words/participants';
import { ringFigures } from '../../bridge/words/ring-figures';
import { phaseWords } from '../../bridge/words/phase-words';
import { termTitle } from '../../bridge/words/run-words';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { networkWords } from '../../../src/replica/network-words';
import { networkSentences } from '../../bridge/words/line-sentences';
import type { Snapshot } from '../../../src/replica/protocol';
import { AlertBar } from './alert-bar';
import { alertOf } from './ring-alert';
import { peerName } from '../../bridge/words/peer-names';
import ui from '../../ui/shape.module.css';
import css from './status-strip.module.css';

const lateWarningMs = 6_000;

export function StatusStrip({ acts }: { acts?: ReactNode }) {
  const { place } = useSession();
  const shown = useShown();
  const here = participants(shown);
  const words = phaseWords(shown, (id) => peerName(shown, id), place.kind === 'alone' ? place : undefined);
  const emulated = networkWords(shown, networkSentences);
  const waited = useWaitedSeconds(words.sinceMs);
  const retried = useLateWarning(shown.phase);
  const isSplit = shown.lockstep === 'disagreed';
  const isTraining = shown.phase.kind === 'training';
  return (
    <section
      className={`${ui.card} ${css.strip} ${css[isSplit ? 'bad' : words.tone]}`}
      aria-label={t`Status`}
    >
      <div className={css.words}>
        <div className={css.head}>
          <div role="status">
            <h1 className={css.title}>{words.title}</h1>
          </div>
          {shown.forkedAfterStep === undefined ? null : (
            <p className={css.lineage}>
              {t`A lineage of its own since step ${{ forkedAfterStep: formatCount(shown.forkedAfterStep) }}`}{' '}
              <code>{shown.lineage}</code>
            </p>
          )}
          {emulated === undefined ? null : <p className={css.emulated}>{t`Emulated: ${emulated}`}</p>}
          {shown.buckets?.boundedParts ? <p className={css.emulated}>{boundedWords(shown)}</p> : null}
        </div>
        <p className={ui.soft}>
          {words.detail}
          {retried ? <span className={css.retried}> {retried}</span> : null}
          {waited === undefined ? null : ` ${t`${waited}\u00a0s so far.`}`}
        </p>
      </div>
      <dl className={css.numbers}>
        <Fact name={t`In the ring`} value={here.headline} note={here.note} />
        {ringFigures(shown, 'dashboard').map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
        <Fact
          name={`${termTitle(shown.config)}/s`}
          value={formatShort(isTraining ? shown.examplesPerSecond : undefined)}
          window={isTraining ? t`over 5\u00a0s` : ''}
        />
        <div className={css.number}>
          <dt>{t`State`}</dt>
          <dd>
            <Lockstep shown={shown} />
          </dd>
        </div>
      </dl>
      {acts}
      <AlertBar alert={alertOf(shown)} />
    </section>
  );
}

/** While parts are bounded (S25), for all members. */
function boundedWords({ sentShare }: Snapshot): string {
  const own =
    sentShare === undefined || sentShare === 1
      ? ''
      : sentShare === 0
        ? t`Nothing is added until a usual length is known.`
        : t`Your last part was shortened to ${{ share: formatPercent(sentShare) }}.`;
  return own === ''
    ? t`Parts are bounded: sums are not exact.`
    : `${t`Parts are bounded: sums are not exact.`} ${own}`;
}

interface FactProps {
  name: string;
  value: string;
  /** The words about anything unusual. */
  note?: string;
  /** The time that a rate is the mean of. */
  window?: string;
}

const Fact = memo(function Fact({ name, value, note, window }: FactProps) {
  return (
    <div className={css.number}>
      <dt>{name}</dt>
      <dd>
        <span translate="no">{value}</span>
        {note ? <small className={css.note}>{note}</small> : null}
        {window ? <small className={`${css.note} ${css.window}`}>{window}</small> : null}
      </dd>
    </div>
  );
});

function Lockstep({ shown }: { shown: Snapshot }) {
  const { text, tone } = lockstepWords(shown);
  return (
    <span className={`${css.lockstep} ${css[tone]}`}>
      {text}
      {shown.digest ? (
        <code
          translate="no"
          title={t`Digest of the parameters, the optimizer’s state and what was decided for the run and its room. It changes with every step and every decision: ${{ digest: shown.digest }}`}
        >
          {formatDigest(shown.digest)}
        </code>
      ) : null}
    </span>
  );
}

/** A warning of the last seconds, while training: a retry or a catch-up is over before anyone could read its phase. */
function useLateWarning(phase: Snapshot['phase']): string | undefined {
  const newest = useSessionState((state) => state.notices.findLast(({ level }) => level === 'warning'));
  const [isOld, setIsOld] = useState(true);
  useEffect(() => {
    const leftMs = newest ? newest.atMs + lateWarningMs - Date.now() : 0;
    setIsOld(leftMs <= 0);
    const timer = setTimeout(() => setIsOld(true), leftMs);
    return () => clearTimeout(timer);
  }, [newest]);
  if (!newest || isOld || phase.kind !== 'training' || phase.waitingFor) return undefined;
  return t`Just now: ${{ text: sayingWords(newest.says).replace(/\.$/, '') }}. Progress is safe.`;
}

/** How long a wait has lasted, in whole seconds, once it is longer than one. Counted from when this page first observed
 *  it. `sinceMs` is of the replica's own clock, whose origin the page does not share: it only identifies the wait. */
function useWaitedSeconds(sinceMs: number | undefined): number | undefined {
  const isDisplayPaused = useSessionState((state) => state.isDisplayPaused);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    setSeconds(0);
    if (sinceMs === undefined || isDisplayPaused) return;
    const beganMs = performance.now();
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - beganMs) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [sinceMs, isDisplayPaused]);
  return sinceMs !== undefined && seconds >= 1 ? seconds : undefined;
}
