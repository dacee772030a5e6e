// S18d: what a sum along trees sends between machines and within them, when several members share a machine and so its one line
// to the others (COST.md). Found by walking the trees. Everybody alone, it is what the rows say: the bytes that the busiest
// line carries on the way up, and on the way down. Chunks count as equally long. Pure.
import { range } from './topologies/rules';
import { rulesOf, type TreePath } from './topology';

/** Members that share machines. */
export interface Machines {
  /** The group of each ring position: the members of one machine. */
  readonly groups: readonly number[];
  /** The rate between two members of a machine. */
  readonly bytesPerSecond: number;
}

/** Shares of the gradient, but for the steps. */
interface GroupTraffic {
  /** Messages in a row on the longest path. */
  readonly steps: number;
  /** Sent by the busiest member. */
  readonly busiest: number;
  /** The busiest machine sends or receives so much over its line, up and then down. */
  readonly acrossInARow: number;
  /** The busiest member sends or receives so much within its machine, up and then down. */
  readonly withinInARow: number;
}

export function groupTraffic(path: TreePath, groups: readonly number[]): GroupTraffic {
  const size = groups.length;
  const { chunkCount, routeOf } = rulesOf(path);
  const chunks = chunkCount(size);
  const up = new Walk(groups);
  const down = new Walk(groups);
  let steps = 0;
  for (const chunk of range(0, chunks)) {
    const routes = range(0, size).map((position) => routeOf(size, position, chunk));
    for (const [from, { parent, to }] of routes.entries()) {
      if (parent !== undefined) up.send(from, parent);
      for (const next of to) down.send(from, next);
    }
    const hops = (at: number, next: 'parent' | 'source'): number => {
      const after = routes[at][next];
      return after === undefined ? 0 : 1 + hops(after, next);
    };
    const longest = (next: 'parent' | 'source') => Math.max(...range(0, size).map((at) => hops(at, next)));
    steps = Math.max(steps, longest('parent') + longest('source'));
  }
  return {
    steps,
    busiest: Math.max(...range(0, size).map((at) => up.sent[at] + down.sent[at])) / chunks,
    acrossInARow: (up.across + down.across) / chunks,
    withinInARow: (up.within + down.within) / chunks,
  };
}

/** Chunks that went one way: up, or down. */
class Walk {
  /** Each position’s chunks, to whomever. */
  readonly sent: number[];
  readonly #across: { readonly out: number[]; readonly in: number[] };
  readonly #within: { readonly out: number[]; readonly in: number[] };

  constructor(private readonly groups: readonly number[]) {
    const none = (): number[] => groups.map(() => 0);
    this.sent = none();
    this.#across = { out: none(), in: none() };
    this.#within = { out: none(), in: none() };
  }

  /** The most that one machine sends, or receives. */
  get across(): number {
    return Math.max(...this.#across.out, ...this.#across.in);
  }

  /** The most that one member sends, or receives. */
  get within(): number {
    return Math.max(...this.#within.out, ...this.#within.in);
  }

  send(from: number, to: number): void {
    const { groups } = this;
    this.sent[from]++;
    const isWithin = groups[from] === groups[to];
    const [ends, sender, receiver] = isWithin
      ? [this.#within, from, to]
      : [this.#across, groups[from], groups[to]];
    ends.out[sender]++;
    ends.in[receiver]++;
  }
}
