// How an earlier run differed from the one of now, by their configurations.
import { t } from '@lingui/core/macro';
import type { RunConfig } from '../../../src/replica/protocol';
import { syncNameOf } from '../../../src/train/run/sync';
import { augmentWords } from './augment-words';
import { formatCount, formatValue } from './format';
import { dataWords, modelWords, optimizerWords } from './run-words';
import { measuredWay, pathText, settingText } from './sum-words';
import { syncModes } from './sync-modes';

/** Settings of `before` that differ from `now`: 'learning rate 0.01, batch 64'. 'the same settings' when nothing
 *  differs. */
export function earlierWords(before: RunConfig, now: RunConfig): string {
  const { codec, topology, auto, ...buckets } = before.buckets;
  const { codec: codecNow, topology: topologyNow, auto: autoNow, ...bucketsNow } = now.buckets;
  const way = auto ? 'auto' : topology;
  const parts: [words: string, a: unknown, b: unknown][] = [
    [dataWords(before.data), before.data, now.data],
    [modelWords(before.model), before.model, now.model],
    [optimizerWords(before.optimizer), before.optimizer, now.optimizer],
    [rates[before.schedule.kind](), before.schedule, now.schedule],
    [
      before.clipNorm > 0 ? t`clipped at ${{ clipNorm: before.clipNorm }}` : t`not clipped`,
      before.clipNorm,
      now.clipNorm,
    ],
    [augmentWords(before) ?? t`examples as they are`, before.augment, now.augment],
    [
      before.uneven === undefined
        ? t`classes dealt alike`
        : t`classes dealt unevenly (${{ alpha: formatValue(before.uneven) }})`,
      before.uneven,
      now.uneven,
    ],
    [before.precision === 'mixed' ? t`mixed precision` : 'f32', before.precision, now.precision],
    [
      t`learning rate ${{ learningRate: formatValue(before.learningRate) }}`,
      before.learningRate,
      now.learningRate,
    ],
    [t`another rule for the rate`, before.scaling, now.scaling],
    before.batchMode === 'fixed'
      ? [t`batch ${{ batch: formatCount(before.globalBatch) }} in all`, batchOf(before), batchOf(now)]
      : [t`batch ${{ localBatch: formatCount(before.localBatch) }} each`, batchOf(before), batchOf(now)],
    [t`micro-batch ${{ size: formatCount(before.microBatch) }}`, before.microBatch, now.microBatch],
    [t`another split of the batch`, before.shards, now.shards],
    [syncModes[syncNameOf(before.sync, codec.kind)](), before.sync, now.sync],
    [settingText(codec), codec, codecNow],
    [auto ? measuredWay() : pathText(topology), way, autoNow ? 'auto' : topologyNow],
    [t`other buckets`, buckets, bucketsNow],
    [
      t`${{ validationExamples: formatCount(before.validationExamples) }} held out`,
      before.validationExamples,
      now.validationExamples,
    ],
    [t`measured on held-out examples at other steps`, before.evaluateEvery, now.evaluateEvery],
    [
      before.patience ? t`patience of ${{ patience: formatCount(before.patience) }}` : t`without patience`,
      before.patience,
      now.patience,
    ],
    [t`activations kept otherwise`, before.checkpoints, now.checkpoints],
    [t`${{ steps: formatCount(before.steps) }} steps in all`, before.steps, now.steps],
    [t`seed ${{ seed: before.seed }}`, before.seed, now.seed],
  ];
  const words = parts.filter(([, a, b]) => JSON.stringify(a) !== JSON.stringify(b)).map(([text]) => text);
  return words.length > 0 ? words.join(', ') : t`the same settings`;
}

const rates: Readonly<Record<RunConfig['schedule']['kind'], () => string>> = {
  constant: () => t`constant rate`,
  linear: () => t`linear rate`,
  cosine: () => t`cosine rate`,
};

/** A batch of all and one of each are never the same setting. */
const batchOf = ({ batchMode, globalBatch, localBatch }: RunConfig): readonly unknown[] =>
  batchMode === 'fixed' ? [globalBatch] : [batchMode, localBatch];
