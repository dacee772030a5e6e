// The contract of engine.ts as a suite, run against every backend (cpu-engine.test.ts, webgpu-engine.gpu.test.ts).
// The oracle is the plan in f64, which oracle.test.ts checks against finite differences.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomReals } from '../../ops/testing/random-reals';
import { largestDifference, tolerance } from '../../ops/tolerance';
import type { Bucket, Engine, MicroBatch } from '../engine';
import { compile } from '../plan/plan';
import { contractModels } from './contract-models';
import { baseOf, referenceGradient } from './oracle';
import type { CompileOptions, ModelSpec } from '../spec';
import { perSlot, single, sliceBatch, uneven } from './batches';
import { randomBatch } from '../plan/random-batch';

type Create = (spec: ModelSpec, microBatch: number, options: CompileOptions) => Promise<Engine>;

const kept: CompileOptions = { checkpoints: false };

/** `models`: fewer than all for an engine whose arithmetic another suite has shown for all. */
export function engineContract(createBare: Create, models = contractModels): void {
  const create: Create = async (spec, ...rest) => {
    const engine = await createBare(spec, ...rest);
    engine.setBase(baseOf(spec));
    return engine;
  };

  describe.each(models)('$spec.name × $microBatch rows', ({ spec, microBatch, logitsBytes }) => {
    const kept = { checkpoints: false, logitsBytes };
    const title = `${spec.name}/${microBatch}`;
    const plan = compile(spec, microBatch);

    // One engine, as in a run: to build one takes most of a test on WebGPU.
    let engine: Engine;
    beforeAll(async () => {
      engine = await create(spec, microBatch, kept);
    }, 60_000);
    afterAll(() => engine?.destroy());

    test('the gradient of every named parameter equals the oracle’s', async () => {
      const parameters = startOf(engine, spec, 1);
      engine.setParameters(parameters);
      const batches = [randomBatch(plan, title, 1, microBatch), randomBatch(plan, title, 2, microBatch - 2)];
      const oracle = referenceGradient(spec, microBatch, parameters, batches);
      for (const overlap of [false, true]) {
        const { flat, sums } = await gradientOf(engine, batches, perSlot(engine), overlap);
        for (const { name, offset, length } of engine.slots) {
          const expected = oracle.flat.subarray(offset, offset + length);
          const difference = largestDifference(flat.subarray(offset, offset + length), expected);
          const allowed = modelTolerance(spec, microBatch, expected);
          console.info(`${engine.backend} ${title} ${name}: ${difference} (allowed ${allowed})`);
          expect(difference).toBeLessThanOrEqual(allowed);
        }
        expect(Math.abs(sums.lossSum - oracle.lossSum)).toBeLessThanOrEqual(
          modelTolerance(spec, microBatch, [oracle.lossSum]),
        );
        expectScore(spec, microBatch, sums.score, oracle.score);
        expect(sums.count).toBe((2 * microBatch - 2) * plan.terms);
      }
    });

    test('micro-batches with padding add up to their union', async () => {
      const union = await create(spec, 2 * microBatch, kept);
      try {
        const parameters = startOf(engine, spec, 2);
        engine.setParameters(parameters);
        union.setParameters(parameters);
        const whole = randomBatch(compile(spec, 2 * microBatch), title, 4, microBatch + 2);
        const parts = [sliceBatch(plan, whole, 0), sliceBatch(plan, whole, 1)];
        const buckets = single(engine);
        const apart = await gradientOf(engine, parts, buckets, false);
        const together = await gradientOf(union, [whole], buckets, false);
        const difference = largestDifference(apart.flat, together.flat);
        console.info(`${engine.backend} ${title}: parts against union ${difference}`);
        expect(difference).toBeLessThanOrEqual(modelTolerance(spec, 2 * microBatch, together.flat));
        expect(apart.sums.count).toBe((microBatch + 2) * plan.terms);
        expectScore(spec, 2 * microBatch, apart.sums.score, together.sums.score);
      } finally {
        union.destroy();
      }
    });

    test('E6: same inputs give the same bits, with and without overlap', async () => {
      engine.setParameters(startOf(engine, spec, 3));
      const batches = [1, 2, 3].map((seed) => randomBatch(plan, title, seed, microBatch));
      const first = await gradientOf(engine, batches, perSlot(engine), false);
      const again = await gradientOf(engine, batches, perSlot(engine), true);
      const merged = await gradientOf(engine, batches, uneven(engine), true);
      expect(new Uint32Array(again.flat.buffer)).toEqual(new Uint32Array(first.flat.buffer));
      expect(new Uint32Array(merged.flat.buffer)).toEqual(new Uint32Array(first.flat.buffer));
      expect(again.sums).toEqual(first.sums);
    });

    if (logitsBytes)
      test('the loss in pieces has the numbers of the whole', async () => {
        const { pieces } = compile(spec, microBatch, kept);
        expect(pieces.length).toBeGreaterThan(1);
        expect(pieces.at(-1)!.rows).toBeLessThan(pieces[0].rows);
        const batches = [1, 2].map((seed) => randomBatch(plan, title, seed, microBatch - 1));
        const whole = await create(spec, microBatch, { checkpoints: false });
        const results = [];
        try {
          for (const each of [engine, whole]) {
            each.setParameters(startOf(each, spec, 10));
            const { flat, sums } = await gradientOf(each, batches, perSlot(each), true);
            results.push({ flat, sums, logits: await each.predict(batches[1]) });
          }
        } finally {
          whole.destroy();
        }
        const [cut, uncut] = results;
        for (const of of ['flat', 'logits'] as const) {
          const difference = largestDifference(cut[of], uncut[of]);
          console.info(`${engine.backend} ${title}: ${of} of pieces within ${difference}`);
          // A GPU's kernels depend on the number of rows.
          const allowed = engine.backend === 'webgpu' ? modelTolerance(spec, microBatch, uncut[of]) : 0;
          expect(difference).toBeLessThanOrEqual(allowed);
        }
        expect(Math.abs(cut.sums.lossSum - uncut.sums.lossSum)).toBeLessThanOrEqual(
          modelTolerance(spec, microBatch, [uncut.sums.lossSum]),
        );
        expectScore(spec, microBatch, cut.sums.score, uncut.sums.score);
      });

    const hasBlocks = spec.layers.some(({ kind }) => kind === 'block');
    if (hasBlocks)
      test('same bits with and without checkpoints', async () => {
        const batches = [1, 2].map((seed) => randomBatch(plan, title, seed, microBatch));
        const rebuilding = await create(spec, microBatch, { checkpoints: true, logitsBytes });
        const results = [];
        try {
          for (const each of [engine, rebuilding]) {
            each.setParameters(startOf(each, spec, 9));
            results.push(await gradientOf(each, batches, perSlot(each), true));
          }
        } finally {
          rebuilding.destroy();
        }
        const [whole, again] = results;
        expect(new Uint32Array(again.flat.buffer)).toEqual(new Uint32Array(whole.flat.buffer));
        expect(again.sums).toEqual(whole.sums);
      });

    test('buckets come in backward order and are final when announced', async () => {
      engine.setParameters(startOf(engine, spec, 4));
      const batches = [randomBatch(plan, title, 5, microBatch)];
      for (const buckets of [perSlot(engine), uneven(engine), single(engine)]) {
        const whole = await gradientOf(engine, batches, buckets, false);
        const into = new Float32Array(engine.parameterCount);
        const seen: number[] = [];
        const announced = new Float32Array(engine.parameterCount);
        await engine.gradient(
          batches,
          buckets,
          into,
          (index) => {
            seen.push(index);
            const { start, end } = buckets[index];
            announced.set(into.subarray(start, end), start);
          },
          { overlap: true },
        );
        expect(seen).toEqual(buckets.map(({ index }) => index));
        expect(announced).toEqual(whole.flat);
      }
    });

    test('evaluate and predict agree with the oracle', async () => {
      // An engine of its own: it may evaluate before its first gradient.
      const engine = await create(spec, microBatch, kept);
      try {
        const parameters = startOf(engine, spec, 5);
        engine.setParameters(parameters);
        const batches = [randomBatch(plan, title, 6, microBatch), randomBatch(plan, title, 7, 1)];
        // The oracle runs without dropout: batches without keys.
        const keyless = batches.map((batch) => ({ ...batch, keys: undefined }));
        const oracle = referenceGradient(spec, microBatch, parameters, keyless);
        const sums = await engine.evaluate(batches);
        expect(Math.abs(sums.lossSum - oracle.lossSum)).toBeLessThanOrEqual(
          modelTolerance(spec, microBatch, [oracle.lossSum]),
        );
        expectScore(spec, microBatch, sums.score, oracle.score);
        expect(sums.count).toBe((microBatch + 1) * plan.terms);
        const logits = await engine.predict(batches[1]);
        const difference = largestDifference(logits, oracle.logits);
        console.info(`${engine.backend} ${title}: logits within ${difference}`);
        expect(difference).toBeLessThanOrEqual(modelTolerance(spec, microBatch, oracle.logits));
        expect(await engine.readParameters()).toEqual(parameters);
      } finally {
        engine.destroy();
      }
    });

    test('ten steps of SGD follow the oracle’s trajectory', async () => {
      const batch = randomBatch(plan, title, 8, microBatch);
      const rate = 0.1 / (microBatch * plan.terms);
      const parameters = startOf(engine, spec, 6);
      const exact = Float64Array.from(parameters);
      const losses: number[] = [];
      let largest = 0;
      for (let step = 0; step < 10; step++) {
        engine.setParameters(parameters);
        const { flat, sums } = await gradientOf(engine, [batch], perSlot(engine), step % 2 === 0);
        const oracle = referenceGradient(spec, microBatch, exact, [batch]);
        losses.push(sums.lossSum / (microBatch * plan.terms));
        largest = Math.max(largest, Math.abs(sums.lossSum - oracle.lossSum) / (1 + oracle.lossSum));
        for (let i = 0; i < parameters.length; i++) {
          parameters[i] -= rate * flat[i];
          exact[i] -= rate * oracle.flat[i];
        }
      }
      const difference = largestDifference(parameters, exact);
      console.info(`${engine.backend} ${title}: losses ${losses.map((loss) => loss.toFixed(4)).join(' ')}`);
      console.info(`${engine.backend} ${title}: parameters within ${difference}, losses ${largest}`);
      expect(losses.at(-1)).toBeLessThan(losses[0]);
      expect(largest).toBeLessThanOrEqual(10 * modelTolerance(spec, microBatch, [1]));
      expect(difference).toBeLessThanOrEqual(10 * modelTolerance(spec, microBatch, exact));
    });
  });

  const { spec, microBatch } = contractModels[1];
  const plan = compile(spec, microBatch);

  test('without micro-batches: zeros, every bucket, count 0', async () => {
    const engine = await create(spec, microBatch, kept);
    try {
      engine.setParameters(engine.initialParameters(7));
      const { flat, sums } = await gradientOf(engine, [], perSlot(engine), true);
      expect(flat.every((value) => value === 0)).toBe(true);
      expect(sums).toEqual({ lossSum: 0, score: 0, count: 0 });
      expect(await engine.evaluate([])).toEqual({ lossSum: 0, score: 0, count: 0 });
    } finally {
      engine.destroy();
    }
  });

  test('an abort rejects with code aborted, and the next call succeeds', async () => {
    const engine = await create(spec, microBatch, kept);
    try {
      engine.setParameters(engine.initialParameters(8));
      const batches = [1, 2, 3, 4].map((seed) => randomBatch(plan, 'abort', seed, microBatch));
      const buckets = perSlot(engine);
      const expected = await gradientOf(engine, batches, buckets, false);
      for (const overlap of [false, true]) {
        const into = new Float32Array(engine.parameterCount);
        const early = AbortSignal.abort();
        await expect(
          engine.gradient(batches, buckets, into, () => {}, { overlap, signal: early }),
        ).rejects.toMatchObject({ code: 'aborted' });
        const controller = new AbortController();
        const call = engine.gradient(batches, buckets, into, () => {}, {
          overlap,
          signal: controller.signal,
        });
        controller.abort();
        await expect(call).rejects.toMatchObject({ name: 'EngineError', code: 'aborted' });
      }
      expect(await gradientOf(engine, batches, buckets, true)).toEqual(expected);
    } finally {
      engine.destroy();
    }
  });
}

