import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { lossTables } from './loss-table';
import { lossRow, projectedLoss, timeToLoss } from './time-to-loss';

const about = { model: 'cnn', line: '5mbit', mode: 'f32' };

const line = (step: number, loss?: number, wallMs = 100) => ({
  ...{ step, loss: 1 / step, wallMs, computeMs: 20, overlappedMs: 5, bytes: 1000 },
  ...(loss === undefined ? {} : { validation: { loss, accuracy: 0.5 } }),
});

test('the time is that of all steps up to the first validation at or below the loss', () => {
  const lines = [line(1), line(2, 0.9), line(3), line(4, 0.5), line(5, 0.4)];
  expect(timeToLoss(about, lines, 0.5)).toEqual({
    ...{ name: 'time-to-loss 5mbit f32 cnn', ...about, ours: 0.4, limit: 0.1, unit: 's', ratio: 4 },
    ...{ steps: 4, bytes: 4000, loss: 0.5, seconds: 0.4, timed: 4 },
  });
});

test('a loss that is not reached has no time, never a wrong one', () => {
  const missed = timeToLoss(about, [line(1), line(2, 0.9), line(3)], 0.5);
  expect(missed).toMatchObject({ ours: null, limit: null, ratio: null, steps: 3, loss: 0.9, seconds: 0.3 });
  expect(lossRow(missed)).toContain('loss 0.900 after 0.3 s');
  expect(timeToLoss(about, [], 0.5)).toMatchObject({ ours: null, steps: 0, loss: null, seconds: 0 });
});

const course = [...Array(9).keys()].map((at) => line(at + 1, at === 8 ? 0.4 : undefined, 7));

test('steps that were not timed count by the mean of those that were, without the first two', () => {
  const timed = [line(1, undefined, 500), line(2, undefined, 300), line(3, undefined, 90), line(4)];
  const projected = projectedLoss(about, course, timed, 0.5);
  // 500 + 300 + 90 + 100 + 5 · 95
  expect(projected.ok && projected.value).toMatchObject({
    ...{ ours: 1.465, limit: 0.225, steps: 9, timed: 4, bytes: 9000, loss: 0.4 },
  });
  if (projected.ok) expect(lossRow(projected.value)).toContain('9 steps, 4 of them timed');
});

test('a line on which the ring took another course counts nothing', () => {
  const rounded = [line(1), line(2), { ...line(3), loss: 0.33333 }, line(4)];
  expect(projectedLoss(about, course, rounded, 0.5).ok).toBe(true);
  const other = [line(1), line(2), { ...line(3), loss: 0.331 }, line(4)];
  const projected = projectedLoss(about, course, other, 0.5);
  expect(projected.ok ? '' : inEnglish(projected.error.says)).toBe(
    'time-to-loss 5mbit f32 cnn: step 3 has another loss than on bare links',
  );
  expect(projectedLoss(about, course, [line(1), line(2)], 0.5).ok).toBe(false);
});

test('a ring whose every step was timed needs no projection', () => {
  const timed = course.map((one) => ({ ...one, wallMs: 50 }));
  const whole = projectedLoss(about, course, [...timed, line(10)], 0.5);
  expect(whole.ok && whole.value).toMatchObject({ ours: 0.45, steps: 9, timed: 9 });
});

test('the table has a row per mode and a column per line, and says what was not timed or not reached', () => {
  const row = (mode: string, where: string, ours: number | null, timed: number) => ({
    ...timeToLoss({ ...about, mode, line: where }, course, 0.5),
    ...{ ours, ratio: ours === null ? null : ours / 2, timed },
  });
  const rows = [
    { ...row('f32', '100mbit', 4, 9), bytes: 8_000_000 },
    { ...row('f32', '5mbit', 120, 4), bytes: 8_800_000 },
    { ...row('int8', '5mbit', null, 9), bytes: 1_000_000, replicas: 2 },
  ];
  expect(lossTables(rows).split('\n')).toEqual([
    '| cnn | 100mbit | 5mbit | steps | MB |',
    '| --- | --- | --- | --- | --- |',
    '| f32 | 4.00 (2.00×) | ~120 (60.0×) | 9 | 2.00–2.20 |',
    '| int8 | – | loss 0.40 | 9 | 0.50 |',
  ]);
});
