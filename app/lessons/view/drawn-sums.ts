// The sums that a lesson draws, among tabs with a number each.
import { t } from '@lingui/core/macro';
import { plannedSum, roundMs, type DrawnSum } from '../../panels/sum/drawn-sum';
import type { LessonSum } from '../core/lesson';

/** A loss comes while the second message is on its way. */
const lostAtMs = 1.5 * roundMs;

export function drawnSumOf({ way, tabs, lost }: LessonSum): DrawnSum {
  const members = Array.from({ length: tabs }, (_, index) => ({
    id: String(index),
    name: t`Tab ${{ number: index + 1 }}`,
    isSelf: false,
    adds: true,
  }));
  const sum = plannedSum(way, members);
  return lost === undefined ? sum : { ...sum, ended: { lost, atMs: lostAtMs } };
}
