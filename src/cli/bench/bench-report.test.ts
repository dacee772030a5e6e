import { expect, test } from 'vitest';
import type { BenchLine } from '../../lab/bench-report';
import { benchHead, benchJson, benchRow } from './bench-report';

const product: BenchLine = {
  name: 'matmul 1024 nn',
  unit: 'GFLOP/s',
  figures: { ours: 6, jaxjs: 3, tfjs: { error: 'device lost' } },
  ceiling: 12,
  difference: 1.5e-6,
  tolerance: 1e-4,
  runs: 5,
};
const step: BenchLine = {
  ...product,
  name: 'mlp step',
  unit: 'ms',
  figures: { ours: 50, jaxjs: 200, tfjs: undefined },
};

test('a rate is better when larger, a time when smaller', () => {
  expect(JSON.parse(benchJson(product))).toMatchObject({
    ours: 6,
    jaxjs: 3,
    ceiling: 12,
    unit: 'GFLOP/s',
    ratio: 2,
  });
  expect(JSON.parse(benchJson(step))).toMatchObject({ ours: 50, jaxjs: 200, unit: 'ms', ratio: 4 });
  expect(benchRow(product)).toMatch(/2\.00×\s+50 %/);
  expect(benchRow(step)).toMatch(/4\.00×\s+24 %/);
});

test('a failed system has an error and no ratio', () => {
  const failed: BenchLine = { ...product, figures: { ...product.figures, jaxjs: { error: 'no adapter' } } };
  expect(JSON.parse(benchJson(failed))).toMatchObject({
    jaxjs: null,
    ratio: null,
    errors: { jaxjs: 'no adapter', tfjs: 'device lost' },
  });
  expect(benchRow(failed)).toContain('jax-js: no adapter');
  expect(benchRow(failed)).not.toContain('×');
});

test('rows align with their headings', () => {
  const column = benchHead().indexOf('jax-js') + 'jax-js'.length;
  expect(benchRow(product).slice(0, column)).toMatch(/3\.00$/);
});
