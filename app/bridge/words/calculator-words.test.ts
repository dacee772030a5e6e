import { expect, test } from 'vitest';
import { presets } from '../../../src/calculator/presets';
import type { Setup } from '../../../src/calculator/setup';
import { halfBusy, stepCost } from '../../../src/calculator/step-cost';
import { answerWords, formatLine, formatShare, formatSpan, remedyWords, speedUpWords } from './calculator-words'; // prettier-ignore

const breaking = (text: string): string => text.replaceAll('\u00a0', ' ');
const answer = (setup: Setup): string => breaking(answerWords(setup, stepCost(setup)));
const remedy = (setup: Setup): string | undefined => {
  const words = remedyWords(stepCost(setup), halfBusy(setup));
  return words === undefined ? undefined : breaking(words);
};

test('one sentence for each wall', () => {
  expect(answer(presets.class)).toBe(
    'Each step takes 12.7 s; the shared air is the wall: 98.4 % of the time the replicas wait, 62 times as long as they compute.',
  );
  expect(answer(presets.lan)).toBe(
    'Each step takes 733 ms; bandwidth is the wall: 65.9 % of the time the replicas wait, 1.9 times as long as they compute.',
  );
  expect(answer({ ...presets.lan, latencyMs: 100, parameters: 1000 })).toContain('latency is the wall');
  expect(answer({ ...presets.lan, computeMs: 500 })).toBe(
    'Each step takes 983 ms; compute is the wall: 49.1 % of the time the replicas wait for the network.',
  );
  expect(answer({ ...presets.lan, computeMs: 800, overlapShare: 0.67 })).toBe(
    'Each step takes 800 ms; compute is the wall: every sum travels while the replicas compute.',
  );
});

test('one replica alone, and a sum after several steps', () => {
  expect(answer({ ...presets.class, worldSize: 1 })).toBe(
    'Each step takes 200 ms, all of it compute: one replica alone sends nothing.',
  );
  expect(answer({ ...presets.lan, localSteps: 8 })).toBe(
    'Each step takes 310 ms on average, with one sum in 8 steps; compute is the wall: 19.5 % of the time the replicas wait for the network.',
  );
});

test('what would halve the waiting', () => {
  expect(remedy(presets.lan)).toBe(
    'Compute would fill half of the time at 1.94 Gbit/s, or with one sum in 2 local steps.',
  );
  expect(remedy({ ...presets.lan, latencyMs: 100 })).toBe(
    'Compute would fill half of the time with one sum in 5 local steps. No bandwidth does that: latency alone takes longer.',
  );
  expect(remedy({ ...presets.lan, computeMs: 500 })).toBeUndefined();
});

test('a share is 0 % or 100 % only when it is', () => {
  for (const [share, words] of [
    [0, '0 %'],
    [1, '100 %'],
    [1e-9, '< 0.001 %'],
    [1 - 1e-9, '> 99.999 %'],
    [0.0007, '0.07 %'],
    [0.00012, '0.012 %'],
    [0.116, '11.6 %'],
    [0.5, '50 %'],
    [0.9993, '99.93 %'],
    [0.99995, '99.995 %'],
    [0.99998, '99.998 %'],
  ] as const)
    // prettier-ignore
    expect(breaking(formatShare(share)), String(share)).toBe(words);
});

test('times and rates have the unit that fits', () => {
  for (const [ms, words] of [
    [0, '0 ms'],
    [0.0042, '4.2 µs'],
    [0.5, '0.50 ms'],
    [12_489, '12.5 s'],
    [119_000, '1 min 59 s'],
    [5 * 3_600_000, '5 hours'],
    [100 * 3_600_000, '4 days'],
    [1e13, '317 years'],
  ] as const)
    // prettier-ignore
    expect(breaking(formatSpan(ms))).toBe(words);
  for (const [megabit, words] of [
    [0.1, '100 kbit/s'],
    [1, '1 Mbit/s'],
    [81.92, '81.9 Mbit/s'],
    [999.9, '1 Gbit/s'],
    [25_000, '25 Gbit/s'],
    [1e6, '1 Tbit/s'],
    [1.4e9, '1,400 Tbit/s'],
  ] as const)
    // prettier-ignore
    expect(breaking(formatLine(megabit))).toBe(words);
});

test('a speed-up may be below one', () => {
  expect(speedUpWords(stepCost(presets.class), 30)).toBe('0.47× of 30');
  expect(speedUpWords(stepCost(presets.datacentre), 1000)).toBe('605× of 1,000');
});
