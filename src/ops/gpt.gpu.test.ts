// The pointwise and row-wise ops of a transformer against their references: embedding, layer norm, dropout.
import { describe, expect, test } from 'vitest';
import { prng } from '../base/prng';
import { dropout } from './dropout/dropout';
import { dropoutReference, streamOf } from './dropout/dropout.ref';
import { embeddingForward, positionGradient, tokenGradient } from './embedding/embedding';
import {
  embeddingReference,
  positionGradientReference,
  tokenGradientReference,
} from './embedding/embedding.ref';
import { tokenOrderOf } from './testing/embedding-order';
import { layerNorm, layerNormBackward, layerNormParameterBackward } from './layer-norm/layer-norm';
import {
  layerNormForward,
  layerNormInputGradient,
  layerNormParameterGradient,
} from './layer-norm/layer-norm.ref';
import type { OpCall } from './op-call';
import { randomReals } from './testing/random-reals';
import { runLowered, sharedContext } from './testing/run-on-gpu';
import { targetForTests } from './testing/target';
import { largestDifference, tolerance } from './tolerance';

const context = await sharedContext();

const lowerAll = (calls: readonly OpCall[]) => {
  const target = { ...targetForTests, maxWorkgroups: 20 };
  const lowered = calls.map((call) => call.lower(target));
  return {
    calls: lowered.flatMap((each) => each.calls),
    scratch: Math.max(...lowered.map((each) => each.scratch)),
  };
};
const exactly = (values: ArrayLike<number>): Float64Array => Float64Array.from(values);

test.each([
  { batch: 1, context: 1, channels: 1, vocabulary: 2 },
  { batch: 5, context: 7, channels: 12, vocabulary: 65 },
  { batch: 3, context: 33, channels: 9, vocabulary: 11 },
])('embedding %o', async (sizes) => {
  const { batch, context: positions, channels, vocabulary } = sizes;
  const title = Object.values(sizes).join('×');
  const random = prng('tokens', title);
  const count = batch * positions;
  const inputs = Float32Array.from({ length: count }, () => random.below(vocabulary));
  const order = tokenOrderOf(inputs, vocabulary);
  const tensors = {
    inputs,
    order,
    tokens: randomReals(vocabulary * channels, 'tokens', title),
    positions: randomReals(positions * channels, 'positions', title),
    dy: randomReals(count * channels, 'dy', title),
    y: new Float32Array(count * channels).fill(NaN),
    dTokens: randomReals(vocabulary * channels, 'dTokens', title),
    dPositions: randomReals(positions * channels, 'dPositions', title),
  };
  const y = new Float64Array(count * channels);
  embeddingReference(exactly(inputs), exactly(tensors.tokens), exactly(tensors.positions), y, sizes);
  const dTokens = exactly(tensors.dTokens);
  tokenGradientReference(exactly(tensors.dy), order, dTokens, vocabulary, channels);
  const dPositions = exactly(tensors.dPositions);
  positionGradientReference(exactly(tensors.dy), dPositions, batch, positions * channels);
  const lowered = lowerAll([
    embeddingForward({ inputs: 'inputs', tokens: 'tokens', positions: 'positions', y: 'y', ...sizes }),
    tokenGradient({ dy: 'dy', order: 'order', out: 'dTokens', ...sizes }),
    positionGradient({ dy: 'dy', out: 'dPositions', ...sizes }),
  ]);
  const got = await runLowered(context, lowered, tensors, ['y', 'dTokens', 'dPositions']);
  const difference = Math.max(
    largestDifference(got.y, y),
    largestDifference(got.dTokens, dTokens),
    largestDifference(got.dPositions, dPositions),
  );
  console.info(`embedding ${title}: ${difference}`);
  expect(difference).toBeLessThanOrEqual(tolerance('f32', count));
});

