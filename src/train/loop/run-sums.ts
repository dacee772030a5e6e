// The sums of one attempt at a step: with whom, along which path, and what each member may send. Every member ends with
// the same bytes (E2).
import { RefusedError } from '../../collectives/offence';
import { sourcesOf, targetsOf } from '../../collectives/neighbours';
import type { MemberId } from '../../membership/view';
import type { Header } from '../header/header';
import type { ReduceOptions } from '../reduce/launch';
import { factoringOf } from '../reduce/launches';
import { boundedPartJudge, outlierJudge } from '../reduce/part-judge';
import { reduceStep, type ReduceOutcome } from '../reduce/reduce-step';
import { boundedNorm } from '../run/usual-norms';
import type { RunState } from '../run/run-state';
import type { StepDecision } from '../decide/step-decision';
import type { LoopParts } from './loop-parts';
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { neverOpenedMs } from '../../membership/heartbeat';
import type { Hub } from '../peers/hub';

export type SumParts = Pick<
  LoopParts,
  'hub' | 'router' | 'deps' | 'local' | 'offences' | 'stalls' | 'enter' | 'sumRecorder'
>;

/** An attempt at the planned step. */
export interface StepAttempt {
  readonly header: Header;
  readonly decision: StepDecision;
  /** The state that the step follows. */
  readonly before: RunState;
  readonly signal: AbortSignal;
}

/** What this replica puts into the sums, and what comes of them. */
export type OwnSums = Pick<ReduceOptions, 'gradient' | 'contribution' | 'sum' | 'onReduced'>;

/** Resolves when the sum is whole. Rejects when a new view must answer. */
export async function runSums(parts: SumParts, attempt: StepAttempt, own: OwnSums): Promise<ReduceOutcome> {
  const { hub, router, deps, local, offences, stalls, enter, sumRecorder } = parts;
  const { clock, self } = deps;
  const { header, decision, before, signal } = attempt;
  const { view } = header;
  const { path, plan, contributions } = decision;
  const sources = sourcesOf(path, view, self);
  const awaits = (): readonly MemberId[] => {
    const awaited = path === 'gathered' ? stalls.awaits() : sources;
    return sources.length === 1 || awaited.length < sources.length ? awaited : [];
  };
  enter({ kind: 'reducing', sinceMs: clock.now(), awaits });
  for (const target of targetsOf(path, view, self))
    await edgeOpen(hub, clock, target, deps.nameOf(target), signal);
  const contributors = view.members.filter((member) => (contributions[member] ?? 0) > 0);
  const step = before.step + 1;
  const { run } = before;
  const record = sumRecorder.begin({ run, step, generation: view.generation, view, path, contributors });
  const outcome = await reduceStep({
    ...own,
    view,
    self,
    path,
    topology: plan.buckets.topology,
    step,
    contributors,
    router,
    clock,
    signal,
    send: (to, bytes) => hub.send(to, 'reduce', bytes, signal),
    judge: areBounded(decision, view.members.length)
      ? boundedPartJudge({
          limit: boundedNorm(before.usualNorms, 'received'),
          terms: contributions,
          isPerBucket: factoringOf(own.contribution) !== undefined,
        })
      : outlierJudge(before.usualNorms, contributions),
    watch: (awaited) => stalls.sums(awaited),
    onOffence: (peer, what) => offences.report(peer, what),
    onBroken: (told) => hub.on('broken', ({ peer, reason }) => told(peer, reason)),
    ...(record ? { movesOf: record.movesOf } : {}),
    onUnreadable: (told) => hub.on('unreadable', ({ peer, why }) => told(peer, why)),
  }).catch((error: unknown) => {
    record?.end(false);
    if (error instanceof RefusedError) local.accused = error.member;
    throw error;
  });
  record?.end(true);
  local.accused = undefined;
  return outcome;
}

/** S25. A view of one sends nothing. */
export function areBounded({ plan }: StepDecision, worldSize: number): boolean {
  return plan.buckets.boundedParts === true && worldSize > 1;
}

/** By then membership counts the link as lost, and the members have agreed on a ring without it (C8b). */
const openMs = neverOpenedMs + 5_000;

/** Waits until there is a link to a peer: the next in the ring after a change of view may not have one yet (C8).
 *  Rejects with a DeadlineError that names the peer. */
async function edgeOpen(
  hub: Hub,
  clock: Clock,
  peer: MemberId,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if (hub.link(peer)) return; // one that is still opening keeps what is sent
  const wait = waitFor<void>(clock, openMs, `the link to ${name}`, signal);
  const stop = hub.on('opened', (opened) => {
    if (opened.peer === peer) wait.settle();
  });
  await wait.promise.finally(stop);
}
