// Steps and examples per second over the last few seconds of committed steps. Both are undefined until two steps are
// known, and again when none was committed for a while.
import type { StepRecord } from '../protocol';

const windowMs = 5_000;

export class StepRates {
  #recent: { readonly atMs: number; readonly examples: number }[] = [];

  add({ atMs, effectiveBatch }: StepRecord): void {
    this.#recent.push({ atMs, examples: effectiveBatch });
    this.#forget(atMs);
  }

  at(epochMs: number): { stepsPerSecond: number | undefined; examplesPerSecond: number | undefined } {
    this.#forget(epochMs);
    const first = this.#recent[0];
    const last = this.#recent.at(-1);
    if (!first || !last || last.atMs <= first.atMs)
      return { stepsPerSecond: undefined, examplesPerSecond: undefined };
    const seconds = (last.atMs - first.atMs) / 1000;
    const examples = this.#recent.slice(1).reduce((sum, step) => sum + step.examples, 0);
    return { stepsPerSecond: (this.#recent.length - 1) / seconds, examplesPerSecond: examples / seconds };
  }

  #forget(nowMs: number): void {
    this.#recent = this.#recent.filter(({ atMs }) => atMs >= nowMs - windowMs);
  }
}
