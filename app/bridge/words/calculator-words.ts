// Explains the calculator's figures in sentences that are true for each setup.
import { plural, select, t } from '@lingui/core/macro';
import type { ShownPath, Topology } from '../../../src/collectives/topology';
import { publishedSumShrinks, type PresetName } from '../../../src/calculator/presets';
import type { Setup } from '../../../src/calculator/setup';
import type { Remedy, StepCost } from '../../../src/calculator/step-cost';
import { formatCount, formatDigits, formatMs, withDecimalSign } from './format';

/** The words of an algorithm, read when they are shown: in the language of then. */
export const algorithmTitle = (path: ShownPath): string =>
  path === 'gathered' ? t`Gathered` : topologyTitles[path]();

export const algorithmNote = (path: ShownPath): string =>
  path === 'gathered'
    ? t`Each part goes to all others: as sparse and 1-bit codes must, which do not add up on the way.`
    : topologyNotes[path]();

const topologyTitles: Readonly<Record<Topology, () => string>> = {
  ring: () => t`Ring`,
  direct: () => t`Direct`,
  star: () => t`Star`,
  tree: () => t`Tree`,
  'halving-doubling': () => t`Halving–doubling`,
  'two-levels': () => t`Two levels`,
};

const topologyNotes: Readonly<Record<Topology, () => string>> = {
  ring: () => t`Each replica sends to the next: few bytes, many messages in a row.`,
  direct: () => t`Each replica adds a part for all: two messages in a row, but a link between every two.`,
  star: () => t`All send to one replica, which adds and answers: a parameter server.`,
  tree: () => t`Partial sums climb a tree, and the total comes down.`,
  'halving-doubling': () => t`Pairs exchange halves, quarters …: few bytes in few messages.`,
  'two-levels': () =>
    t`Replicas on one machine sum first, and each machine’s sum crosses the network once: with one replica on each it is direct.`,
};

export const presetTitles: Readonly<Record<PresetName, () => string>> = {
  class: () => t`30 laptops on Wi-Fi`,
  lan: () => t`4 PCs on Gigabit`,
  seven: () => t`7\u00a0B model at 25\u00a0Gbit/s`,
  datacentre: () => t`Data centre`,
  published: () => t`Published measurement`,
};

/** The assumptions of each preset. */
export const presetNotes: Readonly<Record<PresetName, () => string>> = {
  class: () =>
    t`A small model, and one Wi-Fi that carries 300\u00a0Mbit/s in all. The compute time of 200\u00a0ms is assumed, not measured.`,
  lan: () =>
    t`A switch lets every link carry its full rate at once. The compute time of 250\u00a0ms is assumed, not measured.`,
  seven: () =>
    t`8 GPUs on sequences of 2,048 tokens, 6\u00a0FLOP per parameter and token, each at 40\u00a0% of an H100’s peak in bf16.`,
  datacentre: () =>
    t`1,000 GPUs at 200\u00a0Gbit/s, the rest as for the 7\u00a0B model. Sums travel during the backward pass, two thirds of the compute.`,
  published: () =>
    t`Published for 4 GPUs at 50\u00a0Mbit/s: utilisation of 0.07\u00a0% at H = 1 and of 11.6\u00a0% at H = 128. The model’s size is assumed, and the compute time is fitted to the first figure. H = 128 alone then gives 8.2\u00a0%: if a sum costs the same, utilisation grows at most by H. For 11.6\u00a0% a sum must also have been ${publishedSumShrinks} times shorter, or a local step as much longer. Compression ${publishedSumShrinks} stands for either; the two figures do not tell which it was.`,
};

