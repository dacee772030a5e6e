// What the last committed steps show of the run: its noise scale, and whether it goes wrong. Keeps what the pure
// functions need for one run, and begins again with another.
import { guessLoss } from '../metrics/guess-loss';
import {
  divergenceAlarm,
  noSteps,
  watchStep,
  type Alarm,
  type AlarmWatch,
} from '../metrics/divergence-alarm';
import {
  addNoise,
  noiseOf,
  noNoise,
  type Noise,
  type NoiseEstimate,
  type NoiseState,
} from '../metrics/noise-scale';
import { canonical } from '../run/run-config';
import type { RunState } from '../run/run-state';
import type { StepRecord } from '../metrics/step-record';

export class StepWatch {
  #noise: NoiseState = noNoise;
  #alarm: AlarmWatch = noSteps;
  #sync = '';

  /** A step whose sum was finite: `record` is what came of it, `estimate` what it says of the noise, `state` the one
   *  after it. */
  add(
    estimate: NoiseEstimate | undefined,
    record: Pick<
      StepRecord,
      'step' | 'loss' | 'gradientNorm' | 'learningRate' | 'effectiveBatch' | 'isSkipped' | 'local' | 'codec'
    >,
    faulty: readonly string[],
    state: RunState,
  ): { readonly noise?: Noise; readonly alarm?: Alarm } {
    // Losses and norms of one mode say nothing of another's.
    const sync = canonical(state.sync);
    if (sync !== this.#sync) this.forget();
    this.#sync = sync;
    if (estimate) this.#noise = addNoise(this.#noise, estimate);
    this.#alarm = watchStep(this.#alarm, { ...record, faulty }, guessLoss(state.config));
    const isMeasured = !record.local && record.codec === 'f32';
    const noise = isMeasured ? noiseOf(this.#noise) : undefined;
    const alarm = divergenceAlarm(this.#alarm, state);
    return { ...(noise ? { noise } : {}), ...(alarm ? { alarm } : {}) };
  }

  forget(): void {
    this.#noise = noNoise;
    this.#alarm = noSteps;
  }
}