/** Initial parameters. Those of adapters are drawn, because half of them begin with zeros, which hide mistakes. */
function startOf(engine: Engine, { adapters }: ModelSpec, seed: number): Float32Array {
  if (!adapters) return engine.initialParameters(seed);
  return randomReals(engine.parameterCount, `start ${seed}`).map((value) => 0.3 * value);
}

/** Right answers are counted; what amounts explain is a sum of squares. */
function expectScore(spec: ModelSpec, rows: number, score: number, expected: number): void {
  if (spec.loss === 'softmax-cross-entropy') return expect(score).toBe(expected);
  expect(Math.abs(score - expected)).toBeLessThanOrEqual(modelTolerance(spec, rows, [rows, expected]));
}

/** Depth adds rounding: each call adds that of its own reduction, relative to the largest value compared. Over seeded
 *  random inputs it grows as √length, not as the worst case does. The bound is tight enough to show a systematic
 *  error. */
function modelTolerance(spec: ModelSpec, rows: number, values: ArrayLike<number>): number {
  const { forward, backward, tensors } = compile(spec, rows);
  const lengths = new Map(tensors.map(({ name, length }) => [name, length]));
  let length = rows;
  for (const { flops, writes, updates } of [...forward, ...backward]) {
    const outputs = [...writes, ...updates].reduce((sum, name) => sum + lengths.get(name)!, 0);
    length += flops / (2 * outputs);
  }
  let magnitude = 0.1;
  for (let i = 0; i < values.length; i++) magnitude = Math.max(magnitude, Math.abs(values[i]));
  return tolerance('f32', Math.sqrt(length), magnitude);
}

async function gradientOf(
  engine: Engine,
  batches: readonly MicroBatch[],
  buckets: readonly Bucket[],
  overlap: boolean,
): Promise<{ flat: Float32Array; sums: { lossSum: number; score: number; count: number } }> {
  const flat = new Float32Array(engine.parameterCount).fill(NaN);
  const sums = await engine.gradient(batches, buckets, flat, () => {}, { overlap });
  return { flat, sums };
}
