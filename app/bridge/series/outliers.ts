// Single values that would squeeze a curve flat: one or two steps far from all others. A chart clips them and says how
// many they are. A rise that lasts three steps is no outlier, and neither is the high loss of the first steps.

export interface Spread {
  /** The range of the values that are no outliers; infinite while there are none. */
  readonly low: number;
  readonly high: number;
  readonly outliers: number;
}

/** Values beyond a drawn range. */
export interface Beyond {
  readonly count: number;
  /** The lowest of those below it. */
  readonly low: number | undefined;
  /** The highest of those above it. */
  readonly high: number | undefined;
}

/** The median of five leaves out a spike of two steps. */
const half = 2;
/** A value is an outlier beyond the medians' range by more than this share of it. */
const beyond = 1;
/** More of them are no outliers. */
const mostShare = 0.02;
const leastValues = 10;
/** Cutting off must leave less than this share of the range, or it is not worth hiding anything. */
const mostLeft = 0.5;

/** Values that are not finite are none. Runs over all values of a curve for every picture: plain loops. */
export function spreadOf(values: Float64Array): Spread {
  const finite = finiteOf(values);
  const all = rangeOf(finite);
  const whole = { ...all, outliers: 0 };
  if (finite.length < leastValues) return whole;
  const middle = medianRange(finite);
  for (const value of finite.subarray(-half)) widen(middle, value);
  const room = beyond * (middle.high - middle.low);
  const [least, most] = [middle.low - room, middle.high + room];
  if (all.low >= least && all.high <= most) return whole;
  const inside = finite.filter((value) => value >= least && value <= most);
  const outliers = finite.length - inside.length;
  if (outliers > Math.max(2, mostShare * finite.length)) return whole;
  const kept = rangeOf(inside);
  if (kept.high - kept.low > mostLeft * (all.high - all.low)) return whole;
  return { ...kept, outliers };
}

export function beyondOf(values: Float64Array, { low, high }: Pick<Spread, 'low' | 'high'>): Beyond {
  const beyond = finiteOf(values).filter((value) => value < low || value > high);
  const far = rangeOf(beyond);
  return {
    count: beyond.length,
    low: far.low < low ? far.low : undefined,
    high: far.high > high ? far.high : undefined,
  };
}

function finiteOf(values: Float64Array): Float64Array {
  const finite = new Float64Array(values.length);
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value - value === 0) finite[count++] = value;
  }
  return finite.subarray(0, count);
}

/** The spread of a column that grows: a value that is added costs the same however many there are, unless one of them may be
 *  an outlier. */
export class GrowingSpread {
  #read = 0;
  #count = 0;
  #all = { low: Infinity, high: -Infinity };
  #middle = { low: Infinity, high: -Infinity };
  /** The last finite values, oldest first. */
  #window: number[] = [];

  /** `values`: those of the last call, and more. */
  of(values: Float64Array): Spread {
    for (; this.#read < values.length; this.#read++) this.#add(values[this.#read]);
    const { low, high } = this.#all;
    const middle = { ...this.#middle };
    for (const value of this.#window.slice(-half)) widen(middle, value);
    const room = beyond * (middle.high - middle.low);
    const isPlain = low >= middle.low - room && high <= middle.high + room;
    if (this.#count >= leastValues && !isPlain) return spreadOf(values);
    return { low, high, outliers: 0 };
  }

  #add(value: number): void {
    if (!Number.isFinite(value)) return;
    this.#count++;
    widen(this.#all, value);
    const window = this.#window;
    window.push(value);
    if (window.length < 2 * half + 1) return;
    widen(this.#middle, medianOfFive(window[0], window[1], window[2], window[3], window[4]));
    window.shift();
  }
}

function widen(range: { low: number; high: number }, value: number): void {
  if (value < range.low) range.low = value;
  if (value > range.high) range.high = value;
}

/** The range of the medians of each value and two on each side. At the ends the window is that of the third value. */
function medianRange(values: Float64Array): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let at = half; at < values.length - half; at++) {
    const median = medianOfFive(values[at - 2], values[at - 1], values[at], values[at + 1], values[at + 2]);
    if (median < low) low = median;
    if (median > high) high = median;
  }
  return { low, high };
}

/** Two sorted pairs and one more: the smallest of the pairs cannot be it. */
function medianOfFive(a: number, b: number, c: number, d: number, e: number): number {
  const [lowAB, highAB] = [Math.min(a, b), Math.max(a, b)];
  const [lowCD, highCD] = [Math.min(c, d), Math.max(c, d)];
  // Without the smaller of the two lows, the median of five is the second smallest of the other four.
  const rest = lowAB < lowCD ? highAB : highCD;
  const [low, high] = lowAB < lowCD ? [lowCD, highCD] : [lowAB, highAB];
  const [least, most] = [Math.min(rest, e), Math.max(rest, e)];
  return low < least ? Math.min(high, least) : Math.min(low, most);
}

function rangeOf(values: Float64Array): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
