import { describe, expect, test } from 'vitest';
import { permutation, prng } from '../../base/prng';
import { blockCount, blockElements } from '../state/blocks';
import type { OptimizerConfig } from '../rules/config';
import { createBlockHashes, rootDigest } from '../state/digest';
import { memoryUnder, smallestParameterCount } from '../state/train-memory';
import {
  copyTrainState,
  createGradientSum,
  createShadow,
  createTrainState,
  type TrainState,
  wordsOf,
} from '../state/train-state';
import { beginUpdate, finishUpdate, updateBlocks, type UpdateInput } from './update';
import { oracleUpdate } from '../testing/update-oracle';
import { beginUpdateOn, type UpdatePath } from './update-step';
import { equalTrainState } from '../state/testing/equal-train-state';
import { digestOf } from '../state/testing/digest-of';

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.1 } as const;
const rules: readonly OptimizerConfig[] = [
  { kind: 'sgd' },
  { kind: 'momentum', momentum: 0.9, nesterov: false },
  { kind: 'momentum', momentum: 0.95, nesterov: true },
  adamw,
  { ...adamw, weightDecay: 0, beta1: 0 },
  { kind: 'lars', momentum: 0.9, weightDecay: 0.01, trustCoefficient: 0.02, epsilon: 1e-9 },
  { ...adamw, kind: 'lamb' },
];
const paths = ['simd', 'plain'] as const;
const cases = rules.flatMap((config) => paths.map((path) => ({ path, config })));

function apply(config: OptimizerConfig, from: TrainState, sum: Float32Array, input: UpdateInput): TrainState {
  return applyOn('simd', config, from, sum, input);
}

function applyOn(
  path: UpdatePath,
  config: OptimizerConfig,
  from: TrainState,
  sum: Float32Array,
  input: UpdateInput,
): TrainState {
  const to = createTrainState(config, from.parameters.length);
  const step = beginUpdateOn(path, config, from, to, input);
  const hashes = createBlockHashes(sum.length);
  updateBlocks(step, sum, 0, blockCount(sum.length), hashes);
  finishUpdate(step, sum, hashes);
  return to;
}

/** Values of every scale, with zeros of both signs, subnormals and equal pairs among them. */
function anyValues(length: number, stream: string): Float32Array {
  const random = prng('update.test', stream);
  const values = new Float32Array(length);
  for (let i = 0; i < length; i++) {
    const scale = 2 ** (random.below(160) - 149);
    values[i] = [random.normal() * scale, random.normal(), 0, -0][random.below(4)];
  }
  return values;
}

/** Borders that cut groups of four, blocks and norm blocks; an empty tensor; tensors of one element. */
function someTensors(length: number): { start: number; end: number; decays: boolean }[] {
  const borders = [0, 3, 5, 5, 6, 4000, 4200, 8190, 8191, 8220].filter((border) => border < length);
  return borders.map((start, i) => ({ start, end: borders[i + 1] ?? length, decays: i % 3 !== 1 }));
}

