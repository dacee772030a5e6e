// Runs the lesson that was asked of on this device, and packs what came for all (H19).
import type { LessonRun, Question as Asked } from '../../../src/replica/protocol';
import { loadLesson } from '../../lessons/catalogue';
import { parseValues } from '../../lessons/core/control';
import { packCurve, type Curve } from '../../lessons/core/curve';
import type { Facts, Lesson } from '../../lessons/core/lesson';
import { stepsTaken } from '../../lessons/core/trial';
import { runLesson } from '../../lessons/run/run-lesson';
import { ToldError } from '../../bridge/words/problem';
import { questionText } from '../../text/question';
import { valueOf } from './asked-question';
import type { Came, Progress } from './class-run';

export async function runForClass(
  { lesson: id, values: asked }: Extract<Asked, { kind: 'lesson' }>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Came> {
  const lesson = await loadLesson(id);
  signal.throwIfAborted();
  if (!lesson) throw new ToldError(() => questionText.lessonCouldNot);
  const values = parseValues(lesson.controls, new URLSearchParams(asked).toString());
  const { results, timelines } = await runLesson(
    lesson,
    values,
    ({ curves, steps, ofSteps, doing }) => onProgress({ run: packed(lesson, curves, steps, ofSteps), doing }),
    signal,
  );
  const steps = stepsTaken(results);
  const outcome = lesson.outcome(values, results, timelines);
  const measured = valueOf(lesson.question(values), outcome.measured);
  if (!Number.isFinite(measured)) throw new ToldError(() => questionText.nothingMeasured);
  return { measured, run: { ...packed(lesson, results, steps, steps), facts: packedFacts(outcome.facts) } };
}

function packedFacts(facts: Facts): (number | null)[] {
  return facts.map((fact) => (Number.isFinite(fact) ? fact : null));
}

function packed(lesson: Lesson, curves: readonly Curve[], done: number, of: number): LessonRun {
  return { done: Math.min(done, of), of, curves: curves.map((curve) => packCurve(curve, lesson)) };
}
