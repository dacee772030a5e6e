// How an earlier run differed from the one of now, by their configurations.
import type { RunConfig } from '../../../src/replica/protocol';
import { syncNameOf } from '../../../src/train/run/sync';
import { formatCount, formatValue } from './format';
import { dataWords, modelWords, optimizerWords } from './run-words';
import { pathText, settingText } from './sum-words';
import { runsText } from '../../text/runs';
import { sumsText } from '../../text/sums';

/** Settings of `before` that differ from `now`: 'learning rate 0.01, batch 64'. 'the same settings' when nothing
 *  differs. */
export function earlierWords(before: RunConfig, now: RunConfig): string {
  const { codec, topology, ...buckets } = before.buckets;
  const { codec: codecNow, topology: topologyNow, ...bucketsNow } = now.buckets;
  const parts: [words: string, a: unknown, b: unknown][] = [
    [dataWords(before.data), before.data, now.data],
    [modelWords(before.model), before.model, now.model],
    [optimizerWords(before.optimizer), before.optimizer, now.optimizer],
    [runsText.rate(runsText.schedules[before.schedule.kind]), before.schedule, now.schedule],
    [
      before.clipNorm > 0 ? runsText.clipped(before.clipNorm) : runsText.notClipped,
      before.clipNorm,
      now.clipNorm,
    ],
    [before.precision === 'mixed' ? runsText.mixedPrecision : 'f32', before.precision, now.precision],
    [runsText.learningRate(formatValue(before.learningRate)), before.learningRate, now.learningRate],
    [runsText.rateScaling, before.scaling, now.scaling],
    before.batchMode === 'fixed'
      ? [runsText.batchInAll(formatCount(before.globalBatch)), batchOf(before), batchOf(now)]
      : [runsText.batchEach(formatCount(before.localBatch)), batchOf(before), batchOf(now)],
    [runsText.microBatch(formatCount(before.microBatch)), before.microBatch, now.microBatch],
    [runsText.shardsOther, before.shards, now.shards],
    [sumsText.modes[syncNameOf(before.sync, codec.kind)], before.sync, now.sync],
    [settingText(codec), codec, codecNow],
    [pathText(topology), topology, topologyNow],
    [runsText.bucketsOther, buckets, bucketsNow],
    [
      runsText.heldOut(formatCount(before.validationExamples)),
      before.validationExamples,
      now.validationExamples,
    ],
    [runsText.evaluationOther, before.evaluateEvery, now.evaluateEvery],
    [runsText.memoryOther, before.checkpoints, now.checkpoints],
    [runsText.stepsInAll(formatCount(before.steps)), before.steps, now.steps],
    [runsText.seed(before.seed), before.seed, now.seed],
  ];
  const words = parts.filter(([, a, b]) => JSON.stringify(a) !== JSON.stringify(b)).map(([text]) => text);
  return words.length > 0 ? words.join(', ') : runsText.sameSettings;
}

/** A batch of all and one of each are never the same setting. */
const batchOf = ({ batchMode, globalBatch, localBatch }: RunConfig): readonly unknown[] =>
  batchMode === 'fixed' ? [globalBatch] : [batchMode, localBatch];
