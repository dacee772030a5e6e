// The sum that a lesson is about: before anything has run, and beside why it came so.
import { useMemo } from 'react';
import { SumFigure } from '../../panels/sum/sum-figure';
import type { LessonSum } from '../core/lesson';
import { drawnSumOf } from './drawn-sums';

export default function SumPicture({ sum, hasControls }: { sum: LessonSum; hasControls: boolean }) {
  const { way, tabs, lost } = sum;
  const drawn = useMemo(
    () => drawnSumOf({ way, tabs, ...(lost !== undefined && { lost }) }),
    [way, tabs, lost],
  );
  return <SumFigure sum={drawn} size="small" hasControls={hasControls} isAutoplay hasSentence />;
}
