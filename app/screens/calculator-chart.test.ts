// What the chart of the calculator draws: a curve for each number of local steps, and the marks where they were measured.
import { expect, test } from 'vitest';
import { presets, publishedPoints } from '../../src/calculator/presets';
import { bounds } from '../../src/calculator/setup';
import { stepCost } from '../../src/calculator/step-cost';
import { chartRows } from './calculator-chart';

const setup = presets.published;

test('a row holds what the model says at its bandwidth', () => {
  const rows = chartRows(setup, 'lan', [], 0);
  expect(rows[0].x).toBe(Math.log10(bounds.megabitPerSecond.least));
  expect(rows.at(-1)?.x).toBe(Math.log10(bounds.megabitPerSecond.most));
  const row = rows.find(({ x }) => Math.abs(x - 3) < 1e-9)!;
  for (const localSteps of [1, 8, 32, 128, 512])
    expect(row[`h${localSteps}`]).toBeCloseTo(
      stepCost({ ...setup, megabitPerSecond: 1000, localSteps }).utilisation,
    );
});

test('these figures, the room and the published points stand at their own bandwidths, in order', () => {
  const room = [{ megabitPerSecond: 7, utilisation: 0.4 }];
  const rows = chartRows(setup, 'published', room, 0);
  const marked = (key: string) => rows.filter((row) => row[key] !== undefined);
  expect(marked('room')).toMatchObject([{ x: Math.log10(7), room: 0.4 }]);
  expect(marked('figures')).toMatchObject([
    { x: Math.log10(setup.megabitPerSecond), figures: stepCost(setup).utilisation },
  ]);
  expect(marked('published').map((row) => row.published)).toEqual(
    publishedPoints
      .toSorted((a, b) => a.megabitPerSecond - b.megabitPerSecond)
      .map(({ utilisation }) => utilisation),
  );
  for (const [index, { x }] of rows.slice(1).entries()) expect(x).toBeGreaterThanOrEqual(rows[index].x);
});

test('a curve ends where it leaves a logarithmic axis', () => {
  const values = chartRows(setup, 'lan', [], 1e-4).map(({ h1 }) => h1);
  expect(values[0]).toBeUndefined();
  expect(values.at(-1)).toBeGreaterThan(0.5);
});
