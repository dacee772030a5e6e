// Last phase of a round: carry out the decision. Every member does so by the same records; who proposes a view, begins
// the run or makes the first parameters follows from its rank. What cannot be carried out rejects, and a new view
// must answer.
import { unexpected } from '../../base/sayings';
import { DeadlineError, waitFor } from '../../base/deadline';
import { rankOf, type MemberId } from '../../membership/view';
import { CatchUpError } from '../catch-up/manifest';
import { disagreementSays } from '../decide/compare-states';
import type { Decision } from '../decide/decision';
import type { Header } from '../header/header';
import { headerStallMs } from '../header/header-rounds';
import { announce, beginRun, createRun, initializeRun } from './begin-run';
import { StalledError } from '../header/stalled-error';
import type { LoopParts } from './loop-parts';
import { startCatchUp } from './start-catch-up';
import { sumStep } from './sum-step';

const viewChangeMs = 10_000;
const newOrderMs = 3_000;
/** A member that the ring waits for says at least so often how far it is. */
const progressEveryMs = 1_000;
/** The time until a member looks again for a source, or for what became of a repeated request. */
const nextLookMs = 250;

export async function act(
  parts: LoopParts,
  header: Header,
  decision: Decision,
  signal: AbortSignal,
): Promise<void> {
  const { deps, meter, faults, local, enter } = parts;
  const rank = rankOf(header.view, deps.self);
  const isRepeated = parts.catchUpRequests.isRepeated(decision);
  switch (decision.kind) {
    case 'catch-up':
      return catchUp(parts, header, decision, isRepeated, signal);
    case 'wait':
      failIfStalled(parts, parts.blockedOn.stuck(headerStallMs, isBeginning(parts)));
      if (decision.catchingUp.includes(rank)) await followAlong(parts, signal);
      return;
    case 'create':
      if (rank === 0) createRun(parts);
      return;
    case 'initialize':
      if (rank === decision.rank) await initializeRun(parts, signal);
      return;
    case 'transition':
      await beginRun(parts, decision.state, signal);
      faults.offenders(decision);
      if (decision.offenders) local.accused = undefined;
      return;
    case 'change-view':
      enter({ kind: 'changing-view', sinceMs: deps.clock.now() });
      // Every member asks, so that no silent one can prevent it (M20).
      deps.requestView(decision.add, decision.remove, decision.reason);
      await waitFor<never>(deps.clock, viewChangeMs, 'the new view', signal).promise;
      return;
    case 'reorder-ring':
      return reorderRing(parts, decision, signal);
    case 'step':
      return sumStep(parts, header, decision, signal);
    case 'idle':
      enter({ kind: 'idle' });
      await idle(parts, signal);
      meter.restart();
      return;
    default:
      decision satisfies never;
  }
}

/** The targets start to catch up. A target that never does is not progressing, and the ring ends its wait for it. */
async function catchUp(
  parts: LoopParts,
  header: Header,
  decision: Decision & { kind: 'catch-up' },
  isRepeated: boolean,
  signal: AbortSignal,
): Promise<void> {
  const { deps, blockedOn, notify } = parts;
  // They may have summed by different records (C16).
  if (decision.isDisagreement && !isRepeated) parts.headers.compare();
  if (decision.isDisagreement && !isRepeated)
    notify('error', disagreementSays(decision) ?? unexpected(decision.reason));
  const stuck = blockedOn.stuck(headerStallMs, isBeginning(parts));
  if (!stuck.includes(deps.self)) failIfStalled(parts, stuck);
  if (decision.targets.includes(rankOf(header.view, deps.self))) await begin(parts, header, decision, signal);
  else if (isRepeated) await nextLook(parts, signal);
}

function isBeginning({ replica }: LoopParts): boolean {
  return (replica.followed?.step ?? 0) === 0;
}

/** The view is to end, and the next one to be without these members. */
function failIfStalled({ deps }: LoopParts, stuck: readonly MemberId[]): void {
  if (stuck.length === 0) return;
  const names = stuck.map((member) => deps.nameOf(member)).join(', ');
  throw new StalledError(stuck, `${names} to catch up`);
}

async function begin(
  parts: LoopParts,
  header: Header,
  decision: Decision & { kind: 'catch-up' },
  signal: AbortSignal,
): Promise<void> {
  const { deps, replica, commands, local, meter, router, events, catchUpRequests, enter } = parts;
  const nowMs = deps.clock.now();
  enter({ kind: 'catching-up', sinceMs: nowMs });
  const before = replica.followed;
  const start = await startCatchUp(parts, header, decision, signal);
  if (start === 'no link yet') {
    // The state comes nearer from neighbour to neighbour above 8 members: the next header shows who fetches by now.
    if (catchUpRequests.noSource(nowMs) < headerStallMs) return nextLook(parts, signal);
    catchUpRequests.sourceFound();
    throw new CatchUpError('no linked member offers the state');
  }
  catchUpRequests.sourceFound();
  if (start !== 'fetches one decision') local.forget();
  // E21: the sum that it fetches may hold its residual already.
  replica.residual.forget();
  replica.device.forgetInner(); // E25
  const { followed } = replica;
  if (followed) commands.follow(followed.appliedCommand, followed.room?.host);
  if (followed) announce(events, before, followed);
  router.newRun();
  events.emit('run', undefined);
  meter.restart();
}

/** The others wait: they see how far this member is at least every second. */
async function followAlong({ deps, replica, wake }: LoopParts, signal: AbortSignal): Promise<void> {
  const { clock } = deps;
  const untilMs = clock.now() + progressEveryMs;
  const cancel = clock.after(progressEveryMs, () => wake.raise());
  const isReady = (): boolean => {
    const { participation } = replica;
    return participation.kind !== 'catching-up' || participation.catchUp.isReady;
  };
  try {
    while (!isReady() && clock.now() < untilMs) await wake.wait(signal);
  } finally {
    cancel();
  }
}

/** Waits until something happens that the ring must notice. */
async function idle({ deps, wake }: LoopParts, signal: AbortSignal): Promise<void> {
  const end = new AbortController();
  const meanwhile = deps.whileIdle?.(end.signal);
  try {
    await wake.wait(signal);
  } finally {
    end.abort(new Error('the ring is no longer idle'));
    await meanwhile;
  }
}

/** Without the new order, the old one will do. */
async function reorderRing(
  { deps, reorder, enter }: LoopParts,
  { order }: Decision & { kind: 'reorder-ring' },
  signal: AbortSignal,
): Promise<void> {
  enter({ kind: 'changing-view', sinceMs: deps.clock.now() });
  deps.reorderRing(order ?? reorder.ordered());
  await waitFor<never>(deps.clock, newOrderMs, 'the new order', signal).promise.catch((error: unknown) => {
    if (!(error instanceof DeadlineError)) throw error;
  });
}

async function nextLook({ deps: { clock } }: LoopParts, signal: AbortSignal): Promise<void> {
  const wait = waitFor<void>(clock, headerStallMs, 'the next header', signal);
  const cancel = clock.after(nextLookMs, () => wait.settle());
  await wait.promise.finally(cancel);
}
