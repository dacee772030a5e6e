// Whether systems compute the same, before anything is timed. Pure.
import { largestDifference } from '../../src/ops/tolerance';

export interface Agreement {
  /** Largest relative difference to the first system; undefined with one system. */
  readonly difference: number | undefined;
  /** The systems that are too far from the first, with the reason. */
  readonly errors: ReadonlyMap<string, string>;
}

/** Each system's outputs, against those of the first one. */
export function agreement(
  outputs: ReadonlyMap<string, readonly Float32Array[]>,
  tolerance: number,
): Agreement {
  const errors = new Map<string, string>();
  const [first, ...others] = outputs;
  if (!first || others.length === 0) return { difference: undefined, errors };
  let largest = 0;
  for (const [name, arrays] of others) {
    let difference = arrays.length === first[1].length ? 0 : Infinity;
    for (const [at, expected] of first[1].entries()) {
      const magnitude = expected.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      difference = Math.max(difference, largestDifference(arrays[at] ?? [], expected) / (magnitude || 1));
    }
    largest = Math.max(largest, difference);
    if (!(difference <= tolerance))
      errors.set(
        name,
        `computes something different from ${first[0]}: relative difference ${difference.toExponential(1)}`,
      );
  }
  return { difference: largest, errors };
}
