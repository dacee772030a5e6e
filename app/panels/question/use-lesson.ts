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

/** The lesson that was loaded last: the next picture of a wall has it at once. */
let latest: { readonly key: string; readonly known: KnownLesson } | undefined;

/** undefined: not loaded, or this page knows no such lesson. The words around it stand without it. */
export function useLesson(asks: LessonAsked): KnownLesson | undefined {
  const key = JSON.stringify(asks);
  const { value } = useLoaded(key, async (): Promise<KnownLesson | undefined> => {
    const lesson = await loadLesson(asks.lesson);
    if (!lesson) return undefined;
    const values = parseValues(lesson.controls(), new URLSearchParams(asks.values).toString());
    const known = { lesson, values, trials: lesson.trials(values, await baseRun()) };
    latest = { key, known };
    return known;
  });
  return value ?? (latest?.key === key ? latest.known : undefined);
}
