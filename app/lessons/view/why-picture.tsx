// The picture beside the reason.
import type { Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { LessonPicture } from './lesson-picture';

export function WhyPicture({ lesson }: { lesson: Lesson; values: Values }) {
  return <LessonPicture id={lesson.id} />;
}
