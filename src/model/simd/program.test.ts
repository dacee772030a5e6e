// The program of a plan, and the memory that it runs over.
import { expect, test } from 'vitest';
import { scratchTensor } from '../../ops/lowering';
import { presets } from '../../replica/presets';
import { compile } from '../plan/plan';
import {
  cnnPreset,
  cnnSizes,
  gptPreset,
  gptSizes,
  layersPreset,
  linearPreset,
  mlpPreset,
  residualLayers,
} from '../presets';
import { testCnn, testGpt, testMlp } from '../testing/models';
import type { ModelSpec } from '../spec';
import { programOf } from './program';

/** The presets, and other models that the start form makes. */
const specs: readonly ModelSpec[] = [
  ...presets.map(({ config }) => config.model),
  linearPreset([2], 2),
  mlpPreset([2], 2, [16, 16], 'tanh'),
  mlpPreset([28, 28], 10, [512, 512], 'relu'),
  cnnPreset([28, 28], 10, cnnSizes.medium),
  layersPreset([28, 28], 10, residualLayers({ widths: [16, 32], blocks: 1, groups: 8 })),
  gptPreset({ ...gptSizes.mini, vocabulary: 65, dropout: 0.1, tied: true }),
  gptPreset({ ...gptSizes.mini, vocabulary: 65, dropout: 0, tied: false }),
];

test('every call of every preset has kernels', () => {
  const without = new Set<string>();
  for (const spec of specs) {
    const { steps, calls } = programOf(compile(spec, 2), 1);
    for (const step of steps) if ('reference' in step) without.add(calls[step.reference].op);
  }
  expect([...without]).toEqual([]);
});

test.each([testMlp, testCnn, testGpt])('tensors that live together do not overlap: $spec.name', (model) => {
  for (const checkpoints of [false, true]) {
    const plan = compile(model.spec, model.microBatch, { checkpoints });
    const { layout, calls } = programOf(plan, 3);
    const lengths = new Map(plan.tensors.map(({ name, length }) => [name, 4 * length]));
    const uses = new Map<string, [first: number, last: number]>();
    calls.forEach(({ reads, writes, updates }, at) => {
      for (const name of [...reads, ...writes, ...updates]) uses.set(name, [uses.get(name)?.[0] ?? at, at]);
    });
    const isActivation = new Set(
      plan.tensors.filter(({ role }) => role.kind === 'activation').map(({ name }) => name),
    );
    const always: [number, number] = [0, calls.length];
    const ranges = [...layout.addresses].map(([name, start]) => ({
      name,
      start,
      end: start + (lengths.get(name) ?? 0),
      life: isActivation.has(name) ? uses.get(name)! : always,
    }));
    ranges.push(...layout.threadScratch.map((start, thread) => ({ name: `scratch ${thread}`, start, end: start + 4, life: always }))); // prettier-ignore
    for (const a of ranges)
      for (const b of ranges) {
        if (a === b || a.life[1] < b.life[0] || b.life[1] < a.life[0]) continue;
        expect(a.end <= b.start || b.end <= a.start, `${a.name} beside ${b.name}`).toBe(true);
      }
    for (const { name, start, end } of ranges) {
      expect(start % 64, name).toBe(0);
      expect(end, name).toBeLessThanOrEqual(layout.bytes);
    }
    expect(layout.addresses.has(scratchTensor)).toBe(true);
    const naive = [...isActivation].reduce((sum, name) => sum + lengths.get(name)!, 0);
    console.info(`${model.spec.name}: activations ${layout.activationBytes} bytes, ${naive} without sharing`);
    expect(layout.activationBytes).toBeLessThan(naive);
  }
});

test('another number of threads leaves all but their own scratch where it is', () => {
  for (const spec of specs) {
    const plan = compile(spec, 3);
    const [one, many] = [1, 8].map((threads) => programOf(plan, threads));
    expect(many.steps).toEqual(one.steps);
    expect(many.layout.addresses).toEqual(one.layout.addresses);
    expect(many.layout.threadScratch[0]).toBe(one.layout.threadScratch[0]);
  }
});
