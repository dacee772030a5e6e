// Explains the calculator's figures in sentences that are true for each setup.
import { topologies, topologyRules, type SumPath, type Topology } from '../../../src/collectives/topology';
import { publishedSumShrinks, type PresetName } from '../../../src/calculator/presets';
import type { Setup } from '../../../src/calculator/setup';
import type { Remedy, StepCost, Wall } from '../../../src/calculator/step-cost';
import { formatCount, formatMs } from './format';

export const algorithmTitles: Readonly<Record<SumPath, string>> = {
  ...ofEach(({ title }) => title),
  gathered: 'Gathered',
};

export const algorithmNotes: Readonly<Record<SumPath, string>> = {
  ...ofEach(({ note }) => note),
  gathered: 'Each part goes to all others: as sparse and 1-bit codes must, which do not add up on the way.',
};

function ofEach(word: (of: (typeof topologyRules)[Topology]) => string): Readonly<Record<Topology, string>> {
  const words = topologies.map((name) => [name, word(topologyRules[name])] as const);
  return Object.fromEntries(words) as Record<Topology, string>;
}

export const presetTitles: Readonly<Record<PresetName, string>> = {
  class: '30 laptops on Wi-Fi',
  lan: '4 PCs on Gigabit',
  seven: '7 B model at 25 Gbit/s',
  datacentre: 'Data centre',
  published: 'Published measurement',
};

/** The assumptions of each preset. */
export const presetNotes: Readonly<Record<PresetName, string>> = {
  class:
    'A small model, and one Wi-Fi that carries 300 Mbit/s in all. The compute time of 200 ms is assumed, not measured.',
  lan: 'A switch lets every link carry its full rate at once. The compute time of 250 ms is assumed, not measured.',
  seven:
    '8 GPUs on sequences of 2,048 tokens, 6 FLOP per parameter and token, each at 40 % of an H100’s peak in bf16.',
  datacentre:
    '1,000 GPUs at 200 Gbit/s, the rest as for the 7 B model. Sums travel during the backward pass, two thirds of the compute.',
  published:
    'Published for 4 GPUs at 50 Mbit/s: utilisation of 0.07 % at H = 1 and of 11.6 % at H = 128. ' +
    'The model’s size is assumed, and the compute time is fitted to the first figure. ' +
    'H = 128 alone then gives 8.2 %: if a sum costs the same, utilisation grows at most by H. ' +
    `For 11.6 % a sum must also have been ${publishedSumShrinks} times shorter, or a local step as much longer. ` +
    `Compression ${publishedSumShrinks} stands for either; the two figures do not tell which it was.`,
};

const wallTitles: Readonly<Record<Exclude<Wall, 'compute'>, string>> = {
  bandwidth: 'bandwidth',
  air: 'the shared air',
  latency: 'latency',
};

/** The answer in one sentence. */
export function answerWords({ worldSize, localSteps }: Setup, cost: StepCost): string {
  if (worldSize === 1)
    return `Each step takes ${formatSpan(cost.stepMs)}, all of it compute: one replica alone sends nothing.`;
  const often = localSteps > 1 ? ` on average, with one sum in ${formatCount(localSteps)} steps` : '';
  const step = `Each step takes ${formatSpan(cost.stepMs)}${often}`;
  const waiting = formatShare(1 - cost.utilisation);
  if (cost.exposedMs === 0)
    return `${step}; compute is the wall: every sum travels while the replicas compute.`;
  if (cost.wall === 'compute')
    return `${step}; compute is the wall: ${waiting} of the time the replicas wait for the network.`;
  const factor =
    cost.wallFactor === undefined ? '' : `, ${formatFactor(cost.wallFactor)} times as long as they compute`;
  return `${step}; ${wallTitles[cost.wall]} is the wall: ${waiting} of the time the replicas wait${factor}.`;
}

/** Names the change that halves the waiting; undefined when compute is the wall. */
export function remedyWords(
  { wall }: StepCost,
  { megabitPerSecond, localSteps }: Remedy,
): string | undefined {
  if (wall === 'compute') return undefined;
  const steps = `one sum in ${formatCount(localSteps)} local steps`;
  return megabitPerSecond === undefined
    ? `Compute would fill half of the time with ${steps}. No bandwidth does that: latency alone takes longer.`
    : `Compute would fill half of the time at ${formatLine(megabitPerSecond)}, or with ${steps}.`;
}

/** '17.1× of 30'. */
export function speedUpWords({ speedUp }: StepCost, worldSize: number): string {
  return `${formatFactor(speedUp)}× of ${formatCount(worldSize)}`;
}

/** 4.2 µs, 12.3 ms, 1.20 s, 3 min 5 s, 5.2 hours, 12 days. */
export function formatSpan(ms: number): string {
  if (ms > 0 && ms < 0.1) return `${Number((1000 * ms).toPrecision(2))} µs`;
  const hours = ms / 3_600_000;
  if (hours < 1) return formatMs(ms);
  if (hours < 48) return `${Number(hours.toPrecision(3))} hours`;
  return hours < 24 * 365 ? `${formatCount(hours / 24)} days` : `${formatCount(hours / 24 / 365)} years`;
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
  const units = [['Tbit/s', 1e6], ['Gbit/s', 1e3], ['Mbit/s', 1]] as const; // prettier-ignore
  for (const [unit, size] of units)
    if (megabitPerSecond >= 0.9995 * size) return `${threeDigits(megabitPerSecond / size)} ${unit}`;
  return `${threeDigits(megabitPerSecond * 1000)} kbit/s`;
}

function formatFactor(factor: number): string {
  return factor >= 100 ? formatCount(factor) : String(Number(factor.toPrecision(2)));
}

function threeDigits(value: number): string {
  return value >= 1000 ? formatCount(value) : String(Number(value.toPrecision(3)));
}
