// How the next sums travel when the host leaves that to measurement: the topology whose sums leave the least time exposed on
// the line as it is (S18b, COST.md). Pure.
import { topologies, type SumPath, type Topology } from '../../collectives/topology';
import { exposedMs, type BucketLine } from './bucket-size';

export interface TopologyChoice {
  /** The line, without a way of its sums. */
  readonly line: Omit<BucketLine, 'topology'>;
  /** The flights of a sum’s messages in a row, all together (flight.ts). */
  readonly flightMs: (path: SumPath) => number;
  /** How sums would travel if that topology were chosen. */
  readonly pathOf: (topology: Topology) => SumPath;
  /** The size of buckets on that line. */
  readonly bytesOn: (line: BucketLine) => number;
  readonly current: Topology;
}

export interface ChosenTopology {
  readonly topology: Topology;
  /** ms of a step's sums by it, and around the ring. */
  readonly ms: number;
  readonly ringMs: number;
}

/** Measured times vary, and another topology adds in another order: a smaller gain is not worth the change. */
const worthwhile = 0.8;
/** Times that differ by less are equal: then the first of the list counts. */
const rounding = 1e-9;

export function chooseTopology(choice: TopologyChoice): ChosenTopology {
  const timed = topologies.map((topology) => ({ topology, ms: sumsMs(choice, topology) }));
  const msOf = (wanted: Topology): number => timed.find(({ topology }) => topology === wanted)!.ms;
  const best = timed.reduce((a, b) => (b.ms < (1 - rounding) * a.ms ? b : a));
  const isWorthIt = best.ms < worthwhile * msOf(choice.current);
  const topology = isWorthIt ? best.topology : choice.current;
  return { topology, ms: msOf(topology), ringMs: msOf('ring') };
}

/** The flight passes for all buckets at once, and is not hidden behind the backward pass of the last one. */
function sumsMs({ line, flightMs, pathOf, bytesOn }: TopologyChoice, wanted: Topology): number {
  const topology = pathOf(wanted);
  const along = { ...line, topology };
  return flightMs(topology) + exposedMs(along, bytesOn(along) / 4);
}
