// What the last committed steps say about the run: its noise scale, and whether it goes wrong. Remembers what the pure
// functions need; both are of one run, and begin anew with another.
import type { HeaderRecord } from './header-record';
import { divergenceAlarm, noSteps, watchStep, type Alarm, type AlarmWatch } from './divergence-alarm';
import { addNoise, estimateNoise, noiseOf, noNoise, type Noise, type NoiseState } from './noise-scale';
import type { RunState } from './run-state';
import type { StepRecord } from './step-record';

export class StepWatch {
  #noise: NoiseState = noNoise;
  #alarm: AlarmWatch = noSteps;

  /** A step whose sum was finite: `records` are of those who finished it, `record` is what came of them, `state`
   *  the one after it. */
  add(
    records: readonly HeaderRecord[],
    record: Pick<
      StepRecord,
      'step' | 'loss' | 'gradientNorm' | 'learningRate' | 'effectiveBatch' | 'isSkipped'
    >,
    faulty: readonly string[],
    state: RunState,
  ): { readonly noise?: Noise; readonly alarm?: Alarm } {
    const sources = records
      .filter(({ last }) => last.step === record.step && last.count > 0)
      .map(({ last }) => ({ count: last.count, gradientSquared: last.gradientSquared }));
    const estimate = record.isSkipped
      ? undefined
      : estimateNoise(sources, record.effectiveBatch, record.gradientNorm ** 2);
    if (estimate) this.#noise = addNoise(this.#noise, estimate);
    this.#alarm = watchStep(this.#alarm, { ...record, faulty });
    const noise = noiseOf(this.#noise);
    const alarm = divergenceAlarm(this.#alarm, state);
    return { ...(noise ? { noise } : {}), ...(alarm ? { alarm } : {}) };
  }

  forget(): void {
    this.#noise = noNoise;
    this.#alarm = noSteps;
  }
}
