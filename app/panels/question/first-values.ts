// The first values of a question on the run, and what is wrong with others. Pure.
import type { RunConfig } from '../../../src/replica/protocol';
import { formatCount } from '../../bridge/words/format';
import { questionText } from '../../text/question';

const ahead = 200;

/** A round number of steps ahead, or the run's last step. */
export function firstStep(done: number, steps: number | undefined): number {
  const round = 100 * Math.ceil((done + ahead) / 100);
  return steps !== undefined && steps < round ? steps : round;
}

/** Somewhat above the loss now, or above that of guessing; one digit. */
export function firstMost(config: RunConfig | undefined, loss: number | undefined): number {
  if (loss !== undefined && loss > 0 && Number.isFinite(loss))
    return Math.min(1e6, Math.max(1e-3, roundUp(1.2 * loss)));
  const kind = config?.data.kind;
  return kind === undefined || kind === 'points' ? 1 : kind === 'idx' || kind === 'digits' ? 3 : 6;
}

function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Number((unit * Math.ceil(value / unit)).toPrecision(1));
}

export function stepProblem(step: number, done: number, steps: number | undefined): string | undefined {
  const last = steps ?? 1e9;
  if (Number.isSafeInteger(step) && step > done && step <= last) return undefined;
  return done >= last
    ? questionText.runOverBegin
    : questionText.stepAfterUp(formatCount(done), formatCount(last));
}

export function mostProblem(most: number): string | undefined {
  return most >= 0.001 && most <= 1e6 ? undefined : questionText.from;
}

export function sizeProblem(replicas: number): string | undefined {
  return Number.isInteger(replicas) && replicas >= 2 && replicas <= 64 ? undefined : questionText.from2;
}
