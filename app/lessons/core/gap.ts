// The difference of two lines, as the chart marks it and as the lesson judges it: of their last points, or where they differ
// most. What is less than an eye can tell is no difference. Pure.
import type { Point } from './curve';

/** The share of the other line's value below which nobody sees a difference. */
const visible = 0.05;

export interface Gap {
  readonly x: number;
  /** The value of the first line, and of the second one. */
  readonly from: number;
  readonly to: number;
  /** How much larger `from` is, as a share of `to`; below 0: smaller. */
  readonly ratio: number;
}

/** undefined: the lines have no point in common. */
export function gapOf(
  one: readonly Point[],
  other: readonly Point[],
  where: 'end' | 'largest' = 'end',
): Gap | undefined {
  const besides = new Map(other.map(({ x, y }) => [x, y]));
  const gaps = one.flatMap(({ x, y }): Gap[] => {
    const beside = besides.get(x);
    return beside === undefined ? [] : [{ x, from: y, to: beside, ratio: y / beside - 1 }];
  });
  if (where === 'end') return gaps.at(-1);
  return gaps.reduce<Gap | undefined>(
    (largest, gap) => (largest && Math.abs(largest.ratio) >= Math.abs(gap.ratio) ? largest : gap),
    undefined,
  );
}

export function isVisible({ ratio }: Pick<Gap, 'ratio'>): boolean {
  return !(Math.abs(ratio) < visible);
}
