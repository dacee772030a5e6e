// One step of a ring on a virtual clock: what computed and what travelled when. Times are in ms from the step's begin, at the
// first replica; all replicas do the same.

export type Interval = readonly [startMs: number, endMs: number];

/** A stretch of the step: computing alone, computing while a sum is under way, or a sum alone. */
export interface TimelinePart {
  readonly kind: 'compute' | 'overlapped' | 'exposed';
  readonly interval: Interval;
}

interface TimelineSum {
  readonly bytes: number;
  /** Tensors, or pieces of them. */
  readonly tensors: number;
  /** When the backward pass had all of it. */
  readonly readyMs: number;
  readonly interval: Interval;
}

export interface Timeline {
  readonly forward: Interval;
  /** The backward pass by layer, the last one first. */
  readonly backward: readonly Interval[];
  /** The sums in the order in which they start. */
  readonly sums: readonly TimelineSum[];
  /** The parts without gaps, from 0 to the end of the step. */
  readonly parts: readonly TimelinePart[];
  readonly gradientBytes: number;
  /** That the first replica sent. */
  readonly messages: number;
}

/** Duration of all parts of a kind, in ms. */
export function partMs({ parts }: Timeline, kind: TimelinePart['kind']): number {
  return parts
    .filter((part) => part.kind === kind)
    .reduce((sum, { interval: [start, end] }) => sum + end - start, 0);
}

/** The time of the whole step, in ms. */
export function wallMs({ parts }: Timeline): number {
  return parts[parts.length - 1].interval[1];
}

/** The share of the sums' time that compute hides; 0 … 1. */
export function hiddenShare(timeline: Timeline): number {
  const hidden = partMs(timeline, 'overlapped');
  return hidden / (hidden + partMs(timeline, 'exposed'));
}
