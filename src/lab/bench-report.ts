// The messages between the bench page and the command that drives it.

export const systems = ['ours', 'jaxjs', 'tfjs'] as const;
export type System = (typeof systems)[number];

/** A figure in the line's unit; the error when there is none; undefined when the system was not requested. */
export type Figure = number | { readonly error: string } | undefined;

export interface BenchLine {
  /** 'matmul 1024 nn', 'gpt step'. */
  readonly name: string;
  /** 'ms' is a time, the others are rates. */
  readonly unit: 'GFLOP/s' | 'GB/s' | 'ms';
  readonly figures: Readonly<Record<System, Figure>>;
  /** The adapter's best: by its multiply–adds, or its memory copy where only memory traffic counts. */
  readonly ceiling: number;
  /** Largest relative difference between two systems' results; undefined with one system. */
  readonly difference: number | undefined;
  readonly tolerance: number;
  /** Timed runs of each system, after the check and a warm-up. */
  readonly runs: number;
}

export interface RunOptions {
  readonly only: readonly System[];
  /** undefined: as many as a budget of time allows. */
  readonly runs: number | undefined;
}

export type BenchReport =
  /** The first message. */
  | { readonly kind: 'adapter'; readonly adapter: string; readonly ceiling: string }
  | { readonly kind: 'line'; readonly line: BenchLine }
  /** The last message; with the reason when the page itself failed. */
  | { readonly kind: 'end'; readonly error?: string };

/** How many times as fast as the rival; undefined unless both have a figure. */
export function ratio({ unit, figures }: BenchLine, rival: System): number | undefined {
  const ours = figures.ours;
  const theirs = figures[rival];
  if (typeof ours !== 'number' || typeof theirs !== 'number') return undefined;
  return unit === 'ms' ? theirs / ours : ours / theirs;
}
