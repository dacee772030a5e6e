// What RunSeries keeps while a run grows equals what is computed again from the whole columns.
import { expect, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { GrowingExtremes, pieceWidth, rowsOfExtremes } from './growing-extremes';
import { GrowingSpread, spreadOf } from './outliers';
import { SmoothedColumn } from './smoothing';
import { smoothed } from './smoothing';

/** A falling loss with gaps, and in the second half spikes. */
function losses(count: number): Float64Array {
  const random = prng('growing');
  return Float64Array.from({ length: count }, (_, step) =>
    step % 17 === 5
      ? NaN
      : (0.3 + 2 / (1 + step / 20)) * (1 + 0.1 * random.normal()) * (step === 1500 || step === 1777 ? 40 : 1),
  );
}

test('at every length a growing spread is that of all values so far', () => {
  const values = losses(2_000);
  const growing = new GrowingSpread();
  let [plain, cut] = [0, 0];
  for (let length = 0; length <= values.length; length += length < 60 ? 1 : 7) {
    const spread = growing.of(values.subarray(0, length));
    expect(spread, `${length} values`).toEqual(spreadOf(values.subarray(0, length)));
    if (spread.outliers > 0) cut++;
    else plain++;
  }
  expect(plain).toBeGreaterThan(200);
  expect(cut).toBeGreaterThan(50);
});

test('at every length a smoothed column is the smoothed values so far', () => {
  const values = losses(3_000);
  for (const smoothing of [0.5, 0.97]) {
    const growing = new SmoothedColumn(smoothing);
    for (let length = 0; length <= values.length; length += 371)
      expect(growing.of(values.subarray(0, length))).toEqual(smoothed(values.subarray(0, length), smoothing));
  }
});

test('at every length the drawn rows are the ends and the extremes of each piece', () => {
  const columns = [
    losses(3_000),
    Float64Array.from({ length: 3_000 }, (_, row) => (row % 25 ? NaN : row % 7)),
  ];
  const most = 40;
  const growing = columns.map(() => new GrowingExtremes());
  for (let length = 1; length <= 3_000; length += 61) {
    const values = columns.map((column) => column.subarray(0, length));
    const width = pieceWidth(length, most);
    for (const [at, extremes] of growing.entries()) extremes.read(values[at], width);
    const expected = new Set([0, length - 1]);
    for (let from = 0; from < length; from += width)
      for (const column of values) {
        const piece = [...column.subarray(from, from + width)].filter(Number.isFinite);
        if (piece.length === 0) continue;
        for (const value of [Math.min(...piece), Math.max(...piece)])
          expected.add(column.indexOf(value, from));
      }
    const kept = rowsOfExtremes(length, width, growing);
    expect([...kept], `${length} rows`).toEqual([...expected].sort((a, b) => a - b));
    for (const [at, extremes] of growing.entries()) {
      const own = kept.filter((_, index) => extremes.among(kept)[index] === 1);
      const alone = rowsOfExtremes(length, width, [extremes]);
      expect([...new Set([0, ...own, length - 1])], `${length} rows, column ${at}`).toEqual([...alone]);
    }
    expect(Math.ceil(length / width)).toBeLessThanOrEqual(most);
    expect(Math.ceil(length / width), `${length} rows`).toBeGreaterThanOrEqual(Math.min(length, 0.6 * most));
  }
});

test('pieces of 1, 2, 3, 4, 6, 8 … rows', () => {
  expect([1, 100, 101, 200, 201, 300, 301, 401, 601, 10_000].map((count) => pieceWidth(count, 100))).toEqual([
    1, 1, 2, 2, 3, 3, 4, 6, 8, 128,
  ]);
});
