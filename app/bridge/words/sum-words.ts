// How sums travel and what they are sent as, in words.
import type { CompressionKind } from '../../../src/codecs/setting';
import { topologies, type SumPath, type Topology } from '../../../src/collectives/topology';
import { formatPercent } from './format';
import { sumsText } from '../../text/sums';

export const topologyWords = (): readonly (readonly [Topology, string])[] =>
  topologies.map((name) => [name, sumsText.topologies[name]]);

export const codecWords = (): readonly (readonly [CompressionKind, string])[] => [
  ['f32', sumsText.bitsEach],
  ['fp16', sumsText.bitsFp],
  ['bf16', sumsText.bitsBf],
  ['int8', sumsText.bits8],
  ['int4', sumsText.bits4],
  ['sign', sumsText.bitSign],
  ['top-k', sumsText.largest],
  ['sparse-loco', sumsText.largestBits],
  ['power-sgd', sumsText.lowRankFactors],
];

export function pathText(path: SumPath): string {
  return topologyWords().find(([one]) => one === path)?.[1] ?? sumsText.eachPartAll;
}

export function codecText(kind: CompressionKind): string {
  return codecWords().find(([one]) => one === kind)![1];
}

/** ‖residual‖ ÷ ‖usual gradient‖. */
export function heldBackWords(share: number | undefined): string {
  return share === undefined ? sumsText.notYetKnown : share === 0 ? sumsText.nothing : formatPercent(share);
}
