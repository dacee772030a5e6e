// The specification of adding one tensor to another.
import type { Reals } from '../reals';

/** sum = a + b, elementwise over `length`. sum may be a or b. */
export function addReference(a: Reals, b: Reals, sum: Reals, length: number): void {
  for (let i = 0; i < length; i++) sum[i] = a[i] + b[i];
}
