// Invented homes: the price of each by its area and its age, to try amounts on. Old homes are dear again, so that a line
// does not fit. Example i is a pure function of (noise, seed, i), equal on every engine.
import { prng } from '../base/prng';
import { amountDataset } from './amount-dataset';
import type { Amount } from './amounts';
import type { Dataset } from './dataset';
import type { TableColumn } from './table-columns';

/** Means and deviations are those of the formula, rounded. */
export const homeColumns: readonly TableColumn[] = [
  { kind: 'number', name: 'area (m²)', mean: 95, deviation: 38 },
  { kind: 'number', name: 'age (years)', mean: 60, deviation: 35 },
];
export const homeAmounts: readonly Amount[] = [{ name: 'price (thousand €)', mean: 311, deviation: 126 }];

/** `noise`: standard deviation added to a price, as a share of the deviation of all prices. */
export function homeDataset(examples: number, noise: number, seed: number): Dataset {
  const values = new Float32Array(2 * examples);
  const amounts = new Float32Array(examples);
  const [{ mean, deviation }] = homeAmounts;
  for (let i = 0; i < examples; i++) {
    const random = prng('homes', seed, i);
    const area = Math.round(300 + 1300 * random.float()) / 10;
    const age = Math.round(120 * random.float());
    const price = priceOf(area, age) + noise * deviation * random.normal();
    for (const [at, value] of [area, age].entries()) {
      const column = homeColumns[at];
      if (column.kind === 'number') values[2 * i + at] = (value - column.mean) / column.deviation;
    }
    amounts[i] = (price - mean) / deviation;
  }
  return amountDataset({ name: 'homes', inputShape: [2], values, amounts, terms: 1 });
}

/** The price in thousands of euros: 3.5 for a square metre, least for homes of 70 years. */
function priceOf(area: number, age: number): number {
  const far = (age - 70) / 70;
  return 3.5 * area * (0.7 + 0.6 * far * far) + 25;
}
