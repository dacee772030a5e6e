import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isEveryCase } from '../../base/testing/every-case';
import { memoryUnder, smallestParameterCount } from './train-memory';
import { createGradientSum, createShadow, createTrainState, type TrainState } from './train-state';
import { equalTrainState } from './testing/equal-train-state';

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0 } as const;

setFlagsFromString('--expose-gc');
/** Frees what nobody holds, now: when the engine does it by itself depends on what ran in this process before. */
const collect = runInNewContext('gc') as () => void;

function arraysOf({ parameters, vectors }: TrainState): Float32Array[] {
  return [parameters, ...vectors];
}

test('arrays of a state and its shadow do not overlap, and do not touch the scratch', () => {
  const state = createTrainState(adamw, smallestParameterCount + 5);
  const shadow = createShadow(state);
  expect(equalTrainState(state, shadow)).toBe(true);
  const sum = createGradientSum(state);
  const all = [...arraysOf(state), ...arraysOf(shadow), sum];
  let at = 2 * 65_536;
  for (const array of all) {
    expect(array.buffer).toBe(state.parameters.buffer);
    expect(array.byteOffset).toBeGreaterThanOrEqual(at);
    expect(array.byteOffset % 16).toBe(0);
    at = array.byteOffset + array.byteLength;
  }
  expect(at).toBeLessThanOrEqual(state.parameters.buffer.byteLength);
});

test('a second shadow and its sum have a memory of their own; small states have none', () => {
  const state = createTrainState(adamw, smallestParameterCount);
  createShadow(state);
  const second = createShadow(state);
  expect(second.parameters.buffer).not.toBe(state.parameters.buffer);
  expect(memoryUnder(second.parameters)).toBeDefined();
  const small = createTrainState(adamw, smallestParameterCount - 1);
  expect(memoryUnder(small.parameters)).toBeUndefined();
  expect(memoryUnder(createShadow(small).parameters)).toBeUndefined();
});

/** The daily ones fill the memory that the long ones do by half. */
const count = isEveryCase ? 300 : 150;

test('states come and go: those that fit the address space lie in memories, and all work', async () => {
  const before = process.memoryUsage().rss;
  const kept: TrainState[] = [];
  for (let i = 0; i < count; i++) {
    const state = createTrainState(adamw, 1 << 17); // 1.5 MiB, and as much for the shadow
    state.parameters.fill(i);
    state.vectors.forEach((vector) => vector.fill(i));
    if (i % 5 === 0) kept.push(state); // a fifth of them at once
    if (i % 50 > 0) continue;
    collect();
    await new Promise((resolve) => setTimeout(resolve, 0)); // memories are freed between tasks
  }
  expect(kept.every(({ parameters }, i) => parameters[77] === 5 * i)).toBe(true);
  const grownMiB = (process.memoryUsage().rss - before) / 2 ** 20;
  console.log(
    `${count} states of 1.5 MiB, ${kept.length} kept: resident memory grew by ${grownMiB.toFixed(0)} MiB`,
  );
  expect(grownMiB).toBeLessThan(count); // all of them would be half as much again
});
