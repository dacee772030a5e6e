// C11, E2, E21: PowerSGD on every topology, N = 1 … 16, against the formula in f64 (formula.ts): all members have the
// same bits, and means, residuals and the spans of Q lie within a bound that is computed from the roundings alone
// (bound.ts). Two steps, so that the second takes in residuals of the first.
//
// The cover: every topology with every N. The four layouts take turns beside them: each N meets all four, and each
// topology meets each of them with four N. A topology sees nothing of a layout but the lengths of two flat vectors, and
// the products see nothing of a topology. The vectors have 0 to 188 elements, fewer than N and more, and mostly no
// multiples of N.
import { describe, expect, test } from 'vitest';
import { planPowerSgd, type FactoredMatrix, type PowerSgdPlan } from '../../codecs/power-sgd/plan';
import { topologies } from '../../collectives/topology';
import { BesideFormula, gradientOf, nothingCompared } from './testing/beside-formula';

interface Layout {
  readonly name: string;
  readonly plan: PowerSgdPlan;
  readonly length: number;
}

/** The product’s way to cut tensors of these shapes. */
function planned(name: string, shapes: readonly (readonly number[])[], rank: number): Layout {
  let length = 0;
  const tensors = shapes.map((shape) => {
    const start = length;
    length += shape.reduce((product, extent) => product * extent, 1);
    return { start, shape };
  });
  return { name, plan: planPowerSgd(tensors, rank), length };
}

/** The tensors as factors, whether they gain anything or not. */
function forced(name: string, sizes: readonly (readonly [number, number])[], rank: number): Layout {
  let [length, leftLength, rightLength] = [0, 0, 0];
  const matrices = sizes.map(([rows, columns]): FactoredMatrix => {
    const matrix = { start: length, rows, columns, rank, leftAt: leftLength, rightAt: rightLength };
    length += rows * columns;
    leftLength += rows * rank;
    rightLength += columns * rank;
    return matrix;
  });
  return { name, plan: { matrices, rest: [], leftLength, rightLength, restLength: 0 }, length };
}

// prettier-ignore
const awkward = [[1, 1], [1, 9], [13, 17], [11, 1], [7, 3, 5], [5], [2, 61]] as const;
const layouts: readonly Layout[] = [
  planned('factors among a rest, primes', awkward, 2),
  planned('an empty rest, square', [[13, 13]], 3),
  planned('a rest alone: the rank is above all that a matrix gains by', [[3, 1], [1, 1], [2, 7]], 3), // prettier-ignore
  forced('1 × 1, 1 × n, n × 1, a rank above the smaller side', [[1, 1], [1, 9], [11, 1], [2, 7], [5, 3]], 4), // prettier-ignore
];

test('the layouts are what their names say', () => {
  const [mixed, full, rest] = layouts.map(({ plan }) => plan);
  expect(mixed.matrices.map(({ rows, columns }) => [rows, columns])).toEqual([[13, 17], [7, 15]]); // prettier-ignore
  expect([full.matrices.length, full.rest]).toEqual([1, []]);
  expect([rest.matrices, rest.restLength]).toEqual([[], 18]);
});

describe.each(topologies)('%s', (topology) => {
  test('N = 1…16: equal bits, within the bound of the f64 formula', async () => {
    const largest = nothingCompared();
    for (let size = 1; size <= 16; size++) {
      const { plan, length } = layouts[(size + topologies.indexOf(topology)) % layouts.length];
      const beside = new BesideFormula(plan, topology, size, size);
      for (let step = 1; step <= 2; step++) {
        const terms = Array.from({ length: size }, (_, rank) => 3 + (rank % 4));
        const gradients = terms.map((n, rank) =>
          gradientOf(plan, length, [step, rank], { signal: 3, noise: 1 / 16, terms: n }),
        );
        await beside.step(gradients, terms, largest);
      }
    }
    // A bound that allows anything would prove nothing.
    expect(largest.bound).toBeLessThan(2 ** -10);
    console.log(topology, JSON.stringify(largest));
  });
});
