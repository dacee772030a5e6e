import { expect, test } from 'vitest';
import { systems, type CaseInfo } from '../lab/reports/bench-report';
import { selectCases, selectSystems } from './select-cases';

const cases = ['matmul 1024 nn', 'matmul 2048 nn', 'matmul 2048 nt', 'mlp step'].map((name): CaseInfo => ({
  ...{ name, unit: 'ms', flops: 1, bytes: 0, tolerance: 1 },
  isLong: name.startsWith('matmul 2048'),
}));

test.each([
  [[], ['matmul 1024 nn', 'mlp step']],
  [['matmul'], ['matmul 1024 nn']],
  [['matmul 2'], []],
  [['matmul 2048'], ['matmul 2048 nn', 'matmul 2048 nt']],
  [
    ['matmul 2048 nt', 'mlp'],
    ['matmul 2048 nt', 'mlp step'],
  ],
])('--suite %j', (suites, names) => {
  expect(selectCases(cases, suites).map(({ name }) => name)).toEqual(names);
});

test('a system is named by how its name begins', () => {
  const names = (...only: string[]) => selectSystems(systems, only).map(({ name }) => name);
  expect(names()).toEqual(systems.map(({ name }) => name));
  expect(names('tfjs webgpu', 'ours webgpu')).toEqual(['ours webgpu', 'tfjs webgpu']);
  expect(names('jax-js wasm')).toEqual(['jax-js wasm', 'jax-js wasm threads']);
});
