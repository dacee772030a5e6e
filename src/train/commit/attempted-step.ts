// A step that this replica began to sum, whether or not it finished here: what the step's record says of it.
import type { StepDecision } from '../decide/step-decision';
import type { MemberId } from '../../membership/view';
import { countOf } from '../../data/positions';
import { shapeOf } from '../run/data-shape';
import { innerRate } from '../run/inner-rate';
import type { Header } from '../header/header';
import type { RunState, StepPlan } from '../run/run-state';
import { encodedBy } from '../metrics/of-codec';
import { isLocal, ringStepOf } from '../run/sync';

export interface AttemptedStep {
  readonly header: Header;
  readonly decision: StepDecision;
  readonly before: RunState;
  readonly buckets: number;
}

export function factsOf({ header, decision, before, buckets }: AttemptedStep) {
  const { view } = header;
  return {
    generation: view.generation,
    worldSize: view.members.length,
    plan: decision.plan,
    effectiveBatch: decision.totalCount,
    contributions: decision.contributions,
    ...localFacts(before, decision.plan),
    buckets,
    isOverlapped: overlaps(before, decision.plan),
    topology: decision.path,
    ...encodedBy(view.members.length === 1 ? { kind: 'f32' } : decision.plan.buckets.codec),
    faulty: faultyIn(header, before),
  };
}

/** Inner steps leave no bucket before their end, bounded parts none before the whole part is known (S25b). */
export function overlaps({ sync }: RunState, { buckets }: StepPlan): boolean {
  return buckets.overlap && !isLocal(sync) && !buckets.boundedParts;
}

function localFacts(before: RunState, { learningRate, positions }: StepPlan) {
  const { sync, config, step } = before;
  const { outer, innerSteps, fragments } = ringStepOf(sync);
  if (!outer) return { learningRate };
  const planned = countOf(positions) * shapeOf(config.data).terms;
  const of = fragments?.fragments;
  const fragment = of === undefined ? {} : { fragment: { number: 1 + (step % of), of } };
  const inner = innerRate(before, 0);
  const rates = { innerRate: inner, outerRate: learningRate };
  return { learningRate: inner, local: { innerSteps, ...rates, planned, ...fragment } };
}

/** Members whose gradient the step is without, because it was withheld or refused. */
function faultyIn({ view, records }: Header, { excluded }: Pick<RunState, 'excluded'>): MemberId[] {
  return view.members.filter(
    (member, rank) => records[rank].withheld !== 'none' || excluded.includes(member),
  );
}
