// The sum that a lesson draws beside why it came so.
import type { Values } from './control';
import type { Lesson, LessonSum } from './lesson';

const usualSum: LessonSum = { way: 'ring', tabs: 4 };

export function sumOf({ sum, races }: Pick<Lesson, 'sum' | 'races'>, values: Values): LessonSum {
  return sum ?? races?.(values)[0] ?? usualSum;
}
