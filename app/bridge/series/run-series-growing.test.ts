// What RunSeries keeps while a run grows equals what is computed anew from the whole columns.
import { expect, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { GrowingSpread, spreadOf } from './outliers';
import { SmoothedColumn } from './smoothed-column';
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
