import { inWords } from '../../cli/english/testing/in-words';
import { say } from '../../base/sayings';
import { expect, test } from 'vitest';
import { divergenceAlarm, noSteps, watchStep, type Alarm, type AlarmStep } from './divergence-alarm';
import { noRateHealth } from '../run/rate-health';
import type { RunConfig } from '../run/run-config';
import { newRun, type RunState } from '../run/run-state';
import type { StepRecord } from './step-record';
import { testConfig } from '../testing/real-ring';
import { SimulatedRing } from '../testing/simulated-ring';

const sgd = { ...testConfig, optimizer: { kind: 'sgd' }, evaluateEvery: 0 } as const;

/** Trains to the end, until the ring has diverged, or until the first record shows enough. Five times as many replicas join
 *  after `growAt` steps. */
async function trained(
  seed: number,
  config: RunConfig,
  size: number,
  growAt = 0,
  isEnough: (record: StepRecord) => boolean = () => false,
): Promise<StepRecord[]> {
  const ring = new SimulatedRing({ seed, config: { ...config, seed } });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  if (growAt > 0) {
    await ring.until('growth', () => replicas[0].steps.length >= growAt);
    for (let i = 0; i < 5 * size; i++) ring.add();
  }
  await ring.until(
    'the end',
    () =>
      replicas[0].steps.slice(-1).some(isEnough) ||
      (['finished', 'diverged'].includes(replicas[0].member.replica.held!.state.status) &&
        replicas[0].member.trainer.status.activity.kind === 'idle'),
  );
  await ring.end();
  return replicas[0].steps;
}

const meanLoss = (steps: readonly StepRecord[]): number =>
  steps.reduce((sum, { loss }) => sum + loss, 0) / steps.length;

const alarmed = (steps: readonly StepRecord[]): StepRecord[] => steps.filter(({ alarm }) => alarm);

test('healthy runs raise no alarm: 6 seeds, SGD and AdamW, one to three replicas, some that grow', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const config =
      seed % 2 ? { ...sgd, learningRate: 0.2, steps: 48 } : { ...testConfig, steps: 48, evaluateEvery: 0 };
    const grown = {
      scaling: { rule: 'linear', referenceBatch: 8, rewarmSteps: 20 },
      learningRate: 0.05,
    } as const;
    const isGrown = seed === 1;
    const steps = await trained(
      seed,
      isGrown ? { ...config, ...grown } : config,
      isGrown ? 1 : 1 + (seed % 3),
      isGrown ? 20 : 0,
    );
    expect(
      alarmed(steps).map(({ step, alarm }) => [seed, step, alarm]),
      `seed ${seed}`,
    ).toEqual([]);
    expect(meanLoss(steps.slice(-8))).toBeLessThan(meanLoss(steps.slice(0, 8)));
  }
}, 120_000);

test('a rate that is too high is named as the cause, and a lower one is offered', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const steps = await trained(
      seed,
      { ...sgd, learningRate: 300, steps: 80 },
      2,
      0,
      ({ alarm }) => alarm !== undefined,
    );
    const [first] = alarmed(steps);
    expect(
      first?.alarm,
      `seed ${seed}: ${steps.map(({ loss }) => loss.toPrecision(3)).join(' ')}`,
    ).toMatchObject({
      cause: inWords(expect.stringContaining('the learning rate 300 is too high')),
      advice: inWords(expect.stringContaining('try 30')),
    });
  }
});

test('a batch that grew with the linear rule and no warm-up is named, with its sizes and step', async () => {
  const scaling = { rule: 'linear', referenceBatch: 8, rewarmSteps: 0 } as const;
  for (let seed = 1; seed <= 3; seed++) {
    const isLate = ({ step, alarm }: StepRecord): boolean => step > 45 && alarm !== undefined;
    const steps = await trained(seed, { ...sgd, scaling, learningRate: 2, steps: 160 }, 1, 40, isLate);
    const first = steps.find(isLate);
    expect(
      first?.alarm?.cause,
      `seed ${seed}: ${steps.map(({ loss }) => loss.toPrecision(3)).join(' ')}`,
    ).toEqual(inWords(/^the batch grew from 8 to \d+ at step \d+ with the linear rule and no warm-up$/));
  }
}, 120_000);

const calm = (step: number): AlarmStep => ({
  ...{
    step,
    loss: 0.5,
    gradientNorm: 1,
    learningRate: 0.1,
    effectiveBatch: 32,
    isSkipped: false,
    faulty: [],
  },
});

const alarmOf = (steps: readonly AlarmStep[], settings: RunState): Alarm | undefined =>
  divergenceAlarm(
    steps.reduce((watch, step) => watchStep(watch, step, Math.log(2)), noSteps),
    settings,
  );

test('causes follow from recent changes and from contributions left out', () => {
  const settings = newRun({ ...sgd, learningRate: 0.1 });
  const steps = Array.from({ length: 60 }, (_, i) => calm(i + 1));
  expect(alarmOf(steps, settings)).toBeUndefined();
  const bad = (change: (step: AlarmStep) => Partial<AlarmStep>): AlarmStep[] =>
    steps.map((step) => (step.step > 50 ? { ...step, loss: 5, ...change(step) } : step));
  expect(
    alarmOf(
      bad(() => ({})),
      settings,
    ),
  ).toMatchObject({
    level: 'error',
    sign: inWords('the loss rose from 0.5 to 5'),
    cause: inWords('the learning rate 0.1 is too high'),
    advice: inWords('try 0.01'),
  });
  expect(
    alarmOf(
      bad(() => ({ learningRate: 1 })),
      settings,
    ),
  ).toMatchObject({
    cause: inWords('the learning rate rose from 0.1 to 1 by step 51'),
    advice: inWords('go back to 0.1'),
  });
  // Long after the rate was raised, the last rate that worked is still known.
  const rateHealth = { ...noRateHealth, learningRate: 0.003 };
  expect(
    alarmOf(
      bad(() => ({})),
      { ...settings, rateHealth },
    ),
  ).toMatchObject({
    cause: inWords('the learning rate 0.1 is too high'),
    advice: inWords('go back to 0.003'),
  });
  expect(
    alarmOf(
      bad(() => ({ gradientNorm: 40 })),
      settings,
    )?.cause,
  ).toEqual(
    inWords('the learning rate 0.1 is too high, with clipping off and gradients 40 times as long as before'),
  );
  const sick = bad(({ step }) => (step === 52 ? { faulty: ['Calm Heron'] } : {}));
  expect(alarmOf(sick, settings)?.cause).toEqual(say('cause-faulty', { names: 'Calm Heron' }));
  const exploded = steps.map((step) => (step.step > 50 ? { ...step, gradientNorm: 30 } : step));
  expect(alarmOf(exploded, settings)).toMatchObject({
    level: 'warning',
    sign: inWords('the gradient is 30 times as long as before'),
  });
  const skipped = [...steps, { ...calm(61), isSkipped: true }];
  expect(alarmOf(skipped, settings)).toMatchObject({
    level: 'error',
    sign: inWords('1 of the last 8 steps had no finite sum'),
  });
  // One bad batch, or a small loss that goes up and down, is not a divergence.
  expect(alarmOf([...steps, { ...calm(61), loss: 9 }], settings)).toBeUndefined();
});
