// How sums travel and what they are sent as, in words.
import { compressionKinds, type CompressionKind } from '../../../src/codecs/setting';
import { topologies, type SumPath, type Topology } from '../../../src/collectives/topology';
import { formatPercent } from './format';
import { sumsText } from '../../text/sums';

export const topologyWords = (): readonly (readonly [Topology, string])[] =>
  topologies.map((name) => [name, sumsText.topologies[name]]);

export const codecWords = (): readonly (readonly [CompressionKind, string])[] =>
  compressionKinds.map((kind) => [kind, sumsText.codecs[kind]]);

export function pathText(path: SumPath): string {
  return topologyWords().find(([one]) => one === path)?.[1] ?? sumsText.eachPartAll;
}

export function codecText(kind: CompressionKind): string {
  return sumsText.codecs[kind];
}

/** ‖residual‖ ÷ ‖usual gradient‖. */
export function heldBackWords(share: number | undefined): string {
  return share === undefined ? sumsText.notYetKnown : share === 0 ? sumsText.nothing : formatPercent(share);
}
