// The bytes that a sum sends over the network when replicas share machines, and each machine has one line: the rows of
// COST.md for machines of g replicas, the last of which may have fewer. Replicas stand in the order of their machines.
// What stays within a machine costs nothing. Exact, but for a tree and for halving–doubling unless N and g are powers
// of two: there their machines' subtrees are taken as whole. Pure.
import type { ShownPath } from '../collectives/topology';

/** Shares of the gradient. */
interface NetworkShares {
  /** Messages in a row; undefined: as without machines. */
  readonly steps: number | undefined;
  /** The busiest machine sends or receives so much over its line, up and then down. */
  readonly inARow: number;
  /** The busiest machine sends. */
  readonly busiest: number;
  /** All machines send. */
  readonly total: number;
}

/** `perMachine`: 2 or more. */
export function onMachines(algorithm: ShownPath, worldSize: number, perMachine: number): NetworkShares {
  const size = Math.min(perMachine, worldSize);
  const machines = Math.ceil(worldSize / size);
  const last = worldSize - (machines - 1) * size;
  /** Σ over machines of their replicas, times the replicas elsewhere. */
  const pairs = worldSize ** 2 - (machines - 1) * size ** 2 - last ** 2;
  const elsewhere = worldSize - size;
  const rounds = Math.ceil(Math.log2(machines));
  const shares = (inARow: number, total: number, busiest = inARow): NetworkShares => ({
    steps: undefined,
    inARow,
    busiest,
    total,
  });
  if (machines === 1) return shares(0, 0);
  switch (algorithm) {
    case 'ring': {
      const each = (2 * (worldSize - 1)) / worldSize;
      return shares(each, machines * each);
    }
    case 'tree':
      return shares(2 * rounds, 2 * (machines - 1), rounds);
    case 'star':
      return shares(2 * elsewhere, 2 * elsewhere, elsewhere);
    case 'direct':
    case 'halving-doubling':
      return shares((2 * size * elsewhere) / worldSize, (2 * pairs) / worldSize);
    case 'two-levels': {
      const each = (2 * (machines - 1)) / machines;
      return { ...shares(each, machines * each), steps: 4 };
    }
    case 'gathered':
      return shares(size * elsewhere, pairs);
    default:
      return algorithm satisfies never;
  }
}
