import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { squaredNormOf } from '../state/block-norms';
import { createTrainState } from '../state/train-state';
import { beginUpdate, clipScaleOf, updateBlocks } from './update';
import { createBlockHashes } from '../state/digest';

describe('clipping by the global norm', () => {
  test('known answers are for the mean, not for the sum', () => {
    const sum = Float32Array.from([30, -40]); // ‖Σ‖ = 50
    expect(clipScaleOf(squaredNormOf(sum), 10, 1)).toBe(Math.fround(0.2)); // ‖ḡ‖ = 5
    expect(clipScaleOf(squaredNormOf(sum), 10, 5)).toBe(1);
    expect(clipScaleOf(squaredNormOf(sum), 10, 4.999)).toBe(Math.fround(4.999 / 5));
    expect(clipScaleOf(0, 10, 1)).toBe(1);
  });

  test('sums that are not finite clip nothing, since their step is skipped', () => {
    for (const bad of [NaN, Infinity])
      expect(clipScaleOf(squaredNormOf(Float32Array.from([bad])), 1, 1)).toBe(1);
  });

  test('the step of SGD then has the clipped norm', () => {
    const random = prng('clipping');
    const length = 20_000;
    const sum = Float32Array.from({ length }, () => random.normal() * 100);
    const from = createTrainState({ kind: 'sgd' }, length);
    const to = createTrainState({ kind: 'sgd' }, length);
    const clipScale = clipScaleOf(squaredNormOf(sum), 32, 0.5);
    expect(clipScale).toBeLessThan(1);
    const step = beginUpdate({ kind: 'sgd' }, from, to, { learningRate: 1, exampleCount: 32, clipScale });
    updateBlocks(step, sum, 0, 5, createBlockHashes(length));
    const moved = Math.sqrt(squaredNormOf(to.parameters));
    expect(Math.abs(moved - 0.5)).toBeLessThan(0.5 * 4 * 2 ** -24); // division, clip and scale each round
  });
});
