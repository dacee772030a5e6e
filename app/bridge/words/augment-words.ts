// The sentence about the alterations of a run's examples while it trains on them.
import { t } from '@lingui/core/macro';
import type { RunConfig } from '../../../src/replica/protocol';
import { augmentable } from '../../../src/train/run/data-shape';
import { formatCount, formatPercent } from './format';

/** 'shifted by up to 2 pixels, mirrored half of the times, up to 20 % brighter or darker'; undefined: not at all. */
export function augmentWords({ augment, data }: Pick<RunConfig, 'augment' | 'data'>): string | undefined {
  if (!augment) return undefined;
  const { shift, flip, brightness } = augment;
  const isSound = augmentable(data) === 'sounds';
  const parts = [
    ...(shift === 0
      ? []
      : isSound
        ? [t`shifted by up to ${{ shift: formatCount(shift) }} 32nds of a second`]
        : [t`shifted by up to ${{ shift: formatCount(shift) }} pixels`]),
    ...(flip ? [t`mirrored half of the times`] : []),
    ...(brightness === 0
      ? []
      : isSound
        ? [t`up to ${{ decibels: formatCount(Math.round(80 * brightness)) }} decibels louder or softer`]
        : [t`up to ${{ part: formatPercent(brightness, 0) }} brighter or darker`]),
  ];
  return parts.length > 0 ? parts.join(', ') : undefined;
}
