import { expect, test } from 'vitest';
import { parseBenchOptions } from './bench-options';

const options = (...args: string[]) => {
  const parsed = parseBenchOptions(args);
  return parsed.ok && parsed.value.kind === 'run' ? parsed.value.options : parsed;
};

test('without options: every case, all three systems, as many runs as the time allows', () => {
  expect(options()).toEqual({
    suites: [],
    only: ['ours', 'jaxjs', 'tfjs'],
    runs: undefined,
    json: false,
    headful: false,
    hardware: false,
  });
});

test('lists have commas; systems keep their order', () => {
  expect(
    options('--suite', 'matmul 1024, mlp', '--only', 'tfjs,ours', '--runs', '5', '--json'),
  ).toMatchObject({
    suites: ['matmul 1024', 'mlp'],
    only: ['ours', 'tfjs'],
    runs: 5,
    json: true,
  });
});

test.each([
  [['--only', 'torch'], /ours, jaxjs, tfjs; not 'torch'/],
  [['--runs', '0'], /1 to 1000/],
  [['--runs', 'many'], /1 to 1000/],
  [['--fast'], /Unknown option/],
])('%j is refused', (args, words) => {
  const parsed = parseBenchOptions(args);
  expect(!parsed.ok && parsed.error.message).toMatch(words);
});

test('--help', () => {
  expect(parseBenchOptions(['-h'])).toEqual({ ok: true, value: { kind: 'help' } });
});
