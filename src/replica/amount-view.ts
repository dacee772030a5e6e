// What a model of amounts predicts for held-out examples beside what is true, in the amounts' own units: the figures of
// each amount, points to draw, and where the model has one or two inputs what it predicts anywhere. Pure.
import { inUnit, type Amount } from '../data/amounts';
import type { TableColumn } from '../data/table-columns';

/** How far predictions of one amount are from the truth. */
export interface AmountFigures {
  readonly name: string;
  /** What stands beside its numbers; empty: nothing. */
  readonly unit: string;
  /** The mean of |predicted − true|. */
  readonly mae: number;
  /** √ of the mean of its square. */
  readonly rmse: number;
  /** 1 − Σ(predicted − true)² / Σ(true − mean)²; NaN where all amounts are equal. */
  readonly r2: number;
}

/** What is predicted along the axis of one input. */
interface AmountLine {
  readonly kind: 'line';
  readonly name: string;
  readonly x: Float32Array; // (m), in the input's unit
  readonly y: Float32Array; // (m), in the amount's unit
  readonly at: Float32Array; // (n): the input of each point
}

/** What is predicted over the plane of two inputs. */
interface AmountSurface {
  readonly kind: 'surface';
  readonly names: readonly [x: string, y: string];
  readonly side: number;
  readonly values: Float32Array; // (side, side) in the amount's unit, row 0 = largest y
  readonly spanX: readonly [low: number, high: number]; // in the input's unit
  readonly spanY: readonly [low: number, high: number];
  readonly at: Float32Array; // (n, 2): the inputs of each point
}

export interface AmountView {
  /** One of each amount. */
  readonly figures: readonly AmountFigures[];
  /** The examples that the figures are of. */
  readonly count: number;
  /** The first amount of each point, in its unit. (n) */
  readonly actual: Float32Array;
  readonly predicted: Float32Array;
  /** What is predicted of the first amount elsewhere; undefined: the model has more than two inputs. */
  readonly ground?: AmountLine | AmountSurface;
}

export interface HeldAmounts {
  readonly inputs: Float32Array; // (count, inputs)
  /** Amounts in deviations from their mean. */
  readonly amounts: Float32Array; // (count, terms)
  readonly count: number;
}

/** Rows of inputs to their amounts (rows, terms), in deviations. */
export type PredictAmounts = (inputs: Float32Array) => Promise<Float32Array>;

const mostPoints = 300;
const lineCells = 120;
const gridSide = 40;

export async function amountView(
  { inputs, amounts: actual, count }: HeldAmounts,
  amounts: readonly Amount[],
  columns: readonly TableColumn[] | undefined,
  predict: PredictAmounts,
): Promise<AmountView> {
  const predicted = await predict(inputs);
  const shown = Math.min(count, mostPoints);
  const ofFirst = (values: Float32Array): Float32Array =>
    Float32Array.from({ length: shown }, (_, row) => inUnit(values[row * amounts.length], amounts[0]));
  const ground = await groundOf(inputs, inputs.length / count, shown, columns, async (grid) => {
    const found = await predict(grid);
    return Float32Array.from({ length: found.length / amounts.length }, (_, row) =>
      inUnit(found[row * amounts.length], amounts[0]),
    );
  });
  return {
    figures: amounts.map((amount, term) => figuresOf(amount, term, amounts.length, actual, predicted)),
    count,
    actual: ofFirst(actual),
    predicted: ofFirst(predicted),
    ...(ground && { ground }),
  };
}

function figuresOf(
  amount: Amount,
  term: number,
  terms: number,
  actual: Float32Array,
  predicted: Float32Array,
): AmountFigures {
  const count = actual.length / terms;
  let [absolute, squares, sum, spread] = [0, 0, 0, 0];
  for (let at = term; at < actual.length; at += terms) {
    const error = predicted[at] - actual[at];
    absolute += Math.abs(error);
    squares += error * error;
    sum += actual[at];
  }
  for (let at = term; at < actual.length; at += terms) spread += (actual[at] - sum / count) ** 2;
  const { name, unit = '', deviation } = amount;
  return {
    name,
    unit,
    mae: (deviation * absolute) / count,
    rmse: deviation * Math.sqrt(squares / count),
    r2: spread > 0 ? 1 - squares / spread : NaN,
  };
}

/** The line of one input, the surface of two; `predict` gives the first amount in its unit. */
async function groundOf(
  inputs: Float32Array,
  width: number,
  shown: number,
  columns: readonly TableColumn[] | undefined,
  predict: (grid: Float32Array) => Promise<Float32Array>,
): Promise<AmountLine | AmountSurface | undefined> {
  if (width > 2) return undefined;
  // A category is an input for each of its values: two values are two inputs, and no plane.
  if (columns?.some(({ kind }) => kind === 'category')) return undefined;
  const axes = Array.from({ length: width }, (_, axis) => axisOf(inputs, axis, width, columns?.[axis]));
  const at = Float32Array.from({ length: shown * width }, (_, i) => axes[i % width].inUnit(inputs[i]));
  if (width === 1) {
    const [{ name, low, high, inUnit: asUnit }] = axes;
    const grid = Float32Array.from(
      { length: lineCells },
      (_, i) => low + ((high - low) * i) / (lineCells - 1),
    );
    return { kind: 'line', name, x: grid.map(asUnit), y: await predict(grid), at };
  }
  const [x, y] = axes;
  const grid = new Float32Array(2 * gridSide * gridSide);
  for (let row = 0; row < gridSide; row++)
    for (let column = 0; column < gridSide; column++) {
      const cell = 2 * (row * gridSide + column);
      grid[cell] = x.low + ((x.high - x.low) * (column + 0.5)) / gridSide;
      grid[cell + 1] = y.high - ((y.high - y.low) * (row + 0.5)) / gridSide;
    }
  return {
    kind: 'surface',
    names: [x.name, y.name],
    side: gridSide,
    values: await predict(grid),
    spanX: [x.inUnit(x.low), x.inUnit(x.high)],
    spanY: [y.inUnit(y.low), y.inUnit(y.high)],
    at,
  };
}

/** The span of an input, a little past its outermost values; its name and its way to its own unit. */
function axisOf(inputs: Float32Array, axis: number, width: number, column: TableColumn | undefined) {
  let [low, high] = [Infinity, -Infinity];
  for (let at = axis; at < inputs.length; at += width) {
    low = Math.min(low, inputs[at]);
    high = Math.max(high, inputs[at]);
  }
  const room = 0.05 * (high - low) || 1;
  return {
    name: column?.name ?? `${axis + 1}`,
    low: low - room,
    high: high + room,
    inUnit: (value: number): number => (column?.kind === 'number' ? inUnit(value, column) : value),
  };
}
