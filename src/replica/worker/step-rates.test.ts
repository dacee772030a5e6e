import { expect, test } from 'vitest';
import type { StepRecord } from '../protocol';
import { StepRates } from './step-rates';

const step = (atMs: number, effectiveBatch: number) => ({ atMs, effectiveBatch }) as StepRecord;

test('the rates are those of the last five seconds, after any number of steps', () => {
  const rates = new StepRates();
  expect(rates.at(0).stepsPerSecond).toBeUndefined();
  for (let atMs = 0; atMs < 60_000; atMs += 4) rates.add(step(atMs, 10));
  for (let atMs = 60_000; atMs <= 66_000; atMs += 20) rates.add(step(atMs, 32));
  const { stepsPerSecond, examplesPerSecond } = rates.at(66_000);
  expect(stepsPerSecond).toBeCloseTo(50, 9);
  expect(examplesPerSecond).toBeCloseTo(1600, 9);
});

test('no step for five seconds: no rates', () => {
  const rates = new StepRates();
  for (let atMs = 0; atMs <= 1000; atMs += 100) rates.add(step(atMs, 8));
  expect(rates.at(5_500).stepsPerSecond).toBeCloseTo(10, 9);
  expect(rates.at(6_001)).toEqual({ stepsPerSecond: undefined, examplesPerSecond: undefined });
});
