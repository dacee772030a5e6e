import { inEnglish } from '../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { systems } from '../lab/reports/bench-report';
import { benchHelp, parseBenchOptions } from './bench-options';

const options = (...args: string[]) => {
  const parsed = parseBenchOptions(args);
  return parsed.ok && parsed.value.kind === 'run' ? parsed.value.options : parsed;
};

const chosenWithoutGpu = systems.filter(({ name }) => name !== 'ours webgpu');

test('without options: every case, every system that a page would choose, as many turns as the time allows', () => {
  expect(options()).toEqual({
    suites: [],
    systems: chosenWithoutGpu,
    runs: undefined,
    json: false,
    headful: false,
    hardware: false,
  });
});

test('lists have commas; systems keep their order', () => {
  const given = options('--suite', 'matmul 1024, mlp', '--only', 'tfjs webgpu,ours webgpu', '--runs', '5');
  expect(given).toMatchObject({ suites: ['matmul 1024', 'mlp'], runs: 5 });
  expect(given).toMatchObject({ systems: [{ name: 'ours webgpu' }, { name: 'tfjs webgpu' }] });
});

test('our WebGPU runs on a real GPU, and where it is named whole', () => {
  expect(options('--hardware')).toMatchObject({ systems, hardware: true });
  expect(options('--only', 'ours')).toMatchObject({
    systems: [{ name: 'ours simd' }, { name: 'ours simd threads' }],
  });
});

test.each([
  [['--only', 'ours,torch'], /jax-js wasm.*; not 'torch'/],
  [['--runs', '0'], /1 to 1000/],
  [['--runs', 'many'], /1 to 1000/],
  [['--fast'], /Unknown option/],
])('%j is refused', (args, words) => {
  const parsed = parseBenchOptions(args);
  expect(!parsed.ok && inEnglish(parsed.error.says)).toMatch(words);
});

test('--help', () => {
  expect(parseBenchOptions(['-h'])).toEqual({ ok: true, value: { kind: 'help' } });
});

test('the help names every option and every system', () => {
  for (const { name } of systems) expect(benchHelp).toContain(name);
  for (const option of ['suite', 'only', 'runs', 'json', 'hardware', 'headful'])
    expect(benchHelp).toContain(`--${option} `);
});
