// The hint of the control that says who passes a sum to whom: how sums travel now, whatever is chosen, and why. Pure.
import { t } from '@lingui/core/macro';
import { sumPathAmong } from '../../../src/collectives/neighbours';
import { isTreePath, topologies } from '../../../src/collectives/topology';
import type { RunConfig, Snapshot } from '../../../src/replica/protocol';
import { formatBytes, formatSentence } from '../../bridge/words/format';
import { chosenWords } from '../../bridge/words/sum-words';

/** Undefined: as it is chosen. */
export function wayHint(
  buckets: RunConfig['buckets'],
  { parameterCount, worldSize }: Pick<Snapshot, 'parameterCount' | 'worldSize'>,
): string | undefined {
  const { auto, topology, codec, gatherBytes = 0 } = buckets;
  const gradientBytes = parameterCount > 0 ? 4 * parameterCount : Infinity;
  const isSmall = codec.kind === 'f32' && gradientBytes <= gatherBytes;
  const paths = topologies.map((one) =>
    sumPathAmong({ ...buckets, topology: one }, Math.max(2, worldSize), gradientBytes),
  );
  const isOneWay = new Set(paths).size === 1;
  if (isOneWay && isTreePath(paths[0]))
    return t`So many replicas are not all linked to each other: sums travel around the ring.`;
  if (isOneWay && (auto || !isSmall)) return t`As they are sent now, each part goes to all.`;
  if (auto) return formatSentence(chosenWords({ topology, ...auto }));
  return isSmall
    ? t`Gradients of at most ${{ gatherBytes: formatBytes(gatherBytes) }} go from each to all, and are added in this order.`
    : undefined;
}
