// Steps and examples per second over the last few seconds of committed steps. Both are undefined until two steps are
// known, and again when none was committed for a while. A step costs the same however many steps a second there are.
import type { StepRecord } from '../protocol';

const windowMs = 5_000;
/** Steps that left the window are removed in one go. */
const removedAtOnce = 256;

export class StepRates {
  #recent: { readonly atMs: number; readonly examples: number }[] = [];
  /** Where the window begins. */
  #first = 0;

  add({ atMs, effectiveBatch }: StepRecord): void {
    this.#recent.push({ atMs, examples: effectiveBatch });
    this.#forget(atMs);
  }

  at(epochMs: number): { stepsPerSecond: number | undefined; examplesPerSecond: number | undefined } {
    this.#forget(epochMs);
    const recent = this.#recent.slice(this.#first);
    const first = recent[0];
    const last = recent.at(-1);
    if (!first || !last || last.atMs <= first.atMs)
      return { stepsPerSecond: undefined, examplesPerSecond: undefined };
    const seconds = (last.atMs - first.atMs) / 1000;
    const examples = recent.reduce((sum, step) => sum + step.examples, 0) - first.examples;
    return { stepsPerSecond: (recent.length - 1) / seconds, examplesPerSecond: examples / seconds };
  }

  #forget(nowMs: number): void {
    while (this.#first < this.#recent.length && this.#recent[this.#first].atMs < nowMs - windowMs)
      this.#first++;
    if (this.#first < removedAtOnce) return;
    this.#recent = this.#recent.slice(this.#first);
    this.#first = 0;
  }
}