describe('E3 the update is exact', () => {
  test.each(cases)('equals the oracle bit for bit: $path $config', ({ path, config }) => {
    const length = 2 * blockElements + 33;
    let state = createTrainState(config, length);
    state.parameters.set(anyValues(length, 'p'));
    const expected = createTrainState(config, length);
    copyTrainState(state, expected);
    for (let t = 0; t < 4; t++) {
      const sum = anyValues(length, `g${t}`);
      const input: UpdateInput = {
        learningRate: 0.01 * (t + 1),
        exampleCount: 7 + 30 * t,
        clipScale: t % 2 ? 0.37 : undefined,
        tensors: t === 3 ? undefined : someTensors(length),
      };
      state = applyOn(path, config, state, sum, input);
      oracleUpdate(config, expected, sum, input);
    }
    expect(equalTrainState(state, expected)).toBe(true);
    expect(state.step).toBe(4);
  });

  test.each(rules)('any bits, with NaN and ∞ among them, give the same on every path: %o', (config) => {
    // The engine chooses payload and sign of a NaN. So equal means NaN in the same places, and a step that is not
    // finite, which every replica skips. Every other bit must agree.
    for (const length of [1, 2, 3, 4, 7, blockElements, blockElements + 6]) {
      const random = prng('any bits', length);
      const from = createTrainState(config, length);
      const sum = new Float32Array(length);
      for (const floats of [from.parameters, ...from.vectors, sum])
        wordsOf(floats).forEach((_, i, words) => (words[i] = random.uint32()));
      const input = { learningRate: 0.1, exampleCount: 3, tensors: someTensors(length) };
      const [simd, plain] = paths.map((path) => applyOn(path, config, from, sum, input));
      expect(withOneNan(simd)).toEqual(withOneNan(plain));
    }
  });

  test.each(cases)(
    'blocks in any order give the same state and digest: $path $config',
    ({ path, config }) => {
      const length = 9 * blockElements + 1;
      const from = createTrainState(config, length);
      from.parameters.set(anyValues(length, 'p'));
      const sum = anyValues(length, 'g');
      const input = { learningRate: 0.1, exampleCount: 3, tensors: someTensors(length) };
      const whole = applyOn('plain', config, from, sum, input);
      for (let seed = 0; seed < 3; seed++) {
        const to = createTrainState(config, length);
        const hashes = createBlockHashes(length);
        const step = beginUpdateOn(path, config, from, to, input);
        for (const block of permutation(blockCount(length), prng('order', seed)))
          updateBlocks(step, sum, block, block + 1, hashes);
        finishUpdate(step, sum, hashes);
        expect(equalTrainState(to, whole), `seed ${seed}`).toBe(true);
        expect(rootDigest(to, hashes), `seed ${seed}`).toBe(digestOf(whole));
      }
    },
  );

  test.each(rules)('a large state, in one memory with its shadow, gives the same: %o', (config) => {
    const length = smallestParameterCount + 3; // the last quad is cut, its neighbours must stay
    const states = paths.map((path) => {
      let from = createTrainState(config, length);
      let to = createShadow(from);
      const sum = createGradientSum(from);
      for (const array of [to.parameters, sum]) expect(memoryUnder(array)).toBe(memoryUnder(from.parameters));
      from.parameters.set(anyValues(length, 'p'));
      const hashes = createBlockHashes(length);
      for (let t = 0; t < 2; t++) {
        sum.set(anyValues(length, `g${t}`));
        const step = beginUpdateOn(path, config, from, to, { learningRate: 0.01, exampleCount: 5 });
        for (const block of permutation(blockCount(length), prng('order', t)))
          updateBlocks(step, sum, block, block + 1, hashes);
        finishUpdate(step, sum, hashes);
        [from, to] = [to, from];
      }
      expect(rootDigest(from, hashes)).toBe(digestOf(from));
      return from;
    });
    const [simd, plain] = states;
    expect(memoryUnder(simd.parameters)).toBeDefined();
    expect(equalTrainState(simd, plain)).toBe(true);
  });
});

function withOneNan(state: TrainState): number[][] {
  return [state.parameters, ...state.vectors].map((floats) =>
    Array.from(wordsOf(floats), (word, i) => (Number.isNaN(floats[i]) ? 0x7fc00000 : word)),
  );
}

