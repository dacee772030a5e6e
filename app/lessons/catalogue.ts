// Each lesson in a chunk of its own.
import type { Lesson, LessonId } from './core/lesson';

const loaders: Partial<Record<LessonId, () => Promise<Lesson>>> = {
  'one-model': async () => (await import('./one-model/lesson')).oneModel,
  'effective-batch': async () => (await import('./effective-batch/lesson')).effectiveBatch,
};

/** undefined: there is no such lesson. Rejects when its chunk cannot be fetched. */
export async function loadLesson(id: string): Promise<Lesson | undefined> {
  return Object.hasOwn(loaders, id) ? loaders[id as LessonId]?.() : undefined;
}
