// How sums travel and what they are sent as, in words.
import {
  codecNumber,
  compressionKinds,
  compressionNamed,
  type CompressionKind,
  type CompressionSetting,
} from '../../../src/codecs/setting';
import { topologies, type SumPath, type Topology } from '../../../src/collectives/topology';
import type { Encoded } from '../../../src/train/metrics/of-codec';
import { formatCount, formatPercent } from './format';
import { sumsText } from '../../text/sums';

/** The words as a label. The texts are as in a sentence: to make them lower-case would take German nouns their capital. */
const label = (text: string): string => text[0].toUpperCase() + text.slice(1);

export const topologyWords = (): readonly (readonly [Topology, string])[] =>
  topologies.map((name) => [name, label(sumsText.topologies[name])]);

export const codecWords = (): readonly (readonly [CompressionKind, string])[] =>
  compressionKinds.map((kind) => [kind, codecText(kind)]);

export function pathText(path: SumPath): string {
  return topologyWords().find(([one]) => one === path)?.[1] ?? sumsText.eachPartAll;
}

export function codecText(kind: CompressionKind): string {
  return label(sumsText.codecs[kind]);
}

/** The words as in a sentence. Of a step, or of a setting: also a share or a rank that is not the usual one. */
export function encodedWords({ codec, codecNumber: number }: Encoded): string {
  const usual = sumsText.codecs[codec];
  if (number === undefined || number === codecNumber(compressionNamed(codec))) return usual;
  switch (codec) {
    case 'top-k':
      return sumsText.largest(formatPercent(number));
    case 'sparse-loco':
      return sumsText.largestTwoBits(formatPercent(number));
    case 'power-sgd':
      return sumsText.factorsOfRank(formatCount(number));
    default:
      return usual;
  }
}

export function encodedText(encoded: Encoded): string {
  return label(encodedWords(encoded));
}

export function settingText(setting: CompressionSetting): string {
  return encodedText({ codec: setting.kind, codecNumber: codecNumber(setting) });
}

/** ‖residual‖ ÷ ‖usual gradient‖. */
export function heldBackWords(share: number | undefined): string {
  return share === undefined ? sumsText.notYetKnown : share === 0 ? sumsText.nothing : formatPercent(share);
}
