import { expect, test } from 'vitest';
import type { StepRecord } from '../../../src/replica/protocol';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { bestOf, LoneLog } from './lone-log';

const step = (number: number, wallMs: number, more: Partial<StepRecord> = {}): StepRecord =>
  ({
    step: number,
    worldSize: 1,
    contributions: { a: 60 },
    splits: { a: { wallMs } },
    ...more,
  }) as unknown as StepRecord;
const of = (...records: readonly StepRecord[]): LoneLog => {
  const log = new LoneLog();
  for (const record of records) log.push(record);
  return log;
};
const steps = (count: number, wallMs: number, more?: Partial<StepRecord>, from = 1): StepRecord[] =>
  Array.from({ length: count }, (_, at) => step(from + at, wallMs, more));

test('ten steps by itself are a measurement, and stay one when others come', () => {
  expect(of(...steps(9, 30)).speedOf('a')).toBeUndefined();
  const pair = { worldSize: 2, contributions: { a: 60, b: 60 } };
  expect(of(...steps(10, 30), ...steps(30, 50, pair, 11)).speedOf('a')).toEqual({
    perSecond: 2000,
    runsAgo: 0,
  });
});

test('steps that another replica made by itself are not this one’s', () => {
  expect(of(...steps(20, 30)).speedOf('b')).toBeUndefined();
});

test('the latest fifty count, without hiccups', () => {
  expect(of(...steps(50, 80), ...steps(49, 30, {}, 51), step(100, 5000)).speedOf('a')).toEqual({
    perSecond: 2000,
    runsAgo: 0,
  });
});

test('what an earlier run measured counts until this one has, and says how long ago it was', () => {
  expect(of(...steps(20, 30), step(1, 50)).speedOf('a')).toEqual({ perSecond: 2000, runsAgo: 1 });
  const pair = { worldSize: 2, contributions: { a: 60, b: 60 } };
  expect(of(...steps(20, 30), ...steps(9, 60), ...steps(90, 70, pair)).speedOf('a')).toEqual({ perSecond: 2000, runsAgo: 2 }); // prettier-ignore
  expect(of(...steps(20, 30), ...steps(10, 60)).speedOf('a')).toEqual({ perSecond: 1000, runsAgo: 0 });
});

test('another model, batch, precision or engine is measured anew', () => {
  const config = { ...moonsRun([16]), localBatch: 60 };
  const engine = { wish: 'auto', chosen: 'simd', trials: [] } as const;
  const log = new LoneLog();
  const trained = (change: Parameters<LoneLog['see']>[0]) => {
    log.see({ config, engine });
    for (const record of steps(20, 30)) log.push(record);
    log.see(change);
    log.push(step(1, 30));
    return log.speedOf('a')?.runsAgo;
  };
  expect(trained({ config: { ...config, seed: 7, learningRate: 1 }, engine })).toBe(1);
  expect(trained({ config: undefined, engine })).toBe(1);
  expect(trained({ config: { ...config, model: moonsRun([32]).model }, engine })).toBeUndefined();
  expect(trained({ config: { ...config, localBatch: 64 }, engine })).toBeUndefined();
  expect(trained({ config: { ...config, precision: 'mixed' }, engine })).toBeUndefined();
  expect(trained({ config, engine: { ...engine, chosen: 'cpu' } })).toBeUndefined();
});

test('another mode of summing is measured anew', () => {
  const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 960 };
  const inMode = of(...steps(20, 30), ...steps(3, 30, { local, worldSize: 2 }, 21));
  expect(inMode.speedOf('a')).toBeUndefined();
  inMode.push(step(24, 30, { worldSize: 2 }));
  expect(inMode.speedOf('a')).toEqual({ perSecond: 2000, runsAgo: 0 });
});

test('steps on the side count where this run has none by itself', () => {
  const trial = { perSecond: 1500, steps: 200 };
  expect(bestOf({ perSecond: 2000, runsAgo: 0 }, trial)).toEqual({ perSecond: 2000, runsAgo: 0 });
  expect(bestOf({ perSecond: 2000, runsAgo: 1 }, trial)).toBe(trial);
  expect(bestOf(undefined, trial)).toBe(trial);
  expect(bestOf({ perSecond: 2000, runsAgo: 1 }, undefined)?.perSecond).toBe(2000);
  expect(bestOf(undefined, undefined)).toBeUndefined();
});
