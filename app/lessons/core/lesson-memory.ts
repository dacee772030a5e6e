// The lessons whose challenge was met on this device, and the one that was open last: for the list of lessons.
import * as v from 'valibot';
import { readParsed, write } from '../../bridge/session/device-memory';
import { lessonIds, type LessonId } from './lesson';

const key = 'lockstep.lessons';
const id = v.picklist(lessonIds);
const schema = v.object({ met: v.array(id), last: v.optional(id) });

export type LessonMemory = v.InferOutput<typeof schema>;

export function lessonMemory(): LessonMemory {
  return readParsed(key, schema) ?? { met: [] };
}

export function noteOpened(last: LessonId): void {
  write(key, JSON.stringify({ ...lessonMemory(), last }));
}

export function noteMet(which: LessonId): void {
  const { met, last } = lessonMemory();
  write(key, JSON.stringify({ met: [...new Set([...met, which])], last }));
}
