// Runs the lesson that was asked of on this device, and packs what came for all (H19).
import { SaidError } from '../../../src/base/said-error';
import { say } from '../../../src/base/sayings';
import type { Question as Asked } from '../../../src/replica/protocol';
import { loadLesson } from '../../lessons/catalogue';
import { parseValues } from '../../lessons/core/control';
import { packCame, packRun, type Came } from '../../lessons/core/came';
import { paceOf } from '../../lessons/run/pace';
import { runLesson } from '../../lessons/run/run-lesson';
import type { Progress } from './class-run';

export async function runForClass(
  { lesson: id, values: asked }: Extract<Asked, { kind: 'lesson' }>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Came> {
  const lesson = await loadLesson(id);
  signal.throwIfAborted();
  if (!lesson) throw new SaidError(say('lesson-not-loaded'));
  const values = parseValues(lesson.controls(), new URLSearchParams(asked).toString());
  const { results, timelines } = await runLesson(
    lesson,
    values,
    {
      pace: paceOf(lesson),
      onProgress: ({ lines, steps, ofSteps, share, doing }) =>
        onProgress({
          run: ofSteps > 0 ? packRun(lines, steps, ofSteps) : packRun([], Math.round(100 * share), 100),
          doing,
        }),
    },
    signal,
  );
  const came = packCame(lesson, values, results, lesson.outcome(values, results, timelines));
  if (!Number.isFinite(came.measured)) throw new SaidError(say('nothing-measured'));
  return came;
}
