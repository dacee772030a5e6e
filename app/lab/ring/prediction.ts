// Predicts a run of the lab by the cost model. All lines are equal in the model, so each counts as the slowest. Pure.
import { codecOf } from '../../../src/codecs/registry';
import { codecNamed } from '../../../src/codecs/setting';
import { allReduceCost, collectiveCost } from '../../../src/collectives/cost';
import type { Cost } from '../../../src/collectives/topologies/rules';
import { carriedBitsPerSecond, meanRoundTripMs } from '../../../src/net/emulation/edge-profile';
import {
  elementsOf,
  isGatheredSum,
  lineOf,
  livingOf,
  profileOf,
  usedEdges,
  type LabSetup,
} from './lab-setup';

/** `predictedMs` is undefined when a line in use is not emulated: then only the page’s speed limits it. */
export interface Prediction extends Omit<Cost, 'predictedMs'> {
  readonly predictedMs: number | undefined;
}

export function predictionOf(setup: LabSetup): Prediction {
  const profiles = usedEdges(setup).map(([one, other]) => profileOf(lineOf(setup, one, other)));
  const known = profiles.filter((profile) => profile !== undefined);
  const bytes = codecOf(codecNamed(setup.codec)).encodedBytes(elementsOf(setup));
  const alphaMs = Math.max(0, ...known.map((profile) => meanRoundTripMs(profile) / 2));
  const slowest = Math.min(...known.map(carriedBitsPerSecond)) / 8;
  const { collective, topology } = setup;
  const count = livingOf(setup).length;
  const cost = isGatheredSum(setup)
    ? allReduceCost('gathered', count, bytes, alphaMs, slowest)
    : collectiveCost(collective, topology, count, bytes, alphaMs, slowest);
  const isKnown = known.length > 0 && known.length === profiles.length;
  return { ...cost, predictedMs: isKnown ? cost.predictedMs : undefined };
}
