// A GPT as a plan: its size, names and initial parameters. Its dropout belongs to examples, not to batches.
import { expect, test } from 'vitest';
import { largestDifference } from '../../ops/tolerance';
import { initialParameters } from '../plan/initial-parameters';
import { compile } from '../plan/plan';
import { gptPreset, gptSizes } from '../presets';
import { ReferenceModel } from './reference-model';
import { sliceBatch } from '../testing/batches';
import { randomBatch } from '../plan/random-batch';

const small = { vocabulary: 11, context: 7, channels: 12, heads: 3, layers: 2, dropout: 0.2, tied: true };

test('sizes: from ten thousand parameters to tens of millions', () => {
  const counts = Object.values(gptSizes).map((size) => {
    const options = { ...size, vocabulary: 65, dropout: 0.1 };
    const tied = compile(gptPreset({ ...options, tied: true }), 1).parameterCount;
    const untied = compile(gptPreset({ ...options, tied: false }), 1).parameterCount;
    expect(untied - tied).toBe(65 * size.channels + 65);
    return tied;
  });
  expect(counts).toEqual([9_600, 108_352, 818_048, 10_770_816, 37_993_984]);
});

test('initial parameters are GPT-2’s', () => {
  const plan = compile(gptPreset({ ...small, layers: 8, channels: 48 }), 1);
  const flat = initialParameters(plan, 1);
  const deviationOf = (name: string): number => {
    const { offset, length } = plan.slots.find((slot) => slot.name === name)!;
    return Math.sqrt(flat.subarray(offset, offset + length).reduce((sum, x) => sum + x * x, 0) / length);
  };
  const block = 'layers.2'; // after the embedding and its dropout
  expect(deviationOf('layers.0.tokens')).toBeCloseTo(0.02, 2);
  expect(deviationOf(`${block}.0.1.qkv.weight`)).toBeCloseTo(0.02, 3);
  expect(deviationOf(`${block}.0.1.out.weight`)).toBeCloseTo(0.02 / 4, 3);
  expect(deviationOf(`${block}.1.1.weight`)).toBeCloseTo(0.02, 3);
  expect(deviationOf(`${block}.1.2.weight`)).toBeCloseTo(0.02 / 4, 3);
  expect(deviationOf(`${block}.0.0.scale`)).toBe(1);
  // Matrices decay; tables, norms and biases do not.
  expect(plan.slots.filter(({ decays }) => decays).every(({ name }) => name.endsWith('weight'))).toBe(true);
});

test('without dropout the plan has no dropout call', () => {
  const ops = compile(gptPreset({ ...small, dropout: 0 }), 2).forward.map(({ op }) => op);
  expect(ops).not.toContain('dropout');
});

test('three shards of b examples sum to the gradient of one shard of 3·b', () => {
  const spec = gptPreset(small);
  const gradient = (microBatch: number, parts: number): Float64Array => {
    const plan = compile(spec, microBatch);
    const model = new ReferenceModel(plan, Float64Array);
    model.parameters.set(initialParameters(plan, 2).map((value) => 5 * value));
    const whole = randomBatch(compile(spec, 6), 'shards', 1, 5);
    for (let part = 0; part < parts; part++) {
      model.load(sliceBatch(plan, whole, part));
      model.forward();
      model.backward();
    }
    return model.gradients as Float64Array;
  };
  const difference = largestDifference(gradient(2, 3), gradient(6, 1));
  console.info(`three shards against one: ${difference}`);
  expect(difference).toBeLessThan(1e-12);
});
