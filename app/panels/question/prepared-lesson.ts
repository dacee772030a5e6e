// The lesson for which a teacher opened a room: this tab asks its question once the class is there. Kept for as long as the tab
// is open.
import * as v from 'valibot';
import { forget, readParsed, write } from '../../bridge/session/device-memory';
import { lessonIds, type LessonId } from '../../lessons/core/lesson';

const keyOf = (code: string): string => `lockstep.lesson-of-room.${code}`;

export function preparedLesson(code: string): LessonId | undefined {
  return readParsed(keyOf(code), v.picklist(lessonIds), 'sessionStorage');
}

export function prepareLesson(code: string, id: LessonId | undefined): void {
  if (id) write(keyOf(code), JSON.stringify(id), 'sessionStorage');
  else forget(keyOf(code), 'sessionStorage');
}
