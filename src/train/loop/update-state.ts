// The exact update of a current replica (E3, E13): from the stored tensors into spare ones, which then take their place.
// Nothing else writes a stored state.
import { assert } from '../../base/assert';
import type { FinishedStep } from '../commit/commits';
import { hold, restore, type Current } from '../participation/participation';
import type { Replica } from '../participation/replica';
import { exactUpdateOf } from '../run/exact-update';
import { fragmentOf } from '../run/fragments';
import { afterStep } from '../decide/plan-step';
import type { StepDecision } from '../decide/step-decision';
import { rightFactorsOf } from '../state/right-factors';
import { ShadowUpdate } from '../state/shadow-update';
import type { TrainState } from '../../optim/state/train-state';
import { versionedState } from '../state/versioned-state';

export interface UpdateAttempt {
  readonly shadow: ShadowUpdate;
  readonly to: TrainState;
  /** Elements [start, end) of the sum are final. */
  reduced(start: number, end: number): void;
}

/** One attempt at the update, into tensors that no kept version uses. */
export function beginUpdate(replica: Replica, { plan, totalCount }: StepDecision): UpdateAttempt {
  const { stored } = currentOf(replica);
  const { ready } = replica;
  assert(ready, 'a prepared run');
  const { held, sets, sum } = stored;
  const { optimizer, clipNorm } = exactUpdateOf(held.state);
  const fragment = fragmentOf(held.state, ready.engine.slots);
  if (fragment) sum.fill(0);
  replica.become(hold({ ...stored, summedDigest: undefined, before: undefined }));
  const to = sets.spare([held, ...replica.kept].map(({ tensors }) => tensors));
  const shadow = new ShadowUpdate({
    optimizer,
    clipNorm,
    learningRate: plan.learningRate,
    exampleCount: totalCount,
    tensors: ready.tensors,
    rightFactors: rightFactorsOf(held.state, ready.engine.slots),
    fragment,
    from: held.tensors,
    to,
    sum,
  });
  return { shadow, to, reduced: (start, end) => shadow.reduced(start, end) };
}

/** The whole sum has been announced: the updated tensors take the place of the stored ones, unless all skip the step. */
export async function finishUpdate(
  replica: Replica,
  decision: StepDecision,
  { shadow, to }: UpdateAttempt,
): Promise<Pick<FinishedStep, 'state' | 'digest' | 'gradientNorm' | 'isSkipped'>> {
  await replica.device.gradient?.done;
  const { held } = replica;
  assert(held, 'a stored state');
  const { gradientNorm, isSkipped, hashes } = shadow.finish();
  const state = afterStep(held.state, decision, isSkipped);
  const next = isSkipped
    ? versionedState(state, held.tensors, held.hashes)
    : versionedState(state, to, hashes);
  const { digest } = next;
  replica.device.finishGradient(isSkipped, state.step, next.tensors.parameters);
  const summedDigest = isSkipped ? undefined : digest;
  // Stale, if this replica has gone outside meanwhile.
  replica.become(
    restore(replica.participation, (stored) => ({ ...stored, held: next, summedDigest, before: held })),
  );
  return { state, digest, gradientNorm, isSkipped };
}

function currentOf({ participation }: Replica): Current {
  assert(participation.kind === 'current', 'a replica that speaks for a state');
  return participation;
}
