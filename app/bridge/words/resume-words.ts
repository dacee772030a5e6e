// What a saved run does not hold, so that it goes on from there otherwise than a run that never stopped (E25, E21): the inner
// optimizers of local steps, with Streaming DiLoCo also each member's own weights, and what a codec held back. Pure.
import { t } from '@lingui/core/macro';
import { isLocal, isStreaming } from '../../../src/train/run/sync';
import type { RunConfig } from '../../../src/replica/protocol';
import { sentencesOf } from './format';

/** Empty: it holds all. */
export function beginsAnewWords({
  sync,
  optimizer,
  buckets,
}: Pick<RunConfig, 'sync' | 'optimizer' | 'buckets'>): string {
  const hasInner = isLocal(sync) && (isStreaming(sync) || optimizer.kind !== 'sgd');
  return sentencesOf(
    hasInner &&
      t`It trained with local steps. The file holds the weights of all: each member’s inner optimizer starts again, so losses differ from those of a run that never stopped.`,
    buckets.codec.kind !== 'f32' && t`What the codec held back is not in the file.`,
  ).join(' ');
}
