// Each lesson in a chunk of its own.
import type { Lesson, LessonId } from './core/lesson';

const loaders: Readonly<Record<LessonId, () => Promise<Lesson>>> = {
  'one-model': async () => (await import('./one-model/lesson')).oneModel,
  'effective-batch': async () => (await import('./effective-batch/lesson')).effectiveBatch,
  'communication-wall': async () => (await import('./communication-wall/lesson')).communicationWall,
  'fuse-and-overlap': async () => (await import('./fuse-and-overlap/lesson')).fuseAndOverlap,
  'fewer-bytes': async () => (await import('./fewer-bytes/lesson')).fewerBytes,
  'talk-less': async () => (await import('./talk-less/lesson')).talkLess,
  'peer-dies': async () => (await import('./peer-dies/lesson')).peerDies,
  'when-it-stops': async () => (await import('./when-it-stops/lesson')).whenItStops,
};

/** undefined: there is no such lesson. Rejects when its chunk cannot be fetched. */
export async function loadLesson(id: string): Promise<Lesson | undefined> {
  return Object.hasOwn(loaders, id) ? loaders[id as LessonId]() : undefined;
}
