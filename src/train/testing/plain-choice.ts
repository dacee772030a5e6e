// S18 and S18b a second time, for tests: how the sums of a planned step are cut, and which way they go, where measurement
// chooses that. From the records of the header and the rows of COST.md alone; nothing of the product's choice is used.
import { plainKernels } from '../../codecs/plain/plain-kernels';
import { codecOf } from '../../codecs/registry';
import { isFactored, isGathered, type CodecSetting } from '../../codecs/setting';
import type { HeaderRecord } from '../header/header-record';
import type { BucketSettings } from '../run/live-settings';
import type { RunConfig } from '../run/run-config';
import type { Sync } from '../run/sync';
import { plainFlightMs, plainFlights, type PlainWay } from './plain-flights';
import { plainMachines, plainTraffic } from './plain-machines';
import { bounded } from './plain-near';

export interface ChoosingHeader {
  readonly config: RunConfig;
  /** The step that it plans. */
  readonly step: number;
  /** The records by rank. */
  readonly records: readonly HeaderRecord[];
  /** The ranks around the ring. */
  readonly ring: readonly number[];
  /** The settings before. */
  readonly buckets: BucketSettings;
  readonly sync: Sync;
  /** P */
  readonly parameters: number;
}

interface Row {
  /** Messages in a row. */
  readonly messages: number;
  /** The number of times that the bytes of the gradient pass the line in a row. */
  readonly gradients: number;
  /** The same within a machine. */
  readonly within?: number;
  /** Both in a row. */
  readonly isTwoLevels?: boolean;
}

/** The ways in the order in which equal ones count. */
const ways = ['ring', 'tree', 'star', 'halving-doubling', 'direct', 'two-levels'] as const;
const largestMesh = 8;
const leastBytes = 4_096;

export function plainChoice(header: ChoosingHeader): BucketSettings {
  const { config, step, records, buckets, sync, parameters } = header;
  const { auto, mode, codec } = buckets;
  const isLook = step % (auto && auto.ms === 0 ? 4 : 16) === 0;
  const givers = records.filter(({ status, contribution }) => status === 'current' && contribution > 0);
  const isMeasured = givers.every(
    ({ termsPerSecond, line }) =>
      Math.min(termsPerSecond, line.messageMs, line.bytesPerSecond + line.withinBytesPerSecond) > 0,
  );
  const isLeftToIt = auto !== undefined || mode === 'measured';
  if (!isLeftToIt || !isLook || !isMeasured || givers.length === 0 || records.length < 2) return buckets;
  if (isFactored(codec)) return buckets;

  const least = (rates: number[]): number => Math.min(...bounded(rates.filter((one) => one > 0))) / 1000;
  const acrossRate = least(givers.map(({ line }) => line.bytesPerSecond)); // bytes/ms
  const withinRate = least(givers.map(({ line }) => line.withinBytesPerSecond));
  const rate = acrossRate < Infinity ? acrossRate : withinRate;
  const rateWithin = withinRate < Infinity ? withinRate : rate;
  const handlingMs = Math.min(...bounded(givers.map(({ line }) => line.messageMs)));
  const computingMs = Math.max(
    ...bounded(givers.map(({ contribution, termsPerSecond }) => (1000 * contribution) / termsPerSecond)),
  );
  const areFinalEarly =
    buckets.overlap &&
    sync.kind === 'every-step' &&
    config.precision !== 'mixed' &&
    buckets.boundedParts !== true;
  const gradientsInARow = Math.max(1, config.localBatch / config.microBatch);
  const backwardMs = areFinalEarly ? (2 * computingMs) / 3 / gradientsInARow : 0;
  const elements = Math.ceil(parameters / (sync.kind === 'streaming' ? sync.fragments : 1));

  const exposed = (row: Row, bytes: number): number => {
    const size = Math.min(bytes / 4, elements);
    const encoded = codecOf(codec as CodecSetting, plainKernels).encodedBytes(size);
    const [acrossMs, withinMs] = [
      (row.gradients * encoded) / rate,
      ((row.within ?? 0) * encoded) / rateWithin,
    ];
    const bytesMs = row.isTwoLevels ? acrossMs + withinMs : Math.max(acrossMs, withinMs);
    const onLineMs = row.messages * handlingMs + bytesMs;
    const finalEveryMs = (backwardMs * size) / elements;
    return onLineMs + (Math.ceil(elements / size) - 1) * Math.max(0, onLineMs - finalEveryMs);
  };
  const bestBytes = (row: Row): number => {
    let best = leastBytes;
    for (let bytes = leastBytes; ; bytes *= 2) {
      if (exposed(row, bytes) <= exposed(row, best)) best = bytes;
      if (bytes >= 4 * elements) return best;
    }
  };
  const machines = machinesIn(header);
  const rowOf = (way: (typeof ways)[number]): Row => {
    const taken = wayTaken(header, way);
    const row = plainRow(taken, records.length);
    if (machines === undefined || taken.startsWith('gathered')) return row;
    const { across, within } = plainTraffic(taken, machines);
    return { ...row, gradients: across, within, isTwoLevels: taken.startsWith('two-levels:') };
  };

  let chosen = buckets;
  const isOneWay = ways.every((way) => wayTaken(header, way) === wayTaken(header, ways[0]));
  const ofRank =
    machines === undefined ? undefined : records.map((_, rank) => machines[header.ring.indexOf(rank)]);
  const flights = plainFlights(
    records.map(({ flightsMs }) => flightsMs),
    ofRank,
  );
  if (auto && !isOneWay && flights) {
    const placed = (a: number, b: number): number => flights[header.ring[a]][header.ring[b]];
    const msOf = (way: (typeof ways)[number]): number => {
      const row = rowOf(way);
      const bytes =
        mode === 'measured' ? bestBytes(row) : mode === 'single' ? 4 * elements : buckets.capBytes;
      return plainFlightMs(wayTaken(header, way), records.length, placed) + exposed(row, bytes);
    };
    const leastMs = Math.min(...ways.map(msOf));
    const best = ways.find((way) => msOf(way) <= leastMs * (1 + 1e-9))!;
    const topology = leastMs < 0.8 * msOf(buckets.topology) ? best : buckets.topology;
    if (topology !== buckets.topology || auto.ms === 0)
      chosen = { ...buckets, topology, auto: { ms: msOf(topology), ringMs: msOf('ring') } };
  }
  if (mode !== 'measured') return chosen;
  const row = rowOf(chosen.topology);
  const bytes = bestBytes(row);
  if (exposed(row, bytes) >= 0.9 * exposed(row, buckets.capBytes)) return chosen;
  return { ...chosen, firstBytes: bytes, capBytes: bytes };
}

