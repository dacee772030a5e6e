// S18 and S18b a second time, for tests: how the sums of a planned step are cut, and which way they go, where measurement
// chooses that. From the records of the header and the rows of COST.md alone; nothing of the product's choice is used.
import { plainKernels } from '../../codecs/plain/plain-kernels';
import { codecOf } from '../../codecs/registry';
import { isFactored, isGathered, type CodecSetting } from '../../codecs/setting';
import type { HeaderRecord } from '../header/header-record';
import type { BucketSettings } from '../run/live-settings';
import type { RunConfig } from '../run/run-config';
import type { Sync } from '../run/sync';
import { plainFlightMs, plainFlights } from './plain-flights';
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
}

/** The ways in the order in which equal ones count. */
const ways = ['ring', 'tree', 'star', 'halving-doubling', 'direct'] as const;
const largestMesh = 8;
const leastBytes = 4_096;

export function plainChoice(header: ChoosingHeader): BucketSettings {
  const { config, step, records, buckets, sync, parameters } = header;
  const { auto, mode, codec } = buckets;
  const isLook = step % (auto && auto.ms === 0 ? 4 : 16) === 0;
  const givers = records.filter(({ status, contribution }) => status === 'current' && contribution > 0);
  const isMeasured = givers.every(
    ({ termsPerSecond, line }) => Math.min(termsPerSecond, line.messageMs, line.bytesPerSecond) > 0,
  );
  const isLeftToIt = auto !== undefined || mode === 'measured';
  if (!isLeftToIt || !isLook || !isMeasured || givers.length === 0 || records.length < 2) return buckets;
  if (isFactored(codec)) return buckets;

  const rate = Math.min(...bounded(givers.map(({ line }) => line.bytesPerSecond))) / 1000; // bytes/ms
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
    const onLineMs = row.messages * handlingMs + (row.gradients * encoded) / rate;
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
  const rowOf = (way: (typeof ways)[number]): Row => plainRow(wayTaken(header, way), records.length);

  let chosen = buckets;
  const isOneWay = ways.every((way) => wayTaken(header, way) === wayTaken(header, ways[0]));
  const flights = plainFlights(records.map(({ flightsMs }) => flightsMs));
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

/** The way that sums really go: C2f, C10, C12, C12c, S25a. */
function wayTaken({ records, buckets, parameters }: ChoosingHeader, way: (typeof ways)[number]) {
  const isMeshed = records.every(({ lacksLink }) => !lacksLink);
  const isLarge = records.length > largestMesh;
  if (isGathered(buckets.codec) || buckets.boundedParts === true)
    return isLarge || !isMeshed ? 'gathered around' : 'gathered';
  if (isLarge) return 'ring';
  const isSmall = buckets.codec.kind === 'f32' && 4 * parameters <= (buckets.gatherBytes ?? 0);
  if (isSmall && isMeshed) return 'gathered';
  return !isMeshed && (way === 'direct' || way === 'halving-doubling') ? 'ring' : way;
}

/** COST.md, an all-reduce. */
function plainRow(way: ReturnType<typeof wayTaken>, n: number): Row {
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
      return { messages: 2, gradients: (2 * (n - 1)) / n };
    case 'halving-doubling':
      return { messages: 2 * rounds + surplus, gradients: (2 * (power - 1)) / power + surplus };
    case 'gathered':
      return { messages: 1, gradients: n - 1 };
    case 'gathered around':
      return { messages: n - 1, gradients: n - 1 };
    default:
      return way satisfies never;
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
