import { expect, test } from 'vitest';
import type { RunConfig, StepRecord } from '../../../src/replica/protocol';
import { lineAt } from './earlier-run';
import { RunSeries } from './run-series';

const config = { seed: 0 } as RunConfig;
const record = (step: number, loss: number): StepRecord =>
  ({ step, loss, atMs: 1000 * step, examplesTotal: 32 * step, effectiveBatch: 32 }) as StepRecord;

test('a line is read between its points and nowhere else', () => {
  const xs = Float64Array.of(1, 3, 3, 7);
  const ys = Float64Array.of(10, 20, 30, 50);
  expect([0.9, 1, 2, 5, 7, 7.1].map((x) => lineAt(xs, ys, x))).toEqual([
    undefined,
    10,
    15,
    40,
    50,
    undefined,
  ]);
  expect(lineAt(new Float64Array(), new Float64Array(), 1)).toBeUndefined();
});

test('a step that does not follow keeps the run before, at most three of them', () => {
  const series = new RunSeries();
  for (let run = 1; run <= 5; run++)
    for (let step = 1; step <= 50; step++) series.push(record(step, run), { ...config, seed: run });
  expect(series.earlier.map((run) => run.config?.seed)).toEqual([2, 3, 4]);
  expect(series.records).toHaveLength(50);
  const rows = series.rows([{ key: 'loss', column: 'loss' }], 'step');
  expect(rows[20]).toMatchObject({ loss: 5, earlier0: 2, earlier2: 4 });
});

test('steps that were missed are a gap, decimated or not', () => {
  const series = new RunSeries();
  for (const step of [1, 2, 3, 40, 41, 42, 90]) series.push(record(step, 1), config);
  const rows = series.rows([{ key: 'loss', column: 'loss' }], 'step');
  expect(rows.map(({ segment }) => segment)).toEqual([0, 0, 0, 1, 1, 1, 2]);
});

test('a run of one step leaves no line behind', () => {
  const series = new RunSeries();
  series.push(record(1, 1), config);
  series.push(record(1, 2), config);
  expect(series.earlier).toEqual([]);
});
