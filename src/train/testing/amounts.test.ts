// Rings that predict amounts: what they hold is what one thread computes, through a death and a join; R² on the held-out
// examples is that of the formula; codecs, local steps and the noise scale go along.
import { expect, test } from 'vitest';
import { amountsOf } from '../../data/amount-dataset';
import { loadDataset } from '../../data/load-dataset';
import { microBatches } from '../../data/micro-batches';
import { splitDataset } from '../../data/split';
import { compressionNamed } from '../../codecs/setting';
import { createCpuEngine } from '../../model/cpu/cpu-engine';
import { mlpPreset } from '../../model/presets';
import type { AmountLoss } from '../../ops/amount-loss/amount-loss.ref';
import type { RunConfig } from '../run/run-config';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing } from './simulated-ring';

const data = { kind: 'homes', examples: 300, noise: 0.1 } as const;

function priceRun(loss: AmountLoss, change: Partial<RunConfig> = {}): RunConfig {
  return {
    ...testConfig,
    model: { ...mlpPreset([2], 1, [12], 'tanh'), loss },
    data,
    validationExamples: 60,
    optimizer: { kind: 'momentum', momentum: 0.9, nesterov: false },
    learningRate: 0.05,
    steps: 20,
    evaluateEvery: 10,
    ...change,
  };
}

/** Three members train to the end; one of them dies on the way, and one joins. */
async function trained(config: RunConfig) {
  const ring = new SimulatedRing({ seed: 5, config });
  const witness = new Witness();
  const add = () => {
    const replica = ring.add();
    witness.watch(replica);
    return replica;
  };
  const [host, , victim] = [add(), add(), add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('some steps', () => host.steps.length >= Math.min(8, config.steps / 2));
  ring.kill(victim);
  add();
  await ring.until('the last step', () =>
    ring.living.every(({ member }) => member.replica.held?.state.status === 'finished'),
  );
  await ring.until('its record', () => host.steps.at(-1)?.step === config.steps);
  ring.verify();
  await ring.end();
  return { ring, witness, host };
}

/** The held-out examples' R² by its definition: 1 − Σ(predicted − true)² / Σ(true − mean)². */
async function r2Of(
  { model, validationExamples, seed }: RunConfig,
  parameters: Float32Array,
): Promise<number> {
  const dataset = loadDataset(data, seed);
  const { validation } = splitDataset(dataset, validationExamples, seed);
  const engine = createCpuEngine(model, validation.length);
  engine.setParameters(parameters);
  const predicted = await engine.predict(microBatches(dataset, validation, validation.length)[0]);
  const actual = amountsOf(dataset, validation);
  const mean = actual.reduce((sum, amount) => sum + amount, 0) / actual.length;
  const squares = (from: (at: number) => number): number =>
    actual.reduce((sum, amount, at) => sum + (amount - from(at)) ** 2, 0);
  return 1 - squares((at) => predicted[at]) / squares(() => mean);
}

test.each(['squared', 'huber'] as const)(
  '%s: bit for bit what one thread computes, and its R²',
  async (loss) => {
    const { ring, witness, host } = await trained(priceRun(loss));
    const oracle = await replay(ring.config, witness, ring.config.steps);
    for (const { member } of ring.living)
      expect(replayDifference(oracle, member.replica.held!), member.options.name).toBeUndefined();
    const [first, last] = [host.steps[9], host.steps[19]].map(({ validation }) => validation!);
    const r2 = await r2Of(ring.config, host.member.replica.held!.tensors.parameters);
    expect(Math.abs(last.r2! - r2)).toBeLessThan(1e-6);
    expect(last.r2).toBeGreaterThan(first.r2!);
    expect(last.r2).toBeGreaterThan(0.6);
    for (const record of host.steps) {
      expect(record.accuracy).toBeUndefined();
      expect(record.r2).toBeLessThanOrEqual(1);
      expect(record.alarm).toBeUndefined();
    }
    expect(host.steps.some(({ noise }) => noise !== undefined)).toBe(true);
  },
);

const local = { kind: 'local', innerSteps: 4, outer: { kind: 'average' } } as const;

test.each([
  ['int8', {}],
  ['sign', {}],
  ['f32', { sync: local, steps: 12, evaluateEvery: 12 }],
] as const)('codec %s, %j: all members hold the same, and it learns', async (codec, change) => {
  const base = priceRun('squared', change);
  const config = { ...base, buckets: { ...base.buckets, codec: compressionNamed(codec) } };
  const { host } = await trained(config);
  expect(host.steps.at(-1)!.validation!.r2).toBeGreaterThan(0.4);
});

test('a rate that is too high raises the alarm', async () => {
  const ring = new SimulatedRing({ seed: 6, config: priceRun('squared', { learningRate: 0.3, steps: 200 }) });
  const only = ring.add();
  await ring.formed(1);
  ring.submit({ kind: 'start' });
  await ring.until('an alarm', () => only.steps.some(({ alarm }) => alarm !== undefined));
  await ring.end();
});
