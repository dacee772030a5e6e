// Each lesson in a chunk of its own.
import { realClock } from '../../src/base/clock';
import { waitFor } from '../../src/base/deadline';
import { withWords } from '../bridge/session/page-language';
import type { Lesson, LessonId } from './core/lesson';

const loaders: Readonly<Record<LessonId, () => Promise<Lesson>>> = {
  'one-model': async () => (await withWords(import('./one-model/lesson'))).oneModel,
  'effective-batch': async () => (await withWords(import('./effective-batch/lesson'))).effectiveBatch,
  'communication-wall': async () =>
    (await withWords(import('./communication-wall/lesson'))).communicationWall,
  'fuse-and-overlap': async () => (await withWords(import('./fuse-and-overlap/lesson'))).fuseAndOverlap,
  'fewer-bytes': async () => (await withWords(import('./fewer-bytes/lesson'))).fewerBytes,
  'talk-less': async () => (await withWords(import('./talk-less/lesson'))).talkLess,
  'peer-dies': async () => (await withWords(import('./peer-dies/lesson'))).peerDies,
  'when-it-stops': async () => (await withWords(import('./when-it-stops/lesson'))).whenItStops,
};

/** A chunk is some 40 kB: a line that has not brought it by then brings nothing. */
const longestWaitMs = 20_000;

/** undefined: there is no such lesson. Rejects when its chunk cannot be fetched, or does not come. */
export async function loadLesson(id: string, clock = realClock, all = loaders): Promise<Lesson | undefined> {
  if (!Object.hasOwn(all, id)) return undefined;
  const wait = waitFor<Lesson>(clock, longestWaitMs, `the lesson ${id}`);
  all[id as LessonId]().then(wait.settle, wait.reject);
  return wait.promise;
}
