// The noise scale and the alarm are of one way to train: figures of another are not mixed with them.
import { expect, test } from 'vitest';
import { noiseDecay } from '../metrics/noise-scale';
import { newRun, type RunState } from '../run/run-state';
import { testConfig } from '../testing/real-ring';
import { StepWatch } from './step-watch';

type Record = Parameters<StepWatch['add']>[1];

const estimate = { gradientSquared: 2, variance: 100 };
const record: Record = {
  ...{ step: 1, loss: 1, gradientNorm: 1, learningRate: 0.1, effectiveBatch: 8, isSkipped: false },
  ...{ local: undefined, codec: 'f32' },
} as Record;
const everyStep = newRun(testConfig);
const localSteps = { ...everyStep, sync: { kind: 'averaging', steps: 4 } } as unknown as RunState;

const weightAfter = (watch: StepWatch, state: RunState, change: Partial<Record> = {}): number | undefined =>
  watch.add(estimate, { ...record, ...change }, [], state).noise?.weight;

test('the noise scale is smoothed over the steps of one way to train, and begins again with another', () => {
  const watch = new StepWatch();
  expect(weightAfter(watch, everyStep)).toBeCloseTo(1 - noiseDecay, 12);
  expect(weightAfter(watch, everyStep)).toBeCloseTo(1 - noiseDecay ** 2, 12);
  expect(weightAfter(watch, localSteps), 'another way').toBeCloseTo(1 - noiseDecay, 12);
  expect(weightAfter(watch, everyStep), 'the first way again').toBeCloseTo(1 - noiseDecay, 12);
});

test('another run begins again', () => {
  const watch = new StepWatch();
  weightAfter(watch, everyStep);
  watch.forget();
  expect(weightAfter(watch, everyStep)).toBeCloseTo(1 - noiseDecay, 12);
});

test('steps of local training and compressed sums show no noise scale', () => {
  const watch = new StepWatch();
  expect(weightAfter(watch, everyStep, { codec: 'int8' })).toBeUndefined();
  expect(weightAfter(watch, everyStep, { local: {} as never })).toBeUndefined();
});
