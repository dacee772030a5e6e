// Single values that would squeeze a curve flat: one or two steps far from all others. A chart clips them and says how
// many they are. A rise that lasts three steps is no outlier, and neither is the high loss of the first steps.

export interface Spread {
  /** Of the values that are no outliers; infinite while there are none. */
  readonly low: number;
  readonly high: number;
  readonly outliers: number;
  /** The outlier farthest from the others; undefined: there is none. */
  readonly farthest: number | undefined;
}

/** The median of five leaves out a spike of two steps. */
const half = 2;
/** Beyond the medians' range by more than this share of it a value is an outlier. */
const beyond = 1;
/** More of them are no outliers. */
const mostShare = 0.02;
const leastValues = 10;
/** Cutting off must leave less than this share of the range, or it is not worth hiding anything. */
const mostLeft = 0.5;

/** Values that are not finite are none. */
export function spreadOf(values: Float64Array): Spread {
  const finite = values.filter(Number.isFinite);
  const all = rangeOf(finite);
  const whole = { ...all, outliers: 0, farthest: undefined };
  if (finite.length < leastValues) return whole;
  const middle = rangeOf(medians(finite));
  const room = beyond * (middle.high - middle.low);
  const [least, most] = [middle.low - room, middle.high + room];
  if (all.low >= least && all.high <= most) return whole;
  const inside = finite.filter((value) => value >= least && value <= most);
  const outliers = finite.length - inside.length;
  if (outliers > Math.max(2, mostShare * finite.length)) return whole;
  const kept = rangeOf(inside);
  if (kept.high - kept.low > mostLeft * (all.high - all.low)) return whole;
  const farthest = all.high - most > least - all.low ? all.high : all.low;
  return { ...kept, outliers, farthest };
}

/** Of each value and two on each side; at the ends of those that there are. */
function medians(values: Float64Array): Float64Array {
  const window = new Float64Array(2 * half + 1);
  return values.map((_, at) => {
    const from = Math.max(0, Math.min(at - half, values.length - window.length));
    for (let i = 0; i < window.length; i++) {
      const value = values[from + i];
      let place = i;
      for (; place > 0 && window[place - 1] > value; place--) window[place] = window[place - 1];
      window[place] = value;
    }
    return window[half];
  });
}

function rangeOf(values: Float64Array): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
