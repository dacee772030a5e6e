import { expect, test } from 'vitest';
import { systems, type System } from '../lab/reports/bench-report';
import type { BenchLine, Figure } from './bench-line';
import { benchHead, benchJson, benchRow } from './bench-report';

const oursSimd: System = { name: 'ours simd', library: 'ours', resource: 'one thread' };
const all: readonly System[] = [...systems.filter(({ name }) => name !== 'ours simd'), oursSimd];

const figures = (given: Record<string, Figure>): BenchLine['figures'] =>
  Object.entries(given).map(([name, figure]) => ({
    system: all.find((system) => system.name === name)!,
    figure,
  }));

const product: BenchLine = {
  name: 'matmul 1024 nn',
  unit: 'GFLOP/s',
  figures: figures({
    'ours webgpu': 6,
    'ours simd': 50,
    'jax-js webgpu': 3,
    'jax-js wasm': 40,
    'tfjs wasm': { error: 'out of memory' },
    'tfjs wasm threads': 60,
  }),
  ceilings: { webgpu: 24, 'one thread': 62.5, threads: { error: 'no worker' } },
  isSoftware: true,
  difference: 1.5e-6,
  tolerance: 1e-4,
  turns: 5,
};
const step: BenchLine = {
  ...product,
  name: 'mlp step',
  unit: 'ms',
  figures: figures({ 'ours webgpu': 132, 'ours simd': 10, 'jax-js wasm': 16, 'tfjs webgpu': 300 }),
  ceilings: { 'one thread': 4 },
};
const parsed = (line: BenchLine) => JSON.parse(benchJson(line)) as Record<string, unknown>;

test('ours on a software adapter: the fastest of our engines, against the best rival that ran', () => {
  expect(parsed(product)).toMatchObject({
    ours: 50,
    engine: 'ours simd',
    engines: { 'ours webgpu': 6, 'ours simd': 50 },
    rivals: { 'jax-js webgpu': 3, 'jax-js wasm': 40, 'tfjs wasm': null, 'tfjs wasm threads': 60 },
    best: 'tfjs wasm threads',
    ratio: 0.83333,
    ceiling: 62.5,
    ceilingShare: 0.8,
    sameResource: {
      webgpu: { best: 'jax-js webgpu', ratio: 2 },
      'one thread': { best: 'jax-js wasm', ratio: 1.25 },
    },
    errors: { 'tfjs wasm': 'out of memory', 'ceiling of threads': 'no worker' },
  });
});

test('a time is better when smaller', () => {
  expect(parsed(step)).toMatchObject({
    ...{ ours: 10, engine: 'ours simd', best: 'jax-js wasm', ratio: 1.6, ceilingShare: 0.4 },
    sameResource: { webgpu: { ratio: 2.2727 } },
  });
  expect(parsed(step)).not.toHaveProperty('errors');
});

test('a real GPU is chosen, even where SIMD was faster', () => {
  expect(parsed({ ...product, isSoftware: false })).toMatchObject({
    ...{ ours: 6, engine: 'ours webgpu', ratio: 0.1, ceilingShare: 0.25 },
  });
});

test('an engine of ours that failed leaves the other', () => {
  const failed = figures({ 'ours webgpu': { error: 'no adapter' }, 'ours simd': 50 });
  expect(parsed({ ...product, isSoftware: false, figures: failed })).toMatchObject({
    ...{ ours: 50, engine: 'ours simd', best: null, ratio: null },
    errors: { 'ours webgpu': 'no adapter' },
  });
});

test('a failed system has an error and no ratio', () => {
  const failed = { ...product, figures: figures({ 'ours webgpu': 6, 'tfjs webgpu': { error: 'lost' } }) };
  expect(parsed(failed)).toMatchObject({
    ...{ rivals: { 'tfjs webgpu': null }, best: null, ratio: null, sameResource: {} },
    errors: { 'tfjs webgpu': 'lost' },
  });
  expect(benchRow(failed)).toMatch(/ failed .*\n {2}tfjs webgpu: lost/);
  expect(benchRow(failed)).not.toContain('×');
});

test('a row for people: the best of each library, every figure, and ratios on the same resource', () => {
  const [first, every, same, ...errors] = benchRow(product).split('\n');
  expect(first).toMatch(
    /^matmul 1024 nn +GFLOP\/s +50\.0 +40\.0 +60\.0 +62\.5 +80 % +0\.83× +5 +ours simd +tfjs wasm threads /,
  );
  expect(every).toContain('ours webgpu 6.00 · ours simd 50.0 · jax-js webgpu 3.00');
  expect(same).toContain('ours webgpu 2.00× jax-js webgpu · ours simd 1.25× jax-js wasm');
  expect(errors).toEqual(['  tfjs wasm: out of memory', '  ceiling of threads: no worker']);
});

test.each(['ours', 'jax-js', 'ceiling', '÷ best'])('rows align with the heading %s', (heading) => {
  const column = benchHead().indexOf(heading) + heading.length;
  expect(benchRow(product).slice(0, column)).toMatch(/[\d×]$/);
  expect(benchRow(product)[column]).toBe(' ');
});
