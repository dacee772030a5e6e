// The one line a class reads: the phase in words, who is waited for and for how long, and whether all hold the same
// bits. Phase changes are announced; the numbers, which change all the time, are not.
import { useEffect, useState } from 'react';
import { digestGroups } from '../bridge/disagreement';
import { formatCount, formatDigest, formatNames, formatShort } from '../bridge/format';
import { phaseWords } from '../bridge/phase-words';
import { termWords } from '../bridge/run-words';
import { useSessionState, useShown } from '../bridge/session-context';
import type { Snapshot } from '../../src/replica/protocol';
import { peerName } from './peer-names';
import css from './status-strip.module.css';

const lateWarningMs = 6_000;

export function StatusStrip() {
  const shown = useShown();
  const words = phaseWords(shown, (id) => peerName(shown, id));
  const waited = useWaitedSeconds(words.sinceMs);
  const retried = useLateWarning(shown.phase);
  const isSplit = shown.lockstep === 'disagreed';
  const isTraining = shown.phase.kind === 'training';
  return (
    <section className={`${css.strip} ${css[isSplit ? 'bad' : words.tone]}`} aria-label="Status">
      <div className={css.words}>
        <div role="status">
          <h1 className={css.title}>{words.title}</h1>
        </div>
        {shown.forkedAfterStep === undefined ? null : (
          <p className={css.lineage}>
            A lineage of its own since step {formatCount(shown.forkedAfterStep)} <code>{shown.lineage}</code>
          </p>
        )}
        <p className={css.detail}>
          {words.detail}
          {retried ? <span className={css.retried}> {retried}</span> : null}
          {waited === undefined ? null : ` ${waited} s so far.`}
        </p>
      </div>
      <dl className={css.numbers}>
        <Fact name="In the ring" value={formatCount(shown.worldSize)} />
        <Fact name="Step" value={formatCount(shown.step)} />
        <Fact
          name={termWords(shown.config) === 'characters' ? 'Characters/s' : 'Examples/s'}
          value={formatShort(isTraining ? shown.examplesPerSecond : undefined)}
        />
        <div className={css.number}>
          <dt>State</dt>
          <dd>
            <Lockstep shown={shown} />
          </dd>
        </div>
      </dl>
      {shown.alarm && !isSplit ? (
        <p className={css.alarm} role="alert">
          <strong>{sentence(shown.alarm.sign)}</strong> Likely cause: {shown.alarm.cause}.{' '}
          {sentence(shown.alarm.advice)}
        </p>
      ) : null}
      {isSplit ? (
        <p className={css.alarm} role="alert">
          <strong>The replicas do not hold the same parameters.</strong> {splitWords(shown)}
        </p>
      ) : null}
    </section>
  );
}

function splitWords(shown: Snapshot): string {
  const [held, ...others] = digestGroups(shown);
  if (!held || others.length === 0) return 'The ring compares them again before the next step.';
  const odd = others
    .map(
      ({ digest, peers }) => `${formatNames(peers.map((id) => peerName(shown, id)))} ${formatDigest(digest)}`,
    )
    .join(', ');
  return `The ring holds ${formatDigest(held.digest)}, but ${odd}. The odd ones fetch the ring’s state before the next step: progress is safe.`;
}

/** The ring's words, as a sentence. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={css.number}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Lockstep({ shown }: { shown: Snapshot }) {
  return (
    <span className={`${css.lockstep} ${css[shown.lockstep]}`}>
      {lockstepWords(shown.lockstep)}
      {shown.digest ? (
        <code title={`Digest of all parameters: ${shown.digest}`}>{formatDigest(shown.digest)}</code>
      ) : null}
    </span>
  );
}

function lockstepWords(lockstep: Snapshot['lockstep']): string {
  switch (lockstep) {
    case 'agreed':
      return 'In lockstep ✓';
    case 'checking':
      return 'Comparing …';
    case 'disagreed':
      return 'Out of lockstep ✗';
    case 'alone':
      return 'Alone';
    default:
      return lockstep satisfies never;
  }
}

/** A warning of the last seconds, while training: a retry or a heal is over before anyone could read a phase. */
function useLateWarning(phase: Snapshot['phase']): string | undefined {
  const newest = useSessionState((state) => state.notices.findLast(({ level }) => level === 'warning'));
  const [isOld, setIsOld] = useState(true);
  useEffect(() => {
    setIsOld(false);
    const timer = setTimeout(() => setIsOld(true), lateWarningMs);
    return () => clearTimeout(timer);
  }, [newest]);
  if (!newest || isOld || phase.kind !== 'training' || phase.waitingFor) return undefined;
  return `Just now: ${newest.text.replace(/\.$/, '')}. Progress is safe.`;
}

/** How long a wait has lasted, in whole seconds, once it is longer than one. Counted from when this page first saw it:
 *  `sinceMs` is the replica's own clock, whose origin the page does not share, and only names the wait. */
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
