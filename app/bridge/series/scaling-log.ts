// How fast the ring was at each size that it had: loss terms per second against the number of members.
import type { StepRecord } from '../../../src/replica/protocol';
import { middleMean } from '../../../src/base/middle-mean';

/** The latest steps at a size. */
const keptSteps = 50;
/** The fewest steps that make a figure. */
const leastSteps = 10;

export interface ScalingPoint {
  readonly worldSize: number;
  readonly perSecond: number;
  /** The rate that the smallest measured ring would give, times its growth. */
  readonly ideal: number;
}

export class ScalingLog {
  /** Members → milliseconds per loss term of each step. */
  readonly #costs = new Map<number, number[]>();
  #last: StepRecord | undefined;

  push(record: StepRecord): void {
    const last = this.#last;
    this.#last = record;
    if (last && record.step <= last.step) this.#costs.clear();
    const isNext = last?.step === record.step - 1 && last.generation === record.generation;
    if (!isNext || record.effectiveBatch === 0) return;
    const costs = this.#costs.get(record.worldSize) ?? [];
    costs.push((record.atMs - last.atMs) / record.effectiveBatch);
    this.#costs.set(record.worldSize, costs.slice(-keptSteps));
  }

  /** The points by size; empty while nothing is measured. */
  get points(): readonly ScalingPoint[] {
    const rates = [...this.#costs]
      .map(([worldSize, costs]) => ({ worldSize, perSecond: 1000 / middleMean(costs), steps: costs.length }))
      .filter(({ steps, perSecond }) => steps >= leastSteps && Number.isFinite(perSecond))
      .sort((a, b) => a.worldSize - b.worldSize);
    const [smallest] = rates;
    return rates.map(({ worldSize, perSecond }) => ({
      worldSize,
      perSecond,
      ideal: (smallest.perSecond / smallest.worldSize) * worldSize,
    }));
  }
}