describe('closed forms', () => {
  test('E1 SGD on the sum of shards equals SGD on the plain mean', () => {
    const examples = 96;
    const length = 500;
    const gradients = Array.from({ length: examples }, (_, i) => anyValues(length, `example ${i}`));
    const sum = new Float32Array(length);
    for (const gradient of gradients) for (let i = 0; i < length; i++) sum[i] += gradient[i];
    const { parameters } = apply({ kind: 'sgd' }, createTrainState({ kind: 'sgd' }, length), sum, {
      learningRate: 0.5,
      exampleCount: examples,
    });
    let worst = 0;
    for (let i = 0; i < length; i++) {
      let mean = 0;
      let magnitude = 0;
      for (const gradient of gradients) {
        mean += gradient[i] / examples;
        magnitude += Math.abs(gradient[i]) / examples;
      }
      // The sum above rounds once per example; mean and store once each.
      const bound = (examples + 2) * 2 ** -24 * 0.5 * magnitude + 2 ** -149;
      worst = Math.max(worst, Math.abs(parameters[i] + 0.5 * mean) / bound);
    }
    console.log(`SGD against the plain mean: largest difference ${worst.toFixed(3)} of the bound`);
    expect(worst).toBeLessThan(1);
  });

  test('Adam: the first step is the learning rate times the sign of the gradient', () => {
    const sum = Float32Array.from([1e-3, -1e-3, 5, -1e5, 1e-15, 0, -0]);
    const config = { ...adamw, epsilon: 1e-38, weightDecay: 0 };
    const { parameters } = apply(config, createTrainState(config, 7), sum, {
      learningRate: 0.25,
      exampleCount: 32,
    });
    const expected = [-0.25, 0.25, -0.25, 0.25, -0.25, 0, 0];
    expected.forEach((value, i) => expect(Math.abs(parameters[i] - value)).toBeLessThanOrEqual(2 ** -23));
  });

  test('AdamW: without a gradient only the decay moves parameters, and only where it applies', () => {
    let state = createTrainState(adamw, 6);
    state.parameters.fill(1);
    for (let t = 0; t < 10; t++)
      state = apply(adamw, state, new Float32Array(6), {
        learningRate: 0.5,
        exampleCount: 1,
        tensors: [
          { start: 0, end: 2, decays: true },
          { start: 2, end: 4, decays: false },
          { start: 4, end: 6, decays: true },
        ],
      });
    const decayed = (1 - 0.5 * 0.1) ** 10;
    [decayed, decayed, 1, 1, decayed, decayed].forEach((value, i) =>
      expect(Math.abs(state.parameters[i] - value)).toBeLessThanOrEqual(10 * 2 ** -24),
    );
  });

  test('AdamW: running products are powers', () => {
    let state = createTrainState(adamw, 1);
    for (let t = 0; t < 100; t++)
      state = apply(adamw, state, new Float32Array(1), { learningRate: 0, exampleCount: 1 });
    expect(state.scalars[0]).toBeCloseTo(0.9 ** 100, 15);
    expect(state.scalars[1]).toBeCloseTo(0.999 ** 100, 12);
  });

  test('momentum: a constant gradient gives a geometric series', () => {
    const config = { kind: 'momentum', momentum: 0.5, nesterov: false } as const;
    let state = createTrainState(config, 1);
    for (let t = 1; t <= 16; t++) {
      state = apply(config, state, Float32Array.from([8]), { learningRate: 1, exampleCount: 8 });
      expect(state.vectors[0][0]).toBe(2 - 2 ** (1 - t)); // Σ 2^−k, exact
    }
    expect(state.parameters[0]).toBe(-(2 * 16 - 2 + 2 ** -15));
  });
});

describe('edges', () => {
  test('E14: a value that overflows f32 or is NaN is reported wherever it is', () => {
    const length = blockElements + 5;
    for (const bad of [3.4e38, Infinity, NaN])
      for (const at of [0, blockElements - 1, length - 1]) {
        const from = createTrainState(adamw, length);
        const sum = new Float32Array(length);
        sum[at] = bad; // the largest f32: its square overflows v
        const step = beginUpdate(adamw, from, createTrainState(adamw, length), {
          learningRate: 1,
          exampleCount: 1,
        });
        const finite = [0, 1].map((block) =>
          updateBlocks(step, sum, block, block + 1, createBlockHashes(length)),
        );
        expect(finite).toEqual([at >= blockElements, at < blockElements]);
      }
  });

  test('−0 and subnormals survive', () => {
    const from = createTrainState({ kind: 'sgd' }, 3);
    wordsOf(from.parameters).set([0x80000000, 1, 0x807fffff]);
    const sum = new Float32Array(3);
    const to = apply({ kind: 'sgd' }, from, sum, { learningRate: 0.1, exampleCount: 1 });
    expect([...wordsOf(to.parameters)]).toEqual([0x80000000, 1, 0x807fffff]);
    expect(digestOf(from)).not.toBe(digestOf(to)); // differs by the step alone
  });

  test('without parameters there are no blocks', () => {
    const to = apply(adamw, createTrainState(adamw, 0), new Float32Array(0), {
      learningRate: 1,
      exampleCount: 1,
    });
    expect(to.step).toBe(1);
    expect(digestOf(to)).toMatch(/^[0-9a-f]{16}$/);
  });

  test('E13: an update in place or a mean of nothing is a bug', () => {
    const state = createTrainState(adamw, 4);
    const other = createTrainState(adamw, 4);
    expect(() => beginUpdate(adamw, state, state, { learningRate: 1, exampleCount: 1 })).toThrow('in place');
    expect(() => beginUpdate(adamw, state, other, { learningRate: 1, exampleCount: 0 })).toThrow('mean');
  });
});

