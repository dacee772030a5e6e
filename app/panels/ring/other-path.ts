// How sums would travel with another codec: a prediction follows the same rules as a step (C10, C12). Pure.
import type { CodecSetting } from '../../../src/codecs/setting';
import { sumPathAmong } from '../../../src/collectives/neighbours';
import type { SumPath } from '../../../src/collectives/topology';
import type { Snapshot } from '../../../src/replica/protocol';

/** It takes for granted that no link is missing: whether one is, records say only of sums that were gathered. */
export function otherPath(
  { buckets, parameterCount, worldSize }: Pick<Snapshot, 'buckets' | 'parameterCount' | 'worldSize'>,
  codec: CodecSetting,
): SumPath {
  const { topology = 'ring', gatherBytes, boundedParts } = buckets ?? {};
  return sumPathAmong({ topology, codec, gatherBytes, boundedParts }, worldSize, 4 * parameterCount);
}
