// What a receiver allows of each member's part where parts are bounded (S26). A part comes in many segments and buckets, so
// their squares are added up. They are counted in whole parts of the bound: the sum does not depend on the order in which
// segments come, and no honest member passes on what its successor refuses.
import type { MemberId } from '../../membership/view';
import { squaredNormOf } from '../../optim/state/block-norms';
import type { ReduceOptions } from './launch';

/** The bound's square. */
const whole = 2 ** 40;

export interface PartBound {
  /** The most that the mean of a part may measure. */
  readonly limit: number;
  /** Loss terms that each member announced. */
  readonly terms: Readonly<Record<MemberId, number>>;
  /** Each bucket is a message of its own, of at most that length (C11). */
  readonly isPerBucket: boolean;
}

/** For one attempt. */
export function boundedPartJudge({
  limit,
  terms,
  isPerBucket,
}: PartBound): NonNullable<ReduceOptions['judge']> {
  const spent = new Map<string, number>();
  return (values, [member], bucket) => {
    const squares = squaredNormOf(values);
    if (squares === 0) return undefined;
    const count = terms[member] ?? 0;
    if (count === 0) return 'sent something for members that announced nothing';
    const key = isPerBucket ? `${member} ${bucket}` : member;
    const sum = (spent.get(key) ?? 0) + Math.ceil((squares / (limit * count) ** 2) * whole);
    spent.set(key, sum);
    return sum <= whole ? undefined : 'sent a part beyond the bound';
  };
}
