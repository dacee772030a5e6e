import { expect, test } from 'vitest';
import { runOfFile, toForget, type SavedRunFile } from './saved-run-files';

const file = (lineage: string, step: number, savedAtMs: number, bytes = 1_000): SavedRunFile => ({
  name: `lockstep-${lineage}-run-1-step-${step}.safetensors`,
  ...{ bytes, savedAtMs },
});

test('the newest two of a run stay', () => {
  const files = [file('a', 10, 1), file('a', 30, 3), file('b', 5, 0), file('a', 20, 2)];
  expect(toForget(files)).toEqual([file('a', 10, 1).name]);
});

test('eight files stay, the newest ones', () => {
  const files = Array.from({ length: 12 }, (_, i) => file(i.toString(16), 1, i));
  expect(toForget(files)).toEqual([3, 2, 1, 0].map((i) => file(i.toString(16), 1, i).name));
});

test('a GiB in all; the newest stays whatever its size', () => {
  const large = 6e8;
  expect(toForget([file('a', 1, 1, large), file('b', 1, 2, large), file('c', 1, 0)])).toEqual([
    file('a', 1, 1).name,
  ]);
  expect(toForget([file('a', 1, 1, 5e9)])).toEqual([]);
  expect(toForget([file('a', 1, 2, 5e9), file('b', 1, 1)])).toEqual([file('b', 1, 1).name]);
});

test('names that are not ours belong to no run', () => {
  expect(runOfFile('lockstep-ab12-run-3-step-40.safetensors')).toBe('ab12-run-3');
  for (const name of [
    'x.safetensors',
    'lockstep-AB-run-1-step-2.safetensors',
    'lockstep-a-run-1-step-2.safetensors.part',
  ])
    expect(runOfFile(name)).toBeUndefined();
});