describe('trust ratios against plain f64', () => {
  const length = 6000;
  const tensors = [
    { start: 0, end: 5000, decays: true },
    { start: 5000, end: 5030, decays: false },
    { start: 5030, end: length, decays: true },
  ];
  const norm = (values: readonly number[]): number => Math.sqrt(values.reduce((sum, x) => sum + x * x, 0));
  const shared = { weightDecay: 0.01, epsilon: 1e-8 };
  const smallRules = [
    { kind: 'lars', momentum: 0.9, trustCoefficient: 0.02, ...shared },
    { kind: 'lamb', beta1: 0.9, beta2: 0.999, ...shared },
  ] as const;

  test.each(smallRules)('%o', (config) => {
    const random = prng('trust ratios');
    let state = createTrainState(config, length);
    state.parameters.forEach((_, i, p) => (p[i] = 0.1 * random.normal()));
    const p = Array.from(state.parameters);
    const a = p.map(() => 0);
    const b = p.map(() => 0);
    let worst = 0;
    for (let t = 1; t <= 10; t++) {
      const sum = Float32Array.from({ length }, () => 32 * random.normal());
      const input = { learningRate: 0.05, exampleCount: 32, clipScale: 0.5, tensors };
      state = apply(config, state, sum, input);
      for (const { start, end, decays } of tensors) {
        const decay = decays ? config.weightDecay : 0;
        const g = Array.from(sum.subarray(start, end), (x) => (x / 32) * 0.5);
        const w = p.slice(start, end);
        let direction: number[];
        let ratio = 1;
        if (config.kind === 'lars') {
          const { trustCoefficient, weightDecay, epsilon } = config;
          if (decays) ratio = (trustCoefficient * norm(w)) / (norm(g) + weightDecay * norm(w) + epsilon);
          direction = g.map((x, i) => (a[start + i] = 0.9 * a[start + i] + ratio * (x + decay * w[i])));
          ratio = 1; // inside the momentum
        } else {
          direction = g.map((x, i) => {
            const m = (a[start + i] = 0.9 * a[start + i] + (1 - 0.9) * x);
            const v = (b[start + i] = 0.999 * b[start + i] + (1 - 0.999) * x * x);
            const hat = m / (1 - 0.9 ** t) / (Math.sqrt(v / (1 - 0.999 ** t)) + config.epsilon);
            return hat + decay * w[i];
          });
          if (decays) ratio = norm(w) / norm(direction);
        }
        direction.forEach((x, i) => (p[start + i] -= 0.05 * ratio * x));
      }
      for (let i = 0; i < length; i++) worst = Math.max(worst, Math.abs(state.parameters[i] - p[i]));
    }
    // Ten steps of about ten roundings each, of values below 2.
    console.log(`${config.kind} after 10 steps: largest difference ${worst.toExponential(2)}`);
    expect(worst).toBeLessThan(100 * 2 ** -24);
  });

  test('a tensor of zeros, or without a gradient, has the ratio 1', () => {
    for (const config of smallRules) {
      const state = createTrainState(config, 8);
      const moved = apply(config, state, new Float32Array(8).fill(2), { learningRate: 0.5, exampleCount: 2 });
      expect(moved.parameters[0]).toBeCloseTo(-0.5, 6);
      const still = apply(config, state, new Float32Array(8), { learningRate: 0.5, exampleCount: 2 });
      expect([...still.parameters]).toEqual(new Array(8).fill(0));
    }
  });
});
