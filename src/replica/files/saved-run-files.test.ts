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

test('J8e: a ring that admits and removes a replica again and again pushes out half of the other files at most', () => {
  const others = Array.from({ length: 8 }, (_, i) => file(`f${i}`, 100, i));
  const stay: string[] = [];
  let kept = others;
  for (let time = 0; time < 50; time++) {
    const next = file(time.toString(16), 1, 1_000 + time);
    stay.push(runOfFile(next.name)!);
    const gone = toForget([...kept, next], stay);
    kept = [...kept, next].filter(({ name }) => !gone.includes(name));
    expect(kept).toContain(next);
  }
  expect(kept.filter((one) => others.includes(one)).map(({ name }) => name)).toEqual(
    others.slice(4).map(({ name }) => name),
  );
  // The first run's file stays of its own ones: it may be the one that the replica trained before.
  expect(kept.slice(4).map(({ name }) => runOfFile(name)![0])).toEqual(['0', '2', '3', '3']);
});

test('J8e: nor do large files, but for the newest', () => {
  const others = [file('f', 1, 1, 3e8), file('e', 1, 2, 2e8)];
  const stay = ['a-run-1', 'b-run-1', 'c-run-1'];
  const own = [file('a', 1, 3, 2e8), file('b', 1, 4, 2e8), file('c', 1, 5, 2e8)];
  expect(toForget([...others, ...own], stay)).toEqual([own[1].name]);
});