/** The answer in one sentence. */
export function answerWords({ worldSize, localSteps }: Setup, cost: StepCost): string {
  if (worldSize === 1)
    return t`Each step takes ${{ stepMs: formatSpan(cost.stepMs) }}, all of it compute: one replica alone sends nothing.`;
  const isLocal = String(localSteps > 1);
  const stepMs = formatSpan(cost.stepMs);
  const steps = formatCount(localSteps);
  const waiting = formatShare(1 - cost.utilisation);
  if (cost.exposedMs === 0)
    return t`${select(isLocal, {
      true: `Each step takes ${stepMs} on average, with one sum in ${steps} steps`,
      other: `Each step takes ${stepMs}`,
    })}; compute is the wall: every sum travels while the replicas compute.`;
  if (cost.wall === 'compute')
    return t`${select(isLocal, {
      true: `Each step takes ${stepMs} on average, with one sum in ${steps} steps`,
      other: `Each step takes ${stepMs}`,
    })}; compute is the wall: ${waiting} of the time the replicas wait for the network.`;
  return t`${select(isLocal, {
    true: `Each step takes ${stepMs} on average, with one sum in ${steps} steps`,
    other: `Each step takes ${stepMs}`,
  })}; ${select(
    { wall: cost.wall },
    { bandwidth: 'bandwidth', air: 'the shared air', other: 'latency' },
  )} is the wall: ${waiting} of the time the replicas wait${select(
    { hasFactor: String(cost.wallFactor !== undefined) },
    {
      true: `, ${{ factor: cost.wallFactor === undefined ? '' : formatFactor(cost.wallFactor) }} times as long as they compute`,
      other: '',
    },
  )}.`;
}

/** Names the change that halves the waiting; undefined when compute is the wall. */
export function remedyWords(
  { wall }: StepCost,
  { megabitPerSecond, localSteps }: Remedy,
): string | undefined {
  if (wall === 'compute') return undefined;
  const steps = formatCount(localSteps);
  return megabitPerSecond === undefined
    ? t`Compute would fill half of the time with one sum in ${steps} local steps. No bandwidth does that: latency alone takes longer.`
    : t`Compute would fill half of the time at ${{ bandwidth: formatLine(megabitPerSecond) }}, or with one sum in ${steps} local steps.`;
}

/** '17.1× of 30'. */
export function speedUpWords({ speedUp }: StepCost, worldSize: number): string {
  return t`${{ speedUp: formatFactor(speedUp) }}× of ${{ worldSize: formatCount(worldSize) }}`;
}

/** 4.2 µs, 12.3 ms, 1.20 s, 3 min 5 s, 5.2 hours, 12 days. */
export function formatSpan(ms: number): string {
  if (ms > 0 && ms < 0.1) return `${formatDigits(1000 * ms, 2)}\u00a0µs`;
  const hours = ms / 3_600_000;
  if (hours < 1) return formatMs(ms);
  if (hours < 48) return hoursWords(Number(hours.toPrecision(3)));
  return hours < 24 * 365
    ? t`${{ days: formatCount(hours / 24) }} days`
    : yearsWords(Math.round(hours / 24 / 365));
}

function hoursWords(hours: number): string {
  return plural(hours, {
    one: `${{ shown: withDecimalSign(String(hours)) }} hour`,
    other: `${{ shown: withDecimalSign(String(hours)) }} hours`,
  });
}

function yearsWords(years: number): string {
  const shown = formatCount(years);
  return plural(years, { one: `${shown} year`, other: `${shown} years` });
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
  return `${withDecimalSign(String(percent))}\u00a0%`;
}

/** 0.1 Mbit/s as '100 kbit/s'; '300 Mbit/s', '25 Gbit/s', '1 Tbit/s'. */
export function formatLine(megabitPerSecond: number): string {
  const units = [
    ['Tbit/s', 1e6],
    ['Gbit/s', 1e3],
    ['Mbit/s', 1],
  ] as const;
  for (const [unit, size] of units)
    if (megabitPerSecond >= 0.9995 * size) return `${threeDigits(megabitPerSecond / size)}\u00a0${unit}`;
  return `${threeDigits(megabitPerSecond * 1000)}\u00a0kbit/s`;
}

function formatFactor(factor: number): string {
  return factor >= 100 ? formatCount(factor) : formatDigits(factor, 2);
}

function threeDigits(value: number): string {
  return value >= 1000 ? formatCount(value) : formatDigits(value, 3);
}
