import { expect, test } from 'vitest';
import { startLine, totalOf, visitOf, type Visit } from './start-report';

const record = (lines: readonly object[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const whole = [
  { kind: 'about', at: 1_000_900 },
  { kind: 'preparing', at: 1_000_100 },
  {
    kind: 'prepared',
    at: 1_000_350.5,
    ms: 250.5,
    engine: 'simd',
    device: 'CPU (SIMD, 1 thread)',
    answersMs: 40,
  },
  { kind: 'first gradient', at: 1_000_400, ms: 299.5 },
  // A later run prepares again.
  { kind: 'preparing', at: 1_000_800 },
];

test('a visit is three parts, which add up to the time from the press to the first gradient', () => {
  const { engine, times, answers } = visitOf(record(whole), 1_000_000);
  expect(engine).toBe('CPU (SIMD, 1 thread)');
  expect(times.entering).toBeCloseTo(0.1, 9);
  expect(times.preparing).toBeCloseTo(0.2505, 9);
  expect(times.stepping).toBeCloseTo(0.0495, 9);
  expect(totalOf(times)).toBeCloseTo(0.4, 9);
  expect(answers).toBeCloseTo(0.04, 9);
});

test('a record without a part is an error that names it', () => {
  const cut = record(whole.filter(({ kind }) => kind !== 'first gradient'));
  expect(() => visitOf(cut, 1_000_000)).toThrow("the flight record has no 'first gradient'");
});

test('a line has medians, the goal, and what was measured in its name', () => {
  const visits = [0.3, 0.1, 9].map((preparing): Visit => ({
    engine: 'SwiftShader',
    times: { entering: 0.1, preparing, stepping: 0.05 },
    answers: preparing / 4,
  }));
  const one = { preset: 'stories', wish: 'webgpu', visit: 'first' } as const;
  expect(startLine(one, visits)).toEqual({
    name: 'start stories, webgpu, first visit',
    ...{ ours: 0.45, goal: 3, unit: 's', runs: 3, engine: 'SwiftShader' },
    parts: { entering: 0.1, preparing: 0.3, stepping: 0.05 },
    answers: 0.075,
  });
});

test.each([
  ['digits', 'cpu', 0.3],
  ['stories', 'cpu', 0.3],
  ['digits', 'webgpu', 2],
  ['moons', 'webgpu', 2],
  ['digits-cnn', 'webgpu', 3],
  ['digits', 'auto', undefined],
] as const)('%s on %s: goal %s s', (preset, wish, goal) => {
  const visits = [{ engine: '', times: { entering: 0, preparing: 0, stepping: 0 }, answers: 0 }];
  expect(startLine({ preset, wish, visit: 'second' }, visits).goal).toBe(goal);
});
