// How sums travel and what they are sent as, in words.
import { t } from '@lingui/core/macro';
import {
  codecNumber,
  compressionKinds,
  compressionNamed,
  type CompressionKind,
  type CompressionSetting,
} from '../../../src/codecs/setting';
import { shownPath, topologies, type SumPath, type Topology } from '../../../src/collectives/topology';
import type { Encoded } from '../../../src/train/metrics/of-codec';
import { formatCount, formatMs, formatPercent } from './format';

/** Words as they stand in a sentence. */
export const topologyNames: Readonly<Record<Topology, () => string>> = {
  ring: () => t`around the ring`,
  direct: () => t`straight to each owner`,
  star: () => t`through one replica`,
  tree: () => t`up and down a tree`,
  'halving-doubling': () => t`halving–doubling`,
  'two-levels': () => t`first within each machine, then between machines`,
};

/** Words as they stand in a sentence. */
export const codecNames: Readonly<Record<CompressionKind, () => string>> = {
  f32: () => t`32 bits each`,
  fp16: () => t`16 bits: fp16`,
  bf16: () => t`16 bits: bf16`,
  int8: () => t`8 bits`,
  int4: () => t`4 bits`,
  sign: () => t`1 bit: the sign`,
  'top-k': () => t`the largest 1 in 64`,
  'sparse-loco': () => t`the largest 1 in 64, 2 bits`,
  'power-sgd': () => t`low-rank factors`,
};

/** The words as a label. The texts are as in a sentence: to make them lower-case would take German nouns their capital. */
const label = (text: string): string => text[0].toUpperCase() + text.slice(1);

export const topologyWords = (): readonly (readonly [Topology, string])[] =>
  topologies.map((name) => [name, label(topologyNames[name]())]);

/** The topology is left to measurement; as in a sentence. */
export const measuredWay = (): string => t`the fastest way, as measured`;

/** Which way measurement chose, and why; as in a sentence. */
export function chosenWords({ topology, ms, ringMs }: Chosen): string {
  if (ms === 0) return t`not measured yet: the way of sums will follow the line`;
  const way = topologyNames[topology]();
  return topology === 'ring'
    ? t`measured: sums travel ${{ way }}, about ${{ time: formatMs(ms) }} a step; no other way is a fifth faster`
    : t`measured: sums travel ${{ way }}, about ${{ time: formatMs(ms) }} a step beside ${{ ringTime: formatMs(ringMs) }} around the ring`;
}

interface Chosen {
  readonly topology: Topology;
  /** 0: nothing is measured yet. */
  readonly ms: number;
  readonly ringMs: number;
}

export const codecWords = (): readonly (readonly [CompressionKind, string])[] =>
  compressionKinds.map((kind) => [kind, codecText(kind)]);

export function pathText(path: SumPath): string {
  return topologyWords().find(([one]) => one === shownPath(path))?.[1] ?? t`Each part to all`;
}

export function codecText(kind: CompressionKind): string {
  return label(codecNames[kind]());
}

/** The words as in a sentence. Of a step, or of a setting: also a share or a rank that is not the usual one. */
export function encodedWords({ codec, codecNumber: number }: Encoded): string {
  const usual = codecNames[codec]();
  if (number === undefined || number === codecNumber(compressionNamed(codec))) return usual;
  switch (codec) {
    case 'top-k':
      return t`the largest ${{ share: formatPercent(number) }}`;
    case 'sparse-loco':
      return t`the largest ${{ share: formatPercent(number) }}, 2 bits`;
    case 'power-sgd':
      return t`factors of rank ${{ rank: formatCount(number) }}`;
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
  return share === undefined ? t`not yet known` : share === 0 ? t`nothing` : formatPercent(share);
}
