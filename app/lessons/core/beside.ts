// How a loss stands beside another one, in percent of it.
import { formatPercent } from '../../bridge/words/format';

export interface Beside {
  readonly side: 'near' | 'above' | 'below';
  readonly percent: string;
}

/** `change`: of the other one: 0.05 is 5 % above it. Within `near` of it no side is told. */
export function besideOf(change: number, near = 0): Beside {
  const size = Math.abs(change);
  if (size < near) return { side: 'near', percent: formatPercent(near) };
  return { side: change >= 0 ? 'above' : 'below', percent: formatPercent(size) };
}
