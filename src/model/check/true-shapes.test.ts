// The check at true shapes, on engines that are right and wrong.
import { describe, expect, test, vi } from 'vitest';
import { createCpuEngine } from '../cpu/cpu-engine';
import { yieldToLoop } from '../../base/yield-to-loop';
import { EngineError, type Engine } from '../engine';
import { compile } from '../plan/plan';
import { cnnPreset, cnnSizes, gptPreset, gptSizes, mlpPreset } from '../presets';
import type { ModelSpec } from '../spec';
import { lyingEngine } from '../testing/lying-engine';
import { baseOf } from '../testing/oracle';
import { testCnn, testGpt, type TestModel } from '../testing/models';
import { TrueShapes } from './true-shapes';

const models: readonly (readonly [ModelSpec, number])[] = [
  [mlpPreset([28, 28], 10, [128, 64], 'relu'), 32],
  [cnnPreset([28, 28], 10, cnnSizes.small), 8],
  [testCnn.spec, testCnn.microBatch],
  [testGpt.spec, testGpt.microBatch],
  [gptPreset({ vocabulary: 65, ...gptSizes.tiny, dropout: 0.1, tied: true }), 2],
];

test.each(models)('$name: right answers pass, one parameter off is found', async (spec, microBatch) => {
  const engine = createCpuEngine(spec, microBatch);
  const shapes = new TrueShapes(spec);
  expect(shapes.isAffordable).toBe(true);
  const expected = await shapes.reference();
  expect(await shapes.ask(engine, expected)).toBeUndefined();
  const { slots } = engine;
  for (const { name, offset, length } of [slots[0], slots[slots.length - 1]]) {
    const size = Math.hypot(...expected.gradient.subarray(offset, offset + length)) * microBatch;
    const off = (by: number): Engine => ({
      ...engine,
      async gradient(...call) {
        const sums = await engine.gradient(...call);
        call[2][offset] += by;
        return sums;
      },
    });
    expect(await shapes.ask(off(0.01 * size), expected)).toContain(
      `CPU (plain loops) gives a wrong answer at true shapes: the gradient of ${name} is off by 0.0`,
    );
  }
});

test('a model of billions of flops a row is not asked', () => {
  const large = gptPreset({ vocabulary: 65, ...gptSizes.large, dropout: 0, tied: true });
  expect(new TrueShapes(large).isAffordable).toBe(false);
});

test('adapters are not asked: the loops would need the engine’s frozen parameters', async () => {
  const adapters = { rank: 2, alpha: 2, weights: ['layers.0.weight', 'layers.1.weight'] };
  const spec = { ...mlpPreset([6], 4, [9], 'tanh'), adapters };
  const engine = createCpuEngine(spec, 3);
  engine.setBase(baseOf(spec));
  const shapes = new TrueShapes(spec);
  expect(await shapes.ask(engine, await shapes.reference())).toContain('gives a wrong answer');
  expect(shapes.isAffordable).toBe(false);
});

describe('loops that fail in the middle of a judgement', () => {
  const { spec, microBatch } = testGpt;
  const lying = lyingEngine(createCpuEngine(spec, microBatch), { op: 'dropout', kind: 'zeros', by: 1e3 });
  const noMemory = new RangeError('Array buffer allocation failed');

  test('nothing is known without the second reference', async () => {
    const shapes = new TrueShapes(spec);
    const first = await shapes.reference();
    vi.spyOn(shapes, 'reference').mockRejectedValue(noMemory);
    await expect(shapes.ask(lying, first)).rejects.toBe(noMemory);
  });

  test('the parameter is named where the search for the op fails', async () => {
    let isFull = false;
    const shapes = new TrueShapes(spec, () => (isFull ? Promise.reject(noMemory) : Promise.resolve()));
    const first = await shapes.reference();
    const second = await shapes.reference(2);
    vi.spyOn(shapes, 'reference').mockImplementation(() => {
      isFull = true;
      return Promise.resolve(second);
    });
    expect(await shapes.ask(lying, first)).toContain(': the gradient of ');
  });

  test('an engine that fails in the search has failed', async () => {
    const shapes = new TrueShapes(spec);
    const lost = new EngineError('device-lost', 'the device was lost');
    const failing: Engine = { ...lying, runCalls: () => Promise.reject(lost) };
    await expect(shapes.ask(failing, await shapes.reference())).rejects.toBe(lost);
  });
});

describe('the thread of the check has other work too, between two calls', () => {
  const calls = ({ spec, microBatch }: TestModel, rows = microBatch): number => {
    const { forward, backward } = compile(spec, rows);
    return forward.length + backward.length;
  };
  const counting = (spec: ModelSpec): { readonly shapes: TrueShapes; readonly pauses: () => number } => {
    let pauses = 0;
    const shapes = new TrueShapes(spec, () => {
      pauses++;
      return yieldToLoop();
    });
    return { shapes, pauses: () => pauses };
  };

  test('it pauses after each call of a reference, and of the search for the wrong op', async () => {
    const { spec, microBatch } = testGpt;
    const { shapes, pauses } = counting(spec);
    const honest = createCpuEngine(spec, microBatch);
    const first = await shapes.reference();
    const drawing = pauses() - calls(testGpt, 1);
    expect(drawing).toBeGreaterThan(0);
    expect(await shapes.ask(honest, first)).toBeUndefined();
    expect(pauses()).toBe(drawing + calls(testGpt, 1));
    const lying = lyingEngine(honest, { op: 'dropout', kind: 'zeros', by: 1e3 });
    expect(await shapes.ask(lying, first)).toContain('of dropout');
    // Another reference, with the parameters of the first, and the search.
    expect(pauses()).toBe(drawing + 2 * calls(testGpt, 1) + calls(testGpt));
  });

  test('parameters are drawn in pieces, and are the same', async () => {
    const spec = mlpPreset([28, 28], 10, [512], 'relu');
    const { shapes, pauses } = counting(spec);
    await shapes.reference();
    const model = { spec, microBatch: 1 };
    expect(pauses() - calls(model)).toBe(Math.ceil((784 * 512) / 65_536) + 1); // the first weights, the second
    const given: Float32Array[] = [];
    const engine = createCpuEngine(spec, 1);
    const noting: Engine = {
      ...engine,
      setParameters(flat) {
        given.push(flat);
        engine.setParameters(flat);
      },
    };
    expect(await shapes.ask(noting, await shapes.reference())).toBeUndefined();
    expect(given).toEqual([engine.initialParameters(1)]);
  });

  test('a call too large for one piece: the model is not asked, or the op not searched for', async () => {
    expect(new TrueShapes(mlpPreset([28, 28], 10, [16_384, 16_384], 'relu')).isAffordable).toBe(false);
    const spec = mlpPreset([28, 28], 10, [512, 512], 'relu'); // 0.8 MFLOP a row
    const { shapes, pauses } = counting(spec);
    const honest = createCpuEngine(spec, 256);
    const blank: Engine = {
      ...honest,
      gradient: () => Promise.resolve({ lossSum: 0, score: 0, count: 0 }),
      runCalls: () => Promise.reject(new Error('the op is searched for')),
    };
    expect(shapes.isAffordable).toBe(true);
    const first = await shapes.reference();
    const before = pauses();
    expect(await shapes.ask(blank, first)).toContain('the gradient of layers.0.weight is off');
    expect(pauses() - before).toBe(calls({ spec, microBatch: 1 })); // of the second reference
  });
});
