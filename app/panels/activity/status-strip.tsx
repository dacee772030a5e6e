// The one line a class reads: the phase in words, the member waited for and for how long, and whether all hold the same
// bits. Phase changes are announced to screen readers; the numbers, which change all the time, are not.
import { sayingWords } from '../../bridge/words/saying-words';
import { memo, useEffect, useState } from 'react';
import { digestGroups } from '../../bridge/words/disagreement';
import {
  formatCount,
  formatDigest,
  formatNames,
  formatPercent,
  formatShort,
} from '../../bridge/words/format';
import type { Alert } from '../../bridge/session/held-alert';
import { lockstepWords } from '../../bridge/words/lockstep-words';
import { participants } from '../../bridge/words/participants';
import { phaseWords } from '../../bridge/words/phase-words';
import { termTitle } from '../../bridge/words/run-words';
import { useSession, useSessionState, useShown } from '../../bridge/session/session-context';
import { networkWords } from '../../../src/replica/network-words';
import { networkText } from '../../text/network';
import type { Snapshot } from '../../../src/replica/protocol';
import { AlertBar } from './alert-bar';
import { peerName } from '../../bridge/words/peer-names';
import { activityText } from '../../text/activity';
import css from './status-strip.module.css';

const lateWarningMs = 6_000;

export function StatusStrip() {
  const { place } = useSession();
  const shown = useShown();
  const here = participants(shown);
  const words = phaseWords(shown, (id) => peerName(shown, id), place.kind === 'alone' ? place : undefined);
  const emulated = networkWords(shown, networkText);
  const waited = useWaitedSeconds(words.sinceMs);
  const retried = useLateWarning(shown.phase);
  const isSplit = shown.lockstep === 'disagreed';
  const isTraining = shown.phase.kind === 'training';
  return (
    <section className={`${css.strip} ${css[isSplit ? 'bad' : words.tone]}`} aria-label={activityText.status}>
      <div className={css.words}>
        <div role="status">
          <h1 className={css.title}>{words.title}</h1>
        </div>
        {shown.forkedAfterStep === undefined ? null : (
          <p className={css.lineage}>
            {activityText.lineageOwnSince(formatCount(shown.forkedAfterStep))} <code>{shown.lineage}</code>
          </p>
        )}
        {emulated === undefined ? null : <p className={css.emulated}>{activityText.emulated(emulated)}</p>}
        {shown.buckets?.boundedParts ? <p className={css.emulated}>{boundedWords(shown)}</p> : null}
        <p className={css.detail}>
          {words.detail}
          {retried ? <span className={css.retried}> {retried}</span> : null}
          {waited === undefined ? null : activityText.sSoFar(waited)}
        </p>
      </div>
      <dl className={css.numbers}>
        <Fact name={activityText.inTheRing} value={here.headline} note={here.note} />
        <Fact name={activityText.stepName} value={formatCount(shown.step)} />
        <Fact
          name={`${termTitle(shown.config)}/s`}
          value={formatShort(isTraining ? shown.examplesPerSecond : undefined)}
        />
        <div className={css.number}>
          <dt>{activityText.state}</dt>
          <dd>
            <Lockstep shown={shown} />
          </dd>
        </div>
      </dl>
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
        ? activityText.partWaits
        : activityText.partShortened(formatPercent(sentShare));
  return own === '' ? activityText.partsBounded : `${activityText.partsBounded} ${own}`;
}

function alertOf(shown: Snapshot): Alert | undefined {
  const { alarm } = shown;
  if (shown.lockstep === 'disagreed')
    return {
      cause: 'split',
      title: activityText.replicasDoNot,
      text: splitWords(shown),
      isUrgent: true,
    };
  if (!alarm) return undefined;
  const text = activityText.likelyCause(
    sayingWords(alarm.cause, alarm.says?.cause),
    sentence(sayingWords(alarm.advice, alarm.says?.advice)),
  );
  return {
    cause: alarm.cause,
    title: sentence(sayingWords(alarm.sign, alarm.says?.sign)),
    text,
    isUrgent: false,
  };
}

function splitWords(shown: Snapshot): string {
  const [held, ...others] = digestGroups(shown);
  if (!held || others.length === 0) return activityText.ringComparesThem;
  const odd = others
    .map(
      ({ digest, peers }) => `${formatNames(peers.map((id) => peerName(shown, id)))} ${formatDigest(digest)}`,
    )
    .join(', ');
  return activityText.ringHoldsBut(formatDigest(held.digest), odd);
}

/** The ring's text, as a sentence. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

const Fact = memo(function Fact({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className={css.number}>
      <dt>{name}</dt>
      <dd>
        <span translate="no">{value}</span>
        {note ? <small className={css.note}>{note}</small> : null}
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
        <code translate="no" title={activityText.digestAllParameters(shown.digest)}>
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
  return activityText.justNowProgress(sayingWords(newest.text, newest.says).replace(/\.$/, ''));
}

/** How long a wait has lasted, in whole seconds, once it is longer than one. Counted from when this page first saw
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
