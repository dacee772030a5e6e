// The α–β model's prediction for a sum, beside the measured time (COST.md). β is measured on the links. The constant
// time α of a message is measured on the sums themselves. Half a ping would miss the additions, the turns of the event
// loops and the tabs that share one machine. Each step is predicted from earlier sums only, so that the two bars are
// independent. Invariant: nothing is shown before both were measured.
import { plainKernels } from '../../../src/codecs/plain/plain-kernels';
import { codecOf } from '../../../src/codecs/registry';
import { isFactored } from '../../../src/codecs/setting';
import { allReduceCost } from '../../../src/collectives/cost';
import { groupsOfPath } from '../../../src/collectives/topology';
import { isOfCodec } from '../../../src/train/metrics/of-codec';
import { isOfSync } from '../../../src/train/metrics/of-sync';
import { everyStep, fragmentCount } from '../../../src/train/run/sync';
import type { PeerStatus, Snapshot, StepRecord } from '../../../src/replica/protocol';

/** The steps that the panel shows. */
const shownSteps = 20;
/** Fewer sums do not show a usual one. */
const leastBefore = 5;
/** More sums would be too old: the load of a machine changes. */
const mostBefore = 16;
/** The number of records that a prediction looks at. */
export const costSteps = shownSteps + mostBefore;

export interface SumCost {
  /** Median of the last sums with the present number of replicas; undefined before the first. Where there is a prediction, of
   *  those that could be predicted. */
  readonly measuredMs: number | undefined;
  /** How many sums that are. */
  readonly sums: number;
  /** Median of the predictions for the same sums. */
  readonly predicted: Prediction | 'no-rate' | 'no-sums';
}

export interface Prediction {
  readonly ms: number;
  /** Messages in a row. */
  readonly hops: number;
  readonly alphaMs: number;
  readonly hopBytes: number;
  readonly bytesPerSecond: number;
  /** What measured β; `sums`: the sums were faster than the links were measured. */
  readonly basis: 'traffic' | 'probe' | 'sums';
}

type Sent = Pick<Snapshot, 'parameterCount' | 'buckets' | 'factorBytes' | 'sync'>;
type Costed = Sent & Pick<Snapshot, 'peers' | 'worldSize'>;

/** Bytes of the sums that a step takes one after the other, as they are sent. PowerSGD takes two. Streaming DiLoCo sums a
 *  fragment: by the mean of all. */
export function sumBytes({ parameterCount, buckets, factorBytes, sync }: Sent): readonly number[] {
  const codec = buckets?.codec ?? { kind: 'f32' };
  if (isFactored(codec)) return factorBytes ?? [4 * parameterCount];
  const elements = Math.ceil(parameterCount / (sync ? fragmentCount(sync) : 1));
  return [codecOf(codec, plainKernels).encodedBytes(elements)];
}

function costOf(
  path: StepRecord['topology'],
  worldSize: number,
  sums: readonly number[],
  alphaMs: number,
  bytesPerSecond: number,
): { readonly steps: number; readonly predictedMs: number } {
  const costs = sums.map((bytes) => allReduceCost(path, worldSize, bytes, alphaMs, bytesPerSecond));
  return {
    steps: costs.reduce((total, { steps }) => total + steps, 0),
    predictedMs: costs.reduce((total, { predictedMs }) => total + predictedMs, 0),
  };
}

export function sumCost({ peers, worldSize, ...sent }: Costed, records: readonly StepRecord[]): SumCost {
  const run = records.at(-1)?.run;
  const { topology = 'ring' } = records.at(-1) ?? {};
  const codec = sent.buckets?.codec ?? { kind: 'f32' };
  const sums = records.filter(
    (record) =>
      record.run === run &&
      record.worldSize >= 2 &&
      record.allReduceMs > 0 &&
      record.topology === topology &&
      isOfCodec(record, codec) &&
      isOfSync(record, sent.sync ?? everyStep),
  );
  const shown = sums.flatMap((sum, at) => (sum.worldSize === worldSize ? [at] : [])).slice(-shownSteps);
  const measured = (these: readonly number[]) => ({
    measuredMs: median(these.map((at) => sums[at].allReduceMs)),
    sums: these.length,
  });
  const slowest = slowestLink(peers, worldSize, groupsOfPath(topology) !== undefined);
  if (!slowest) return { ...measured(shown), predicted: 'no-rate' };
  const bytes = sumBytes(sent);
  const proven = Math.max(0, ...sums.map((sum) => lineRate(sum, bytes)));
  const bytesPerSecond = Math.max(proven, slowest.bytesPerSecond);
  const alphas = sums.map((sum) => {
    const { steps, predictedMs } = costOf(topology, sum.worldSize, bytes, 0, bytesPerSecond);
    return Math.max(0, (sum.allReduceMs - predictedMs) / steps);
  });
  // The next world size counts where one has no sum yet.
  const at = shown.length > 0 ? shown : [sums.length];
  const predictable = at.filter((k) => k >= leastBefore);
  const before = predictable.map((k) => alphas.slice(Math.max(0, k - mostBefore), k));
  const alphaMs = median(before.map((some) => median(some)!));
  if (alphaMs === undefined) return { ...measured(shown), predicted: 'no-sums' };
  const { steps: hops, predictedMs: ms } = costOf(topology, worldSize, bytes, alphaMs, bytesPerSecond);
  const hopBytes = ((ms - hops * alphaMs) * bytesPerSecond) / 1000 / hops;
  const basis = proven > slowest.bytesPerSecond ? 'sums' : slowest.basis;
  return {
    ...measured(shown.length > 0 ? predictable : shown),
    predicted: { ms, hops, alphaMs, hopBytes, bytesPerSecond, basis },
  };
}

/** Only the links to the neighbours in the ring: this replica measures no others. But on two levels the sums themselves
 *  measure the links between machines, which may be others. */
function slowestLink(
  peers: readonly PeerStatus[],
  worldSize: number,
  isGrouped: boolean,
): { readonly bytesPerSecond: number; readonly basis: 'traffic' | 'probe' } | undefined {
  const own = peers.find((peer) => peer.isSelf)?.ringPosition;
  if (own === undefined || worldSize < 2) return undefined;
  const known = peers.flatMap(({ isSelf, ringPosition, bytesPerSecond, rateBasis }) => {
    if (isSelf || ringPosition === undefined || bytesPerSecond === undefined || !rateBasis) return [];
    const apart = Math.abs(ringPosition - own);
    return isGrouped || apart === 1 || apart === worldSize - 1 ? [{ bytesPerSecond, basis: rateBasis }] : [];
  });
  return known.reduce<(typeof known)[number] | undefined>(
    (slow, one) => (slow && slow.bytesPerSecond <= one.bytesPerSecond ? slow : one),
    undefined,
  );
}

/** The links carried this sum at least this fast. */
function lineRate({ worldSize, allReduceMs, topology }: StepRecord, bytes: readonly number[]): number {
  return (costOf(topology, worldSize, bytes, 0, 1000).predictedMs * 1000) / allReduceMs;
}

function median(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
