import { expect, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { keptRows } from './decimate';

test.each([0, 1, 5, 399, 401, 10_000, 12_345])('keeps every bucket’s extremes (%i rows)', (length) => {
  const random = prng('decimate', length);
  const series = [0, 1].map(() => Float64Array.from({ length }, () => random.normal()));
  const buckets = 200;
  const rows = keptRows(length, series, buckets);
  expect([...rows]).toEqual([...new Set(rows)].sort((a, b) => a - b));
  expect(rows.length).toBeLessThanOrEqual(2 * buckets * series.length + 2);
  const kept = new Set(rows);
  for (const values of series) {
    for (let bucket = 0; bucket < buckets && length > 2 * buckets; bucket++) {
      const slice = values.subarray(
        Math.floor((bucket * length) / buckets),
        Math.floor(((bucket + 1) * length) / buckets),
      );
      const drawn = [...kept].map((row) => values[row]);
      if (bucket % 40 === 0) {
        expect(drawn).toContain(Math.min(...slice));
        expect(drawn).toContain(Math.max(...slice));
      }
    }
  }
  if (length > 0) expect([kept.has(0), kept.has(length - 1)]).toEqual([true, true]);
});

test('for a logarithmic axis each decade has as many buckets, and the whole is covered', () => {
  const values = Float64Array.from({ length: 10_000 }, (_, row) => (row % 2 ? -row : row));
  const rows = [...keptRows(values.length, [values], 100, 0, true)];
  expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b));
  expect([rows[0], rows.at(-1)]).toEqual([0, 9999]);
  // Every row of the first decade; of later ones the extremes of 25 buckets each.
  expect(rows.filter((row) => row < 10)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [from, to] of [[100, 1000], [1000, 10_000]] as const) {
    const kept = rows.filter((row) => row >= from && row < to).length;
    expect(kept, `${from} … ${to}`).toBeGreaterThan(45);
    expect(kept, `${from} … ${to}`).toBeLessThanOrEqual(52);
  } // prettier-ignore
  expect(keptRows(values.length, [values], 100).filter((row) => row < 100).length, 'linear').toBeLessThan(4);
});

test('a single spike among 100,000 rows survives', () => {
  const values = new Float64Array(100_000).fill(1);
  values[77_777] = 50;
  expect([...keptRows(values.length, [values], 200)]).toContain(77_777);
});

test('rows without a finite value do not hide those with one', () => {
  const values = new Float64Array(5000).fill(NaN);
  values[2501] = 3;
  expect([...keptRows(values.length, [values], 100)]).toEqual([0, 2501, 4999]);
});