describe('layer norm', () => {
  test.each([
    [1, 1],
    [37, 12],
    [70, 65],
    [3, 301],
    [17, 4],
    [1347, 8], // more workgroups than a dimension has
  ])('%i × %i', async (rows, channels) => {
    const length = rows * channels;
    const title = `${rows}×${channels}`;
    const tensors = {
      // Far from zero, where a one-pass variance would cancel.
      x: randomReals(length, 'x', title).map((value) => value + 30),
      scale: randomReals(channels, 'scale', title),
      offset: randomReals(channels, 'offset', title),
      dy: randomReals(length, 'dy', title),
      y: new Float32Array(length).fill(NaN),
      dx: new Float32Array(length).fill(NaN),
      dScale: randomReals(channels, 'dScale', title),
      dOffset: randomReals(channels, 'dOffset', title),
    };
    const exact = Object.fromEntries(
      Object.entries(tensors).map(([name, values]) => [name, exactly(values)]),
    ) as Record<keyof typeof tensors, Float64Array>;
    layerNormForward(exact.x, exact.scale, exact.offset, exact.y, rows, channels);
    layerNormInputGradient(exact.x, exact.scale, exact.dy, exact.dx, rows, channels);
    layerNormParameterGradient(exact.x, exact.dy, exact.dScale, exact.dOffset, rows, channels);
    const shape = { x: 'x', rows, channels };
    const lowered = lowerAll([
      layerNorm({ ...shape, scale: 'scale', offset: 'offset', y: 'y' }),
      layerNormBackward({ ...shape, scale: 'scale', dy: 'dy', dx: 'dx' }),
      layerNormParameterBackward({ ...shape, dy: 'dy', dScale: 'dScale', dOffset: 'dOffset' }),
    ]);
    for (const name of ['y', 'dx', 'dScale', 'dOffset'] as const) {
      const got = await runLowered(context, lowered, tensors, [name]);
      const difference = largestDifference(got[name], exact[name]);
      // x̂ inherits the rounding of x − mean at the size of the mean.
      const allowed = tolerance('f32', name === 'y' || name === 'dx' ? Math.sqrt(channels) : rows, 30);
      console.info(`layer norm ${title}, ${name}: ${difference} (allowed ${allowed})`);
      expect(difference).toBeLessThanOrEqual(allowed);
    }
  });
});

test('layer norm far from zero', async () => {
  const [rows, channels, offsetFromZero] = [5, 1024, 100];
  const ones = new Float32Array(channels).fill(1);
  const tensors = {
    x: randomReals(rows * channels, 'x', 'far').map((value) => value + offsetFromZero),
    dy: randomReals(rows * channels, 'dy', 'far'),
    scale: ones,
    offset: new Float32Array(channels),
    y: new Float32Array(rows * channels).fill(NaN),
    dScale: new Float32Array(channels),
    dOffset: new Float32Array(channels),
  };
  const y = new Float64Array(rows * channels);
  layerNormForward(exactly(tensors.x), exactly(ones), exactly(tensors.offset), y, rows, channels);
  const dScale = new Float64Array(channels);
  layerNormParameterGradient(
    ...([exactly(tensors.x), exactly(tensors.dy), dScale] as const),
    ...([new Float64Array(channels), rows, channels] as const),
  );
  const shape = { x: 'x', rows, channels };
  const lowered = lowerAll([
    layerNorm({ ...shape, scale: 'scale', offset: 'offset', y: 'y' }),
    layerNormParameterBackward({ ...shape, dy: 'dy', dScale: 'dScale', dOffset: 'dOffset' }),
  ]);
  const got = await runLowered(context, lowered, tensors, ['y', 'dScale']);
  const ofY = largestDifference(got.y, y);
  const ofScale = largestDifference(got.dScale, dScale);
  // The mean rounds to f32: half an ulp of 64 … 128. x̂ magnifies that by 1/σ = √3. Sums of errors stay below twice it.
  const allowed = 2 * Math.sqrt(3) * 2 ** -18;
  console.info(`layer norm at ${offsetFromZero}: y ${ofY}, dScale ${ofScale} (allowed ${allowed})`);
  expect(ofY).toBeLessThanOrEqual(allowed);
  expect(ofScale).toBeLessThanOrEqual(rows * allowed);
});

test.each([
  [1, 1, 0.5],
  [3, 35, 0.1],
  [5, 1028, 0.9],
])('dropout of %i × %i at %f applies exactly the reference’s mask', async (batch, length, rate) => {
  const random = prng('keys', batch, length);
  // One example without dropout; the words after the keys do not belong to dropout.
  const keys = Uint32Array.from({ length: batch + 3 }, (_, b) => (b === 2 ? 0 : random.uint32()));
  const x = randomReals(batch * length, 'x', batch, length);
  const stream = streamOf('layers.7');
  const y = new Float64Array(batch * length);
  dropoutReference(exactly(x), keys, y, { batch, length, rate, stream });
  const lowered = lowerAll([dropout({ x: 'x', y: 'y', keys: 'keys', batch, length, rate, stream })]);
  const got = await runLowered(context, lowered, { x, keys, y: new Float32Array(x.length).fill(NaN) }, ['y']);
  expect(Array.from(got.y, (value) => value === 0)).toEqual(Array.from(y, (value) => value === 0));
  const difference = largestDifference(got.y, y);
  console.info(`dropout ${batch}×${length}: ${difference}`);
  expect(difference).toBeLessThanOrEqual(tolerance('f32', 1, 5 / (1 - rate)));
});
