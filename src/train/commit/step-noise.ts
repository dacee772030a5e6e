// What one committed step shows of the gradient noise (H7): the norm of each member's mean gradient, and over which
// examples. The plan names the examples; the records of members that finished the step hold the norms of their parts.
import { cutPositions, joinPositions, type Positions } from '../../data/positions';
import type { FinishedStep } from './commits';
import type { Header } from '../header/header';
import { nearMedian } from '../run/median-of-means';
import { estimateNoise, type NoiseEstimate } from '../metrics/noise-scale';

/** `examples`: of the training split (H7). */
export function noiseOfStep(
  { plan, contributions, gradientNorm, isSkipped, state, local, codec }: FinishedStep,
  { view, records }: Header,
  examples: number,
): NoiseEstimate | undefined {
  if (isSkipped || local || codec !== 'f32' || plan.buckets.boundedParts) return undefined;
  const sizes = plan.shards.map(({ count }) => count);
  const parts = new Map(
    cutPositions(plan.positions, sizes).map((positions, at) => [plan.shards[at].member, positions]),
  );
  const sources = view.members.flatMap((member, rank) => {
    const positions = parts.get(member);
    const { last } = records[rank];
    if (!positions || last.step !== state.step || last.count === 0) return [];
    return [{ positions, gradientSquared: last.gradientSquared }];
  });
  const given = [...parts].filter(([member]) => contributions[member] > 0).map(([, positions]) => positions);
  const all = given.reduce<Positions>((sum, positions) => joinPositions(sum, positions), []);
  const lengths = sources.map((source) => source.gradientSquared);
  // A length far from all others is a false word (H24b).
  const near = nearMedian(lengths).map((length, at) => length === lengths[at]);
  return estimateNoise(
    sources.filter((_, at) => near[at]),
    { positions: all, gradientSquared: gradientNorm ** 2 },
    examples,
  );
}
