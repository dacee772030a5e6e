// The cost of an all-reduce in the α–β model (COST.md derives each row). A message takes α, and 1/β per byte. Every
// replica has one link that sends and receives at once at β bytes/s. Additions are free. Pure: the dashboard draws this
// beside the measurement.
import { fullMeshLimit } from '../membership/links-needed';
import type { SumPath } from './topology';

export interface Cost {
  /** Messages in a row on the longest path. */
  readonly steps: number;
  /** Sent by the busiest replica. */
  readonly busiestBytes: number;
  /** Sent per replica, averaged. */
  readonly meanBytes: number;
  readonly predictedMs: number;
}

export function allReduceCost(
  path: SumPath,
  worldSize: number,
  bytes: number,
  alphaMs: number,
  betaBytesPerSecond: number,
): Cost {
  if (worldSize <= 1) return { steps: 0, busiestBytes: 0, meanBytes: 0, predictedMs: 0 };
  const msPerByte = 1000 / betaBytesPerSecond;
  const rounds = Math.ceil(Math.log2(worldSize));
  // All replicas but one send their part once and get the sum once: 2(N−1) transfers of the whole gradient.
  const meanBytes = (2 * (worldSize - 1) * bytes) / worldSize;
  switch (path) {
    case 'ring': {
      const steps = 2 * (worldSize - 1);
      const predictedMs = steps * (alphaMs + (bytes / worldSize) * msPerByte);
      return { steps, busiestBytes: meanBytes, meanBytes, predictedMs };
    }
    case 'tree': {
      // Binomial, not segmented: the root sends the whole gradient to ⌈log₂ N⌉ children.
      const steps = 2 * rounds;
      const predictedMs = steps * (alphaMs + bytes * msPerByte);
      return { steps, busiestBytes: Math.max(rounds, 1) * bytes, meanBytes, predictedMs };
    }
    case 'star': {
      // The server's one link carries N − 1 gradients in, then N − 1 sums out.
      const predictedMs = 2 * (alphaMs + (worldSize - 1) * bytes * msPerByte);
      return { steps: 2, busiestBytes: (worldSize - 1) * bytes, meanBytes, predictedMs };
    }
    case 'direct': {
      // Every chunk goes straight to its owner, and its sum straight back to all.
      const predictedMs = 2 * alphaMs + meanBytes * msPerByte;
      return { steps: 2, busiestBytes: meanBytes, meanBytes, predictedMs };
    }
    case 'halving-doubling': {
      // Rabenseifner 2004. When N is not a power of two, the surplus sends its part first and gets the sum last.
      const power = 2 ** Math.floor(Math.log2(worldSize));
      const surplus = worldSize - power;
      const exchanged = (2 * (power - 1) * bytes) / power;
      const folded = surplus > 0 ? 1 : 0;
      const steps = 2 * Math.log2(power) + 2 * folded;
      const busiestBytes = exchanged + folded * bytes;
      const predictedMs = steps * alphaMs + (exchanged + 2 * folded * bytes) * msPerByte;
      const total = power * exchanged + 2 * surplus * bytes;
      return { steps, busiestBytes, meanBytes: total / worldSize, predictedMs };
    }
    case 'gathered':
      return gatheredCost(worldSize, bytes, alphaMs, msPerByte);
    default:
      return path satisfies never;
  }
}

/** Every part goes to all others: at once in a full mesh, else from neighbour to neighbour around the ring. */
function gatheredCost(worldSize: number, bytes: number, alphaMs: number, msPerByte: number): Cost {
  const steps = worldSize <= fullMeshLimit ? 1 : worldSize - 1;
  const sent = (worldSize - 1) * bytes;
  return { steps, busiestBytes: sent, meanBytes: sent, predictedMs: steps * alphaMs + sent * msPerByte };
}

/** The least time of a ring over its slowest link: the bytes only, without latency. */
export function ringBoundMs(worldSize: number, bytes: number, slowestBytesPerSecond: number): number {
  return worldSize <= 1 ? 0 : (((2 * (worldSize - 1)) / worldSize) * bytes * 1000) / slowestBytesPerSecond;
}
