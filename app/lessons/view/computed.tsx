// The bars of a lesson that computes its result, with the sum that they time above them in a lesson on sums.
import type { Values } from '../core/control';
import type { Bars, Lesson } from '../core/lesson';
import { BarList } from './bar-list';
import { RingSteps } from './ring-steps';

interface Props {
  readonly lesson: Pick<Lesson, 'ringOf'>;
  readonly values: Values;
  readonly bars: Bars;
  /** The part of the longest bar’s time that has passed. */
  readonly share: number;
}

export function Computed({ lesson: { ringOf }, values, bars, share }: Props) {
  const longest = Math.max(...bars.items.map(({ value }) => value));
  const passed = Math.min(1, (share * longest) / bars.items[0].value);
  return (
    <>
      {ringOf ? <RingSteps count={ringOf(values)} {...(share < 1 && { share: passed })} /> : null}
      <BarList bars={bars} share={share} />
    </>
  );
}
