// Is the run going wrong, and why, most likely? A pure function of the steps committed lately: alarmed before nothing is
// left but to stop, silent while a noisy loss only goes up and down. The cause is looked for in what was changed shortly
// before: the batch, the rate, a contribution that was none; else it is the rate itself.
import { groupDigits } from '../base/group-digits';
import type { StepRecord } from './step-record';
import type { RunConfig } from './run-config';

export interface Alarm {
  readonly level: 'warning' | 'error';
  /** What is wrong, with numbers. */
  readonly sign: string;
  readonly cause: string;
  readonly advice: string;
}

export type AlarmStep = Pick<
  StepRecord,
  'step' | 'loss' | 'gradientNorm' | 'learningRate' | 'effectiveBatch'
> & {
  readonly isSkipped: boolean;
  /** Whose contribution was withheld or refused as absurd or not finite, by name. */
  readonly faulty: readonly string[];
};

type Settings = Pick<RunConfig, 'scaling' | 'clipNorm'>;

/** Steps the caller keeps: two windows and some history to compare with. */
export const alarmSteps = 96;
/** Means over so many steps are compared: a single bad batch is no divergence. */
const windowSteps = 8;
const fewest = 3 * windowSteps;
/** The mean loss of the last window lies so many deviations over that of the best one, */
const lossSigmas = 6;
/** and is so many times as large: small losses fluctuate by more than their own size. */
const lossFactor = 2;
/** ‖ḡ‖ of every step of half a window is so many times the median before. */
const normFactor = 20;
/** What was changed so long ago may still be the cause. */
const causeSteps = 40;

/** `steps`: the last ones in order, at most `alarmSteps`, of one run. */
export function divergenceAlarm(steps: readonly AlarmStep[], settings: Settings): Alarm | undefined {
  const sign = signOf(steps);
  if (!sign) return undefined;
  return { ...sign, ...causeOf(steps, settings, sign) };
}

interface Sign {
  readonly level: Alarm['level'];
  readonly sign: string;
  readonly normRatio: number | undefined;
}

function signOf(steps: readonly AlarmStep[]): Sign | undefined {
  const last = steps.at(-1);
  if (!last) return undefined;
  const normRatio = normRatioOf(steps);
  const skipped = steps.slice(-windowSteps).filter(({ isSkipped }) => isSkipped).length;
  if (last.isSkipped || skipped >= 2) {
    const sign = `${skipped} of the last ${Math.min(windowSteps, steps.length)} steps had no finite sum`;
    return { level: 'error', sign, normRatio };
  }
  if (!Number.isFinite(last.loss)) return { level: 'error', sign: 'the loss is not finite', normRatio };
  const rise = lossRise(steps.map(({ loss }) => loss));
  if (rise) return { level: 'error', sign: rise, normRatio };
  if (normRatio !== undefined && normRatio > normFactor)
    return {
      level: 'warning',
      sign: `the gradient is ${round(normRatio)} times as long as before`,
      normRatio,
    };
  return undefined;
}

/** The last window's mean against the best window before it, and against the first: a sentence, when it rose. */
function lossRise(losses: readonly number[]): string | undefined {
  if (losses.length <= windowSteps) return undefined;
  const now = mean(losses.slice(-windowSteps));
  // Some diverge before there is anything to compare with but where they began.
  const isWorse = losses.slice(-windowSteps).every((loss) => loss > losses[0]);
  if (isWorse && now > lossFactor * losses[0])
    return `the loss rose from ${round(losses[0])} to ${round(now)}`;
  if (losses.length < fewest) return undefined;
  let best = Infinity;
  let deviation = 0;
  for (let end = windowSteps; end <= losses.length - windowSteps; end++) {
    const part = losses.slice(end - windowSteps, end);
    const level = mean(part);
    if (level >= best) continue;
    best = level;
    deviation = Math.sqrt(mean(part.map((loss) => (loss - level) ** 2)));
  }
  const isRisen = now > lossFactor * best && now > best + lossSigmas * deviation;
  // Every step of the window is above the best: it did not come from one batch.
  const isAll = losses.slice(-windowSteps).every((loss) => loss > best + deviation);
  return isRisen && isAll ? `the loss rose from ${round(best)} to ${round(now)}` : undefined;
}

/** ‖ḡ‖ now (the least of half a window) over the median of the steps before. */
function normRatioOf(steps: readonly AlarmStep[]): number | undefined {
  const norms = steps.map(({ gradientNorm }) => gradientNorm);
  const now = norms.slice(-windowSteps / 2);
  const before = norms
    .slice(0, -windowSteps / 2)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const usual = before[before.length >> 1];
  return before.length >= 2 * windowSteps && usual > 0 ? Math.min(...now) / usual : undefined;
}

function causeOf(
  steps: readonly AlarmStep[],
  { scaling, clipNorm }: Settings,
  { normRatio }: Sign,
): Pick<Alarm, 'cause' | 'advice'> {
  const recent = steps.slice(-causeSteps);
  const last = recent[recent.length - 1];
  const rate = round(last.learningRate);
  const grown = changed(recent, ({ effectiveBatch }) => effectiveBatch, 1.5);
  const raised = changed(recent, ({ learningRate }) => learningRate, 1.5);
  if (grown && raised && scaling.rule !== 'none') {
    const rule = scaling.rule === 'linear' ? 'linear' : 'square-root';
    const warmup =
      scaling.rewarmSteps === 0 ? 'no warm-up' : `a warm-up of ${groupDigits(scaling.rewarmSteps)} steps`;
    return {
      cause: `the batch grew from ${groupDigits(grown.from)} to ${groupDigits(grown.to)} at step ${groupDigits(grown.step)} with the ${rule} rule and ${warmup}`,
      advice:
        scaling.rewarmSteps === 0
          ? 'let the rate climb over some steps when the batch grows, or use the square-root rule'
          : 'a longer warm-up, the square-root rule, or a lower learning rate',
    };
  }
  if (raised)
    return {
      cause: `the learning rate rose from ${round(raised.from)} to ${round(raised.to)} by step ${groupDigits(raised.step)}`,
      advice: `go back to ${round(raised.from)}`,
    };
  const faulty = [...new Set(recent.flatMap((step) => step.faulty))];
  if (faulty.length > 0)
    return {
      cause: `contributions of ${faulty.join(', ')} were absurd or not finite`,
      advice: 'look at that device; the ring goes on without what it sends',
    };
  const isUnclipped = clipNorm === 0 && normRatio !== undefined && normRatio > normFactor;
  return {
    cause: `the learning rate ${rate} is too high${isUnclipped ? `, with clipping off and gradients ${round(normRatio)} times as long as before` : ''}`,
    advice: `try ${round(last.learningRate / 10)}${isUnclipped ? ', or clip gradients' : ''}`,
  };
}

/** The largest lasting rise of a setting within these steps, from its least value to the last. */
function changed(
  steps: readonly AlarmStep[],
  pick: (step: AlarmStep) => number,
  factor: number,
): { readonly from: number; readonly to: number; readonly step: number } | undefined {
  const values = steps.map(pick);
  const to = values[values.length - 1];
  const from = Math.min(...values);
  if (!(to >= factor * from)) return undefined;
  const at = values.findIndex((value, i) => values.slice(i).every((later) => later > from) && value > from);
  return { from, to, step: steps[Math.max(0, at)].step };
}

function mean(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
