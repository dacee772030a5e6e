// How sums travel and what they are sent as, in words.
import type { CompressionKind } from '../../../src/codecs/setting';
import { topologies, topologyRules, type SumPath, type Topology } from '../../../src/collectives/topology';
import { formatPercent } from './format';

export const topologyWords: readonly (readonly [Topology, string])[] = topologies.map((name) => [
  name,
  topologyRules[name].choice,
]);

export const codecWords: readonly (readonly [CompressionKind, string])[] = [
  ['f32', '32 bits each'],
  ['fp16', '16 bits: fp16'],
  ['bf16', '16 bits: bf16'],
  ['int8', '8 bits'],
  ['int4', '4 bits'],
  ['sign', '1 bit: the sign'],
  ['top-k', 'The largest 1 in 64'],
  ['sparse-loco', 'The largest 1 in 64, 2 bits'],
  ['power-sgd', 'Low-rank factors'],
];

export function pathText(path: SumPath): string {
  return topologyWords.find(([one]) => one === path)?.[1] ?? 'Each part to all';
}

export function codecText(kind: CompressionKind): string {
  return codecWords.find(([one]) => one === kind)![1];
}

/** ‖residual‖ ÷ ‖usual gradient‖. */
export function heldBackWords(share: number | undefined): string {
  return share === undefined ? 'not yet known' : share === 0 ? 'nothing' : formatPercent(share);
}
