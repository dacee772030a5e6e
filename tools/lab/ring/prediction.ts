// Predicts a run of the lab by the cost model: the sums of PowerSGD run one after the other. All lines are equal in the model, so each counts as the slowest. Pure.
import { allReduceCost } from '../../../src/collectives/cost';
import type { Cost } from '../../../src/collectives/topologies/rules';
import { carriedBitsPerSecond, meanRoundTripMs } from '../../../src/net/emulation/edge-profile';
import { isGatheredSum, lineOf, livingOf, profileOf, usedEdges, type LabSetup } from './lab-setup';
import { sumsOf } from './lab-sums';
import { collectiveCost } from '../../../src/collectives/testing/collective-cost';

/** `predictedMs` is undefined when a line in use is not emulated: then only the page’s speed limits it. */
export interface Prediction extends Omit<Cost, 'predictedMs'> {
  readonly predictedMs: number | undefined;
}

export function predictionOf(setup: LabSetup): Prediction {
  const profiles = usedEdges(setup).map(([one, other]) => profileOf(lineOf(setup, one, other)));
  const known = profiles.filter((profile) => profile !== undefined);
  const alphaMs = Math.max(0, ...known.map((profile) => meanRoundTripMs(profile) / 2));
  const slowest = Math.min(...known.map(carriedBitsPerSecond)) / 8;
  const { collective, topology } = setup;
  const count = livingOf(setup).length;
  const costs = sumsOf(setup).map(({ elements, codec }) => {
    const bytes = codec.encodedBytes(elements);
    return isGatheredSum(setup)
      ? allReduceCost('gathered', count, bytes, alphaMs, slowest)
      : collectiveCost(collective, topology, count, bytes, { alphaMs, betaBytesPerSecond: slowest });
  });
  const total = (of: (cost: Cost) => number): number => costs.reduce((sum, cost) => sum + of(cost), 0);
  const isKnown = known.length > 0 && known.length === profiles.length;
  return {
    steps: total(({ steps }) => steps),
    busiestBytes: total(({ busiestBytes }) => busiestBytes),
    meanBytes: total(({ meanBytes }) => meanBytes),
    predictedMs: isKnown ? total(({ predictedMs }) => predictedMs) : undefined,
  };
}
