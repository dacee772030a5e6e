// Why blocks of int8 and int4 have 128 elements: noise against bytes, over block lengths.
import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { levelBlock } from './block-scale';

/** Squared error of int8 per element, times 4^bits: a bit more per element quarters the squared error, so the cost is equal
 *  wherever bits would be spent alike. In units of the square of a value. */
function costOf(values: Float64Array, block: number): number {
  let errors = 0;
  let squares = 0;
  for (let start = 0; start < values.length; start += block) {
    const part = values.subarray(start, start + block);
    const largest = part.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    for (const x of part) {
      errors += (x - (Math.round((x / largest) * 127) * largest) / 127) ** 2;
      squares += x * x;
    }
  }
  return (errors / squares) * 4 ** (8 + 32 / block);
}

const random = prng('block length');
const count = 1 << 18;
const normal = Float64Array.from({ length: count }, () => random.normal());
/** Rows of 64 to 512 elements whose magnitudes differ by factors of e, as those of layers do. */
const rows = normal.slice();
for (let start = 0; start < count;) {
  const end = Math.min(count, start + 64 * (1 + random.below(8)));
  const size = Math.exp(random.normal());
  for (; start < end; start++) rows[start] *= size;
}

test('128 is the best length for uneven magnitudes, and within a twentieth of it for equal ones', () => {
  const lengths = [32, 64, 128, 256, 512, 1024, 4096];
  for (const [values, factor] of [
    [normal, 1.1],
    [rows, 1.34],
  ] as const) {
    // prettier-ignore
    const costs = lengths.map((block) => costOf(values, block));
    const own = costs[lengths.indexOf(levelBlock)];
    expect(own, costs.map((cost) => cost.toFixed(2)).join(' ')).toBeLessThan(factor * Math.min(...costs));
    expect(own).toBeLessThan(costs[0]);
    expect(own).toBeLessThan(costs[6]);
  }
});
