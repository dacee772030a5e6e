// The sum that a lesson is about: before anything has run, and beside why it came so.
import { useMemo } from 'react';
import { SumFigure } from '../../panels/sum/sum-figure';
import type { LessonSum } from '../core/lesson';
import { drawnSumOf } from './drawn-sums';

interface Props {
  readonly sum: LessonSum;
  readonly hasControls?: boolean;
  /** The size of the smallest words of a picture on a wall. */
  readonly wallPx?: number;
}

export default function SumPicture({ sum: { way, tabs, lost }, hasControls = false, wallPx }: Props) {
  const drawn = useMemo(
    () => drawnSumOf({ way, tabs, ...(lost !== undefined && { lost }) }),
    [way, tabs, lost],
  );
  return (
    <SumFigure
      sum={drawn}
      size={wallPx === undefined ? 'small' : 'wall'}
      textPx={wallPx ?? 12}
      hasControls={hasControls}
      isAutoplay
      hasSentence
    />
  );
}
