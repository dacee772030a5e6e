// How the next sums are cut, and which way they go, when the host leaves that to measurement. From the records and the
// run state alone, and so the same at every member (S18). They change only for a gain, and not at every step.
import { plainKernels } from '../../codecs/plain/plain-kernels';
import { codecOf } from '../../codecs/registry';
import { isFactored } from '../../codecs/setting';
import { flightMs } from '../../collectives/flight';
import { topologies, type SumPath, type Topology } from '../../collectives/topology';
import type { Header } from '../header/header';
import { nearMedian } from '../run/median-of-means';
import type { BucketSettings } from '../run/live-settings';
import { planCountsOf } from '../run/plan-counts';
import { stepPath } from '../run/step-path';
import type { RunState } from '../run/run-state';
import { fragmentCount, isLocal } from '../run/sync';
import { bestBucketBytes, exposedMs, type BucketLine } from './bucket-size';
import { chooseTopology } from './choose-topology';
import { flightsAmong } from './flights';
import { machinesAmong } from './machines';

/** Steps between two changes: the sums of a new size are measured in the meantime. */
const lookEvery = 16;
/** Steps between two looks before the first choice of a way: on a slow line 16 steps by a bad one take minutes. */
const firstLookEvery = 4;
/** The exposed time falls below this part of what it is. */
const worthwhile = 0.9;
/** The backward pass’s share of a gradient's time. */
const backwardShare = 2 / 3;

export function chooseBuckets(header: Header, state: RunState, step: number): BucketSettings {
  const { buckets, config } = state;
  if (buckets.mode !== 'measured' && !buckets.auto) return buckets;
  if (step % (buckets.auto?.ms === 0 ? firstLookEvery : lookEvery) !== 0) return buckets;
  const line = lineOf(header, state);
  if (!line) return buckets;
  const isMeshed = header.records.every(({ lacksLink }) => !lacksLink);
  const machines = machinesAmong(header);
  const pathOf = (topology: Topology): SumPath =>
    stepPath({ ...buckets, topology }, header.view, config, { isMeshed, machines });
  const routed = routedBy(header, line, buckets, pathOf);
  if (routed.mode !== 'measured') return routed;
  const along = { ...line, topology: pathOf(routed.topology) };
  const bytes = bestBucketBytes(along);
  if (exposedMs(along, bytes / 4) >= worthwhile * exposedMs(along, buckets.capBytes / 4)) return routed;
  return { ...routed, firstBytes: bytes, capBytes: bytes };
}

/** The settings with the topology for the line, where the host leaves it to measurement. The times that led to it stay
 *  those of the choice. Where sums go one way whatever the topology, nothing is chosen. */
function routedBy(
  { view, records }: Header,
  line: Omit<BucketLine, 'topology'>,
  buckets: BucketSettings,
  pathOf: (topology: Topology) => SumPath,
): BucketSettings {
  const { auto, mode, capBytes, topology: current } = buckets;
  const isOneWay = new Set(topologies.map(pathOf)).size === 1;
  const flights = flightsAmong(records, (rank) => line.machines?.groups[view.ring.indexOf(rank)] ?? rank);
  if (!auto || !flights || isOneWay) return buckets;
  const bytesOn = (one: BucketLine): number => {
    if (mode === 'measured') return bestBucketBytes(one);
    return mode === 'single' ? 4 * one.elements : capBytes;
  };
  const { ring } = view;
  const flightOn = (path: SumPath): number =>
    flightMs(path, ring.length, (from, to) => flights(ring[from], ring[to]));
  const choice = { line, flightMs: flightOn, pathOf, bytesOn, current };
  const { topology, ms, ringMs } = chooseTopology(choice);
  if (topology === current && auto.ms > 0) return buckets;
  return { ...buckets, topology, auto: { ms, ringMs } };
}

/** The slowest member decides when buckets are final, the slowest link how fast they travel. The least time of a message
 *  counts: others include the wait for a slower member. One false word moves none of them far (H24). Undefined: not every
 *  member has measured. */
function lineOf(
  header: Header,
  { buckets, config, sync }: RunState,
): Omit<BucketLine, 'topology'> | undefined {
  const { view, records } = header;
  const workers = records.filter(({ status, contribution }) => status === 'current' && contribution > 0);
  const isMeasured = workers.every(
    ({ termsPerSecond, line }) =>
      termsPerSecond > 0 &&
      line.messageMs > 0 &&
      Math.max(line.bytesPerSecond, line.withinBytesPerSecond) > 0,
  );
  const setting = buckets.codec;
  if (isFactored(setting) || view.members.length < 2 || workers.length === 0 || !isMeasured) return undefined;
  const computeMs = Math.max(
    ...nearMedian(workers.map(({ contribution, termsPerSecond }) => (1000 * contribution) / termsPerSecond)),
  );
  const microBatches = Math.max(1, config.localBatch / config.microBatch);
  const codec = codecOf(setting, plainKernels);
  // Inner steps (E24), mixed precision (E18) and bounded parts (S25) make all buckets final at their end.
  const canOverlap =
    buckets.overlap && !isLocal(sync) && config.precision !== 'mixed' && !buckets.boundedParts;
  const slowest = (rate: 'bytesPerSecond' | 'withinBytesPerSecond'): number | undefined => {
    const rates = workers.map(({ line }) => line[rate]).filter((one) => one > 0);
    return rates.length > 0 ? Math.min(...nearMedian(rates)) : undefined;
  };
  const [across, within] = [slowest('bytesPerSecond'), slowest('withinBytesPerSecond')];
  // A rate that nobody has measured counts as the other one.
  const bytesPerSecond = (across ?? within)!;
  const groups = machinesAmong(header);
  return {
    elements: Math.ceil(planCountsOf(config).parameters / fragmentCount(sync)),
    // The last of several micro-batches alone makes buckets final.
    backwardMs: canOverlap ? (backwardShare * computeMs) / microBatches : 0,
    worldSize: view.members.length,
    messageMs: Math.min(...nearMedian(workers.map(({ line }) => line.messageMs))),
    bytesPerSecond,
    machines: groups && { groups, bytesPerSecond: within ?? bytesPerSecond },
    bytesOf: (elements) => codec.encodedBytes(elements),
  };
}
