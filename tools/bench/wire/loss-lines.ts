// The rows of time-to-loss: a ring per line, mode and model. A ring that fails costs its row only.
import { inEnglish } from '../../../src/cli/english/in-english';
import { ok, type Result } from '../../../src/base/result';
import { ringSteps } from './ring-steps';
import type { SyncMode } from './sync-mode';
import { projectedLoss, timeToLoss, type LossCase, type LossLine } from './time-to-loss';
import type { Goal, WireOptions } from './wire-options';

type Row = Result<LossLine, 'ring-failed' | 'another-course'>;

/** Returns the exit code. */
export async function lossLines(
  options: WireOptions,
  print: (line: LossLine) => void,
  signal: AbortSignal,
): Promise<number> {
  let code = 0;
  for (const goal of options.goals)
    for (const mode of options.modes)
      for await (const row of rowsOf(options, mode, goal, signal)) {
        if (row.ok) print(row.value);
        else {
          console.error(inEnglish(row.error.says));
          code = 1;
        }
      }
  return code;
}

async function* rowsOf(
  options: WireOptions,
  mode: SyncMode,
  goal: Goal,
  signal: AbortSignal,
): AsyncGenerator<Row> {
  const { lines, timedSteps } = options;
  if (timedSteps === undefined || !mode.isEveryStep) {
    for (const line of lines) {
      signal.throwIfAborted();
      const steps = await ringSteps(options, line, mode, goal);
      yield steps.ok ? ok(timeToLoss(caseOf(line, mode, goal, options), steps.value, goal.loss)) : steps;
    }
    return;
  }
  signal.throwIfAborted();
  const course = await ringSteps(options, undefined, mode, goal);
  if (!course.ok) return yield course;
  for (const line of lines) {
    signal.throwIfAborted();
    const timed = await ringSteps({ ...options, mostSteps: timedSteps }, line, mode, goal);
    yield timed.ok
      ? projectedLoss(caseOf(line, mode, goal, options), course.value, timed.value, goal.loss)
      : timed;
  }
}

function caseOf(
  line: string,
  { name }: SyncMode,
  { model }: Goal,
  { replicas }: Pick<WireOptions, 'replicas'>,
): LossCase {
  return { model, line, mode: name, replicas };
}
