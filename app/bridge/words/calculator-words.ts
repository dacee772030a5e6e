// Explains the calculator's figures in sentences that are true for each setup.
import type { ShownPath } from '../../../src/collectives/topology';
import { publishedSumShrinks, type PresetName } from '../../../src/calculator/presets';
import type { Setup } from '../../../src/calculator/setup';
import type { Remedy, StepCost, Wall } from '../../../src/calculator/step-cost';
import { formatCount, formatMs } from './format';
import { calculatorText } from '../../text/calculator';

/** The words of an algorithm, read when they are shown: in the language of then. */
export const algorithmTitle = (path: ShownPath): string =>
  path === 'gathered' ? calculatorText.gathered : calculatorText.topologyTitles[path];

export const algorithmNote = (path: ShownPath): string =>
  path === 'gathered' ? calculatorText.eachPartGoes : calculatorText.topologyNotes[path];

export const presetTitles: Readonly<Record<PresetName, string>> = {
  get class() {
    return calculatorText.laptopsWiFi;
  },
  get lan() {
    return calculatorText.pcsGigabit;
  },
  get seven() {
    return calculatorText.bModelGbit;
  },
  get datacentre() {
    return calculatorText.dataCentre;
  },
  get published() {
    return calculatorText.publishedMeasurement;
  },
};

/** The assumptions of each preset. */
export const presetNotes: Readonly<Record<PresetName, string>> = {
  get class() {
    return calculatorText.smallModelOne;
  },
  get lan() {
    return calculatorText.switchLetsEvery;
  },
  get seven() {
    return calculatorText.gpusSequencesTokens;
  },
  get datacentre() {
    return calculatorText.gpusGbitS;
  },
  get published() {
    return calculatorText.published(publishedSumShrinks);
  },
};

const wallTitles: Readonly<Record<Exclude<Wall, 'compute'>, string>> = {
  get bandwidth() {
    return calculatorText.bandwidth;
  },
  get air() {
    return calculatorText.sharedAir;
  },
  get latency() {
    return calculatorText.latency;
  },
};

/** The answer in one sentence. */
export function answerWords({ worldSize, localSteps }: Setup, cost: StepCost): string {
  if (worldSize === 1) return calculatorText.eachStepTakes(formatSpan(cost.stepMs));
  const often = localSteps > 1 ? calculatorText.averageOneSum(formatCount(localSteps)) : '';
  const step = calculatorText.eachStepTakes2(formatSpan(cost.stepMs), often);
  const waiting = formatShare(1 - cost.utilisation);
  if (cost.exposedMs === 0) return calculatorText.computeWallEvery(step);
  if (cost.wall === 'compute') return calculatorText.computeWallTime(step, waiting);
  const factor =
    cost.wallFactor === undefined ? '' : calculatorText.timesLongThey(formatFactor(cost.wallFactor));
  return calculatorText.wallTimeReplicas(step, wallTitles[cost.wall], waiting, factor);
}

/** Names the change that halves the waiting; undefined when compute is the wall. */
export function remedyWords(
  { wall }: StepCost,
  { megabitPerSecond, localSteps }: Remedy,
): string | undefined {
  if (wall === 'compute') return undefined;
  const steps = calculatorText.oneSumLocal(formatCount(localSteps));
  return megabitPerSecond === undefined
    ? calculatorText.computeWouldFill(steps)
    : calculatorText.computeWouldFillHalf(formatLine(megabitPerSecond), steps);
}

/** '17.1× of 30'. */
export function speedUpWords({ speedUp }: StepCost, worldSize: number): string {
  return calculatorText.of(formatFactor(speedUp), formatCount(worldSize));
}

/** 4.2 µs, 12.3 ms, 1.20 s, 3 min 5 s, 5.2 hours, 12 days. */
export function formatSpan(ms: number): string {
  if (ms > 0 && ms < 0.1) return calculatorText.s(Number((1000 * ms).toPrecision(2)));
  const hours = ms / 3_600_000;
  if (hours < 1) return formatMs(ms);
  if (hours < 48) return calculatorText.hours(Number(hours.toPrecision(3)));
  return hours < 24 * 365
    ? calculatorText.days(formatCount(hours / 24))
    : calculatorText.years(formatCount(hours / 24 / 365));
}

/** 0 … 1 as '93.4 %'. Only what is exactly nothing, or all, is written as 0 % or 100 %. */
export function formatShare(share: number): string {
  if (share <= 0) return percentWords(0);
  if (share >= 1) return percentWords(100);
  const least = 0.001;
  const percent = 100 * share;
  if (percent < least) return `< ${percentWords(least)}`;
  if (percent > 100 - least) return `> ${percentWords(100 - least)}`;
  const fromEdge = Math.min(percent, 100 - percent);
  const decimals = fromEdge >= 1 ? 1 : Math.min(3, 1 - Math.floor(Math.log10(fromEdge)));
  return percentWords(Number(percent.toFixed(decimals)));
}

/** With a space that does not break, for large sentences. */
function percentWords(percent: number): string {
  return `${percent}\u00a0%`;
}

/** 0.1 Mbit/s as '100 kbit/s'; '300 Mbit/s', '25 Gbit/s', '1 Tbit/s'. */
export function formatLine(megabitPerSecond: number): string {
  const units = [
    [calculatorText.tbitS, 1e6],
    [calculatorText.gbitS, 1e3],
    [calculatorText.mbitS, 1],
  ] as const;
  for (const [unit, size] of units)
    if (megabitPerSecond >= 0.9995 * size) return `${threeDigits(megabitPerSecond / size)}\u00a0${unit}`;
  return calculatorText.kbitS(threeDigits(megabitPerSecond * 1000));
}

function formatFactor(factor: number): string {
  return factor >= 100 ? formatCount(factor) : String(Number(factor.toPrecision(2)));
}

function threeDigits(value: number): string {
  return value >= 1000 ? formatCount(value) : String(Number(value.toPrecision(3)));
}
