import { expect, test } from 'vitest';
import type { StepRecord } from '../../../src/replica/protocol';
import { LoneLog } from './lone-log';

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
  expect(of(...steps(9, 30)).perSecondOf('a')).toBeUndefined();
  const pair = { worldSize: 2, contributions: { a: 60, b: 60 } };
  expect(of(...steps(10, 30), ...steps(30, 50, pair, 11)).perSecondOf('a')).toBe(2000);
});

test('steps that another replica made by itself are not this one’s', () => {
  expect(of(...steps(20, 30)).perSecondOf('b')).toBeUndefined();
});

test('the latest fifty count, without hiccups', () => {
  expect(of(...steps(50, 80), ...steps(49, 30, {}, 51), step(100, 5000)).perSecondOf('a')).toBe(2000);
});

test('another run, and another mode of summing, are measured anew', () => {
  expect(of(...steps(20, 30), step(1, 30)).perSecondOf('a')).toBeUndefined();
  const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 960 };
  const inMode = of(...steps(20, 30), ...steps(3, 30, { local, worldSize: 2 }, 21));
  expect(inMode.perSecondOf('a')).toBeUndefined();
  inMode.push(step(24, 30, { worldSize: 2 }));
  expect(inMode.perSecondOf('a')).toBe(2000);
});
