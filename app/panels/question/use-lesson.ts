// The lesson that the host asks a question of, with its settings and its runs.
import type { Question as Asked } from '../../../src/replica/protocol';
import { loadLesson } from '../../lessons/catalogue';
import { parseValues, type Values } from '../../lessons/core/control';
import type { Lesson } from '../../lessons/core/lesson';
import type { Trial } from '../../lessons/core/trial';
import { baseRun } from '../../lessons/run/run-trial';
import { useLoaded } from '../../ui/use-loaded';

export type LessonAsked = Extract<Asked, { kind: 'lesson' }>;

export interface KnownLesson {
  readonly lesson: Lesson;
  readonly values: Values;
  readonly trials: readonly Trial[];
}

/** undefined: not loaded, or this page knows no such lesson. The words around it stand without it. */
export function useLesson(asks: LessonAsked): KnownLesson | undefined {
  return useLoaded(JSON.stringify(asks), async (): Promise<KnownLesson | undefined> => {
    const lesson = await loadLesson(asks.lesson);
    if (!lesson) return undefined;
    const values = parseValues(lesson.controls(), new URLSearchParams(asks.values).toString());
    return { lesson, values, trials: lesson.trials(values, await baseRun()) };
  }).value;
}