function machinesIn({ records, ring }: Pick<ChoosingHeader, 'records' | 'ring'>): string | undefined {
  return plainMachines((rank, other) => (records[rank].machineMates & (2 ** other)) > 0, ring);
}

/** The way that sums really go: C2f, C2g, C10, C12, C12c, S25a. */
function wayTaken(header: ChoosingHeader, way: (typeof ways)[number]): PlainWay {
  const { records, buckets, parameters } = header;
  const isMeshed = records.every(({ lacksLink }) => !lacksLink);
  const isLarge = records.length > largestMesh;
  if (isGathered(buckets.codec) || buckets.boundedParts === true)
    return isLarge || !isMeshed ? 'gathered around' : 'gathered';
  if (isLarge) return 'ring';
  const isSmall = buckets.codec.kind === 'f32' && 4 * parameters <= (buckets.gatherBytes ?? 0);
  if (isSmall && isMeshed) return 'gathered';
  if (!isMeshed && ['direct', 'halving-doubling', 'two-levels'].includes(way)) return 'ring';
  const machines = machinesIn(header);
  return way === 'two-levels' && machines !== undefined ? `two-levels:${machines}` : way;
}

/** COST.md, an all-reduce. */
function plainRow(way: PlainWay, n: number): Row {
  if (way.startsWith('two-levels:')) return { messages: 4, gradients: 0 };
  const rounds = Math.floor(Math.log2(n));
  const power = 2 ** rounds;
  const surplus = n > power ? 2 : 0;
  switch (way) {
    case 'ring':
      return { messages: 2 * (n - 1), gradients: (2 * (n - 1)) / n };
    case 'tree':
      return { messages: 2 * rounds, gradients: 2 * Math.ceil(Math.log2(n)) };
    case 'star':
      return { messages: 2, gradients: 2 * (n - 1) };
    case 'direct':
    case 'two-levels':
      return { messages: 2, gradients: (2 * (n - 1)) / n };
    case 'halving-doubling':
      return { messages: 2 * rounds + surplus, gradients: (2 * (power - 1)) / power + surplus };
    case 'gathered':
      return { messages: 1, gradients: n - 1 };
    case 'gathered around':
      return { messages: n - 1, gradients: n - 1 };
    default:
      throw new Error(`there is no row of ${way}`);
  }
}

/** The same way and sizes, and the same times but for rounding. */
export function isSameChoice(a: BucketSettings, b: BucketSettings): boolean {
  const areClose = (x = 0, y = 0): boolean => Math.abs(x - y) <= 1e-9 * Math.max(x, y);
  const settings = ({ auto, ...rest }: BucketSettings): string =>
    JSON.stringify({ ...rest, auto: auto !== undefined });
  return (
    settings(a) === settings(b) &&
    areClose(a.auto?.ms, b.auto?.ms) &&
    areClose(a.auto?.ringMs, b.auto?.ringMs)
  );
}
