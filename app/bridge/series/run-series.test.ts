import { expect, test } from 'vitest';
import type { StepRecord } from '../../../src/replica/protocol';
import { RunSeries } from './run-series';

const loss = (step: number): number => 10 / step;

function series(steps: number): RunSeries {
  const made = new RunSeries();
  for (let step = 1; step <= steps; step++)
    made.push(
      { step, loss: loss(step), atMs: 500 * step, examplesTotal: 32 * step, bytesSent: 100 } as StepRecord,
      undefined,
      7,
    );
  return made;
}

test('a chart is read at the step under the pointer, drawn or not; a sparse line names its nearest', () => {
  const made = new RunSeries();
  for (let step = 1; step <= 5000; step++)
    made.push({
      ...{ step, loss: loss(step), atMs: 500 * step, examplesTotal: 32 * step, bytesSent: 100 },
      ...(step % 100 === 0 && { validation: { loss: step, accuracy: 1 } }),
    } as StepRecord);
  const requests = [
    { key: 'raw', column: 'loss' },
    { key: 'validation', column: 'validationLoss' },
    { key: 'outer', column: 'outerRate' },
  ] as const;
  const values = { raw: { value: loss(937), x: 937 }, validation: { value: 900, x: 900 }, outer: undefined };
  expect(made.readAt(requests, 'step', 936.7)).toEqual({ x: 937, values });
  expect(made.readAt(requests, 'time', 936 / 2)?.values.raw).toEqual({ value: loss(937), x: 936 / 2 });
  expect(made.readAt(requests, 'step', 1e9)?.x).toBe(5000);
  expect(made.readAt(requests, 'step', -1)?.x).toBe(1);
  expect(new RunSeries().readAt(requests, 'step', 1)).toBeUndefined();
});

const at = (one: RunSeries, kind: 'bytes' | 'flop' | 'time'): number[] => Array.from(one.x(kind));

test('x counts bytes sent and operations over the steps before', () => {
  expect(at(series(3), 'bytes')).toEqual([100, 200, 300]);
  expect(at(series(3), 'flop')).toEqual([7 * 32, 7 * 64, 7 * 96]);
  expect(at(series(3), 'time')).toEqual([0, 0.5, 1]);
  for (const kind of ['bytes', 'flop', 'time', 'examples', 'step'] as const)
    expect(series(9).xOfStep(4, kind), kind).toBe(series(9).x(kind)[3]);
});

test('all figures: every kept step, by the same names as the CSV; nothing measured is NaN', () => {
  const figures = series(3).figures();
  expect(figures.map(({ step, atMs, loss: value }) => [step, atMs, value])).toEqual([[1, 500, 10], [2, 1000, 5], [3, 1500, 10 / 3]]); // prettier-ignore
  expect(figures[0].validationLoss).toBeNaN();
  expect(Object.keys(figures[0]).join(',')).toBe(series(3).toCsv().split('\n')[0]);
});

test('a new run begins at no bytes', () => {
  const one = series(3);
  one.push({ step: 1, loss: 1, atMs: 9, examplesTotal: 32, bytesSent: 50 } as StepRecord);
  expect(at(one, 'bytes')).toEqual([50]);
  expect(Array.from(one.earlier[0].x.bytes)).toEqual([100, 200, 300]);
});

test('a range of the axis has its rows in full, and one on each side of it', () => {
  const one = series(5000);
  const rows = one.curves([{ key: 'loss', column: 'loss' }], 'step', 100, [1000.5, 1010]).rows();
  expect(rows.map(({ step }) => step)).toEqual(Array.from({ length: 12 }, (_, i) => 1000 + i));
  expect(rows.map(({ loss: value }) => value)).toEqual(rows.map(({ step }) => loss(step)));
  expect(one.curves([{ key: 'loss', column: 'loss' }], 'step', 100, [6000, 7000])).toHaveLength(1);
});

test('the spread is that of the range', () => {
  expect(series(100).spread('loss', 'step', [50, 60])).toMatchObject({ low: 10 / 61, high: 10 / 49 });
});

test('who came late sees the curve from the first step, whether it hears of it before or after its own steps', () => {
  const earlier = [
    { step: 40, loss: 3, atMs: 5_000, examples: 1_280 },
    { step: 90, loss: 2, atMs: 30_000, examples: 2_880 },
    { step: 100, loss: 9, atMs: 50_000, examples: 3_200 },
  ];
  const own = [100, 101, 102].map(
    (step) =>
      ({ step, loss: loss(step), atMs: 500 * step, examplesTotal: 32 * step, bytesSent: 100 }) as StepRecord,
  );
  const [before, after] = [new RunSeries(), new RunSeries()];
  before.begin(earlier);
  for (const record of own) before.push(record);
  for (const record of own) after.push(record);
  after.begin(earlier);
  for (const one of [before, after]) {
    expect(Array.from(one.x('step'))).toEqual([40, 90, 100, 101, 102]);
    expect(Array.from(one.ring.column('loss'))).toEqual([3, 2, ...own.map((record) => record.loss)]);
    expect(Array.from(one.x('time'))).toEqual([0, 25, 45, 45.5, 46]);
    expect(Array.from(one.x('bytes'))).toEqual([0, 0, 100, 200, 300]);
    expect(one.xOfStep(90, 'examples')).toBe(2_880);
    expect(one.records).toHaveLength(3);
    one.push({ ...own[0], step: 1 });
    expect(one.ring.length).toBe(1);
  }
});
