// Each lesson in a chunk of its own.
import { realClock } from '../../src/base/clock';
import { waitFor } from '../../src/base/deadline';
import { withWords } from '../bridge/session/page-language';
import type { Lesson, LessonId, TeacherWords } from './core/lesson';

const loaders: Readonly<Record<LessonId, () => Promise<Lesson>>> = {
  'how-a-sum-travels': async () => (await withWords(import('./how-a-sum-travels/lesson'))).howASumTravels,
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

const teachers: Readonly<Record<LessonId, () => Promise<{ readonly teacher: () => TeacherWords }>>> = {
  'how-a-sum-travels': () => withWords(import('./how-a-sum-travels/teacher')),
  'one-model': () => withWords(import('./one-model/teacher')),
  'effective-batch': () => withWords(import('./effective-batch/teacher')),
  'communication-wall': () => withWords(import('./communication-wall/teacher')),
  'fuse-and-overlap': () => withWords(import('./fuse-and-overlap/teacher')),
  'fewer-bytes': () => withWords(import('./fewer-bytes/teacher')),
  'talk-less': () => withWords(import('./talk-less/teacher')),
  'peer-dies': () => withWords(import('./peer-dies/teacher')),
  'when-it-stops': () => withWords(import('./when-it-stops/teacher')),
};

/** Loads the teacher’s words of a lesson. It rejects for the same reasons as loading the lesson. */
export async function loadTeacher(id: LessonId, clock = realClock): Promise<() => TeacherWords> {
  const wait = waitFor<() => TeacherWords>(clock, longestWaitMs, `the teacher’s words of ${id}`);
  teachers[id]().then(({ teacher }) => wait.settle(teacher), wait.reject);
  return wait.promise;
}
