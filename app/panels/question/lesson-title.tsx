// The title of the lesson that the host asks of: a wall's heading while a class runs it.
import type { QuestionNow } from '../../../src/replica/protocol';
import { useAsked } from './use-asked';

/** `otherwise`: of a question without a lesson, and until the lesson is there. */
export default function LessonTitle({ asks, otherwise }: Pick<QuestionNow, 'asks'> & { otherwise: string }) {
  const asked = useAsked(asks);
  return typeof asked === 'object' && asked.lesson ? asked.lesson.title : otherwise;
}
