import { expect, test } from 'vitest';
import { batchFactor, beginBatchWarmup, nextBatchWarmup, type BatchWarmup } from './batch-scaling';

function follow(targets: readonly number[], warmupSteps: number): number[] {
  let warmup: BatchWarmup = beginBatchWarmup(targets[0]);
  return targets.map((target) => (warmup = nextBatchWarmup(warmup, target, warmupSteps)).factor);
}

test('the rules', () => {
  expect(batchFactor('none', 512, 128)).toBe(1);
  expect(batchFactor('linear', 512, 128)).toBe(4);
  expect(batchFactor('sqrt', 512, 128)).toBe(2);
  expect(batchFactor('linear', 32, 128)).toBe(0.25);
});

test('a constant batch never moves the factor', () => expect(follow([2, 2, 2], 5)).toEqual([2, 2, 2]));

test('a larger batch: a straight line to the new factor, reached on the last step', () => {
  expect(follow([1, 1, 3, 3, 3, 3, 3], 4)).toEqual([1, 1, 1.5, 2, 2.5, 3, 3]);
});

test('a further growth on the way starts a new line from there', () => {
  expect(follow([1, 3, 3, 4, 4, 4, 4], 4)).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4]);
});

test('a smaller batch falls at once; a smaller target on the way keeps the steps left', () => {
  expect(follow([4, 1, 1], 4)).toEqual([4, 1, 1]);
  expect(follow([1, 5, 3, 3, 3, 3], 4)).toEqual([1, 2, 2 + 1 / 3, expect.closeTo(8 / 3, 12), 3, 3]);
  expect(follow([1, 5, 1.5, 1.5], 4)).toEqual([1, 2, 1.5, 1.5]);
});

test('without warm-up, or with one step of it, the factor jumps', () => {
  expect(follow([1, 3], 0)).toEqual([1, 3]);
  expect(follow([1, 3], 1)).toEqual([1, 3]);
});
