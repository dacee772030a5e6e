// The number of a codec that has one: the share of numbers that it sends, or the rank of PowerSGD's factors. The choices
// that a host has while the ring trains, in words.
import { t } from '@lingui/core/macro';
import type { CompressionSetting } from '../../../src/codecs/setting';
import { formatPercent } from './format';
import { numberChoices, type NumberChoices } from './number-choices';

export type SharedCodec = Extract<CompressionSetting, { share: number }>;

/** The shares to choose from, within what each codec's schema takes; its paper's among them. */
const shares: Readonly<Record<SharedCodec['kind'], readonly number[]>> = {
  'top-k': [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 1024],
  'sparse-loco': [0.03, 0.02, 1 / 64, 0.01],
};
const ranks = [1, 2, 4, 8, 16, 32];

export function hasShare(codec: CompressionSetting): codec is SharedCodec {
  return 'share' in codec;
}

/** '1.6 % of the numbers'. */
function shareWords(share: number): string {
  return t`${{ percent: formatPercent(share, share < 0.01 ? 2 : 1) }} of the numbers`;
}

/** With the present share where it is another. */
export function shareChoices({ kind, share }: SharedCodec): NumberChoices {
  return numberChoices([...shares[kind], share], shareWords).toReversed();
}

export function rankChoices(present: number): NumberChoices {
  return numberChoices([...ranks, present]);
}
