// What a receiver allows of each member's part: no outlier (S13), or, where parts are bounded, no more than the bound (S26).
// A bounded part comes in many segments and buckets, so their squares are added up. They are counted in whole parts of the
// bound: the sum does not depend on the order in which segments come, and no honest member passes on what its successor
// refuses.
import type { MemberId } from '../../membership/view';
import { squaredNormOf } from '../../optim/state/block-norms';
import { outlierLimit, type UsualNorms } from '../run/usual-norms';
import type { ReduceOptions } from './launch';

/** The bound's square. */
const whole = 2 ** 40;

export interface PartBound {
  /** The most that the mean of a part may measure. */
  readonly limit: number;
  /** Loss terms that each member announced. */
  readonly terms: Readonly<Record<MemberId, number>>;
  /** Each bucket is a message of its own, of at most that length (C11a) (C11). */
  readonly isPerBucket: boolean;
}

/** The judge of one attempt. */
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

/** Why a sum is refused whose members announced so many loss terms (S13b). */
export function outlierJudge(
  norms: UsualNorms,
  terms: Readonly<Record<MemberId, number>>,
): NonNullable<ReduceOptions['judge']> {
  const limit = outlierLimit(norms, 'receiver') ?? Infinity;
  return (values, members) => {
    const count = members.reduce((sum, member) => sum + (terms[member] ?? 0), 0);
    const norm = Math.sqrt(squaredNormOf(values));
    if (count === 0) return norm === 0 ? undefined : 'sent something for members that announced nothing';
    return norm / count > limit ? 'sent an outlier gradient' : undefined;
  };
}
