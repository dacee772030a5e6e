// Whether the run goes wrong, and the likely cause. Pure functions of the steps committed so far. They raise an alarm
// before the run must stop, but not while a noisy loss only goes up and down (loss-rise.ts). The cause is a recent
// change of the batch or of the rate, or a contribution that was left out. Without such a change it is the rate itself.
import { say, type Saying } from '../../base/sayings';
import { noLosses, riseOf, watchLoss, windowSteps, type LossWatch } from './loss-rise';
import { lowerRate } from '../run/rate-health';
import type { RunState } from '../run/run-state';
import type { StepRecord } from './step-record';

export interface Alarm {
  readonly level: 'warning' | 'error';
  /** What is wrong, with numbers. */
  readonly sign: Saying;
  readonly cause: Saying;
  readonly advice: Saying;
}

export type AlarmStep = Pick<
  StepRecord,
  'step' | 'loss' | 'gradientNorm' | 'learningRate' | 'effectiveBatch'
> & {
  readonly isSkipped: boolean;
  /** Names of members whose contribution was withheld or refused as an outlier or not finite. */
  readonly faulty: readonly string[];
};

/** The settings of the state after the last step. */
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

/** `guess`: the loss of a guess in this run. */
export function watchStep({ steps, losses }: AlarmWatch, step: AlarmStep, guess: number): AlarmWatch {
  const isKnown = !step.isSkipped && Number.isFinite(step.loss);
  return {
    steps: [...steps.slice(1 - rememberedSteps), step],
    losses: isKnown ? watchLoss(losses, step.loss, step.step === 1, guess) : losses,
  };
}

/** The alarm after the last step watched. */
export function divergenceAlarm({ steps, losses }: AlarmWatch, settings: Settings): Alarm | undefined {
  const sign = signOf(steps, losses);
  if (!sign) return undefined;
  const { cause, advice } = causeOf(steps, settings, sign);
  return { ...sign, cause, advice };
}

type Said = Saying;

interface Sign {
  readonly level: Alarm['level'];
  readonly sign: Said;
  readonly normRatio: number | undefined;
}

function signOf(steps: readonly AlarmStep[], losses: LossWatch): Sign | undefined {
  const last = steps.at(-1);
  if (!last) return undefined;
  const normRatio = normRatioOf(steps);
  const skipped = steps.slice(-windowSteps).filter(({ isSkipped }) => isSkipped).length;
  if (last.isSkipped || skipped >= 2) {
    const sign = say('sign-skipped', { skipped, of: Math.min(windowSteps, steps.length) });
    return { level: 'error', sign, normRatio };
  }
  if (!Number.isFinite(last.loss)) return { level: 'error', sign: say('sign-loss-not-finite'), normRatio };
  const rise = riseOf(losses);
  if (rise) {
    const sign = say('sign-loss-rose', { from: round(rise.from), to: round(rise.to) });
    return { level: 'error', sign, normRatio };
  }
  if (normRatio !== undefined && normRatio > normFactor)
    return {
      level: 'warning',
      sign: say('sign-long-gradient', { times: round(normRatio) }),
      normRatio,
    };
  return undefined;
}

/** ‖ḡ‖ now (the least of half a window) over the median of the steps before. */
function normRatioOf(steps: readonly AlarmStep[]): number | undefined {
  const norms = steps.map(({ gradientNorm }) => gradientNorm);
  const now = norms.slice(-windowSteps / 2);
  const before = new Float64Array(norms.slice(0, -windowSteps / 2).filter(Number.isFinite)).sort();
  const usual = before[before.length >> 1];
  return before.length >= 2 * windowSteps && usual > 0 ? Math.min(...now) / usual : undefined;
}

function causeOf(
  steps: readonly AlarmStep[],
  { config: { scaling, clipNorm }, learningRate, rateHealth }: Settings,
  { normRatio }: Sign,
): { readonly cause: Said; readonly advice: Said } {
  const recent = steps.slice(-causeSteps);
  const lower = lowerRate(rateHealth, learningRate);
  const grown = changed(recent, ({ effectiveBatch }) => effectiveBatch, 1.5);
  const raised = changed(recent, ({ learningRate }) => learningRate, 1.5);
  if (grown && raised && scaling.rule !== 'none') {
    const isLinear = scaling.rule === 'linear';
    return {
      cause: say('cause-batch-grew', {
        from: grown.from,
        to: grown.to,
        step: grown.step,
        isLinear,
        warmup: scaling.rewarmSteps,
      }),
      advice: scaling.rewarmSteps === 0 ? say('advice-warm-up') : say('advice-longer-warm-up'),
    };
  }
  if (raised)
    return {
      cause: say('cause-rate-rose', { from: round(raised.from), to: round(raised.to), step: raised.step }),
      advice: say('advice-go-back', { rate: round(lower.hasServed ? lower.rate : raised.from) }),
    };
  const faulty = [...new Set(recent.flatMap((step) => step.faulty))];
  if (faulty.length > 0)
    return {
      cause: say('cause-faulty', { names: faulty.join(', ') }),
      advice: say('advice-look-at-device'),
    };
  const isUnclipped = clipNorm === 0 && normRatio !== undefined && normRatio > normFactor;
  return {
    cause: isUnclipped
      ? say('cause-rate-high-unclipped', { rate: round(learningRate), times: round(normRatio) })
      : say('cause-rate-high', { rate: round(learningRate) }),
    advice: say('advice-rate', { rate: round(lower.rate), hasServed: lower.hasServed, isUnclipped }),
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
