// Whether the run goes wrong, and the likely cause. Pure functions of the steps committed so far. They raise an alarm
// before the run must stop, but not while a noisy loss only goes up and down (loss-rise.ts). The cause is a recent
// change of the batch or of the rate, or a contribution that was left out. Without such a change it is the rate itself.
import { groupDigits } from '../../base/group-digits';
import { noLosses, riseOf, watchLoss, windowSteps, type LossWatch } from './loss-rise';
import { lowerRate } from '../run/rate-health';
import type { RunState } from '../run/run-state';
import type { StepRecord } from './step-record';

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
  /** Names of members whose contribution was withheld or refused as an outlier or not finite. */
  readonly faulty: readonly string[];
};

/** Of the state after the last step. */
type Settings = Pick<RunState, 'config' | 'learningRate' | 'rateHealth'>;

/** What is remembered of one run. */
export interface AlarmWatch {
  /** The last steps, in order. */
  readonly steps: readonly AlarmStep[];
  readonly losses: LossWatch;
}

export const noSteps: AlarmWatch = { steps: [], losses: noLosses };

/** Steps remembered: enough for a median gradient. */
const rememberedSteps = 96;
/** An alarm: ‖ḡ‖ of every step of half a window is so many times the median before. */
const normFactor = 20;
/** A change at most so many steps ago may be the cause. */
const causeSteps = 40;

/** `classes`: of the run's data. */
export function watchStep({ steps, losses }: AlarmWatch, step: AlarmStep, classes: number): AlarmWatch {
  const isKnown = !step.isSkipped && Number.isFinite(step.loss);
  return {
    steps: [...steps.slice(1 - rememberedSteps), step],
    losses: isKnown ? watchLoss(losses, step.loss, step.step === 1, classes) : losses,
  };
}

/** After the last step watched. */
export function divergenceAlarm({ steps, losses }: AlarmWatch, settings: Settings): Alarm | undefined {
  const sign = signOf(steps, losses);
  if (!sign) return undefined;
  return { ...sign, ...causeOf(steps, settings, sign) };
}

interface Sign {
  readonly level: Alarm['level'];
  readonly sign: string;
  readonly normRatio: number | undefined;
}

function signOf(steps: readonly AlarmStep[], losses: LossWatch): Sign | undefined {
  const last = steps.at(-1);
  if (!last) return undefined;
  const normRatio = normRatioOf(steps);
  const skipped = steps.slice(-windowSteps).filter(({ isSkipped }) => isSkipped).length;
  if (last.isSkipped || skipped >= 2) {
    const sign = `${skipped} of the last ${Math.min(windowSteps, steps.length)} steps had no finite sum`;
    return { level: 'error', sign, normRatio };
  }
  if (!Number.isFinite(last.loss)) return { level: 'error', sign: 'the loss is not finite', normRatio };
  const rise = riseOf(losses);
  if (rise) {
    const sign = `the loss rose from ${round(rise.from)} to ${round(rise.to)}`;
    return { level: 'error', sign, normRatio };
  }
  if (normRatio !== undefined && normRatio > normFactor)
    return {
      level: 'warning',
      sign: `the gradient is ${round(normRatio)} times as long as before`,
      normRatio,
    };
  return undefined;
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
  { config: { scaling, clipNorm }, learningRate, rateHealth }: Settings,
  { normRatio }: Sign,
): Pick<Alarm, 'cause' | 'advice'> {
  const recent = steps.slice(-causeSteps);
  const lower = lowerRate(rateHealth, learningRate);
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
      advice: `go back to ${round(lower.hasServed ? lower.rate : raised.from)}`,
    };
  const faulty = [...new Set(recent.flatMap((step) => step.faulty))];
  if (faulty.length > 0)
    return {
      cause: `contributions of ${faulty.join(', ')} were outliers or not finite`,
      advice: 'look at that device; the ring goes on without what it sends',
    };
  const isUnclipped = clipNorm === 0 && normRatio !== undefined && normRatio > normFactor;
  return {
    cause: `the learning rate ${round(learningRate)} is too high${isUnclipped ? `, with clipping off and gradients ${round(normRatio)} times as long as before` : ''}`,
    advice: `${lower.hasServed ? 'go back to' : 'try'} ${round(lower.rate)}${isUnclipped ? ', or clip gradients' : ''}`,
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

function round(value: number): number {
  return Number(value.toPrecision(3));
}
