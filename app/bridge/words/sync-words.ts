// How often the members add up, in words, and what a choice of the host sends.
import { codecNamed } from '../../../src/codecs/setting';
import type { HostCommand, RunConfig, Snapshot } from '../../../src/replica/protocol';
import type { StepRecord } from '../../../src/replica/protocol';
import { streamingDiloco } from '../../../src/train/run/modes/streaming';
import type { SyncName } from '../../../src/train/run/modes/sync-mode';
import {
  codecProblem,
  fragmentCount,
  innerStepsOf,
  isLocal,
  isStreaming,
  outerRate,
  syncNamed,
  syncNameOf,
  syncNames,
  type LocalSync,
  type StreamingSync,
  type Sync,
} from '../../../src/train/run/sync';
import { formatCount, formatPercent, formatValue } from './format';
import { sumsText } from '../../text/sums';

export const syncWords = (): readonly (readonly [SyncName, string])[] =>
  syncNames.map((name) => [name, sumsText.modes[name]]);

const usualInnerSteps = 8;
const offered = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1000];

/** Choices of inner steps, with the present one where it is another. */
export function innerStepWords(present: number): readonly (readonly [string, string])[] {
  const all = [...new Set([...offered, present])].sort((a, b) => a - b);
  return all.map((count) => [String(count), formatCount(count)] as const);
}

export function innerStepsDo(sync: LocalSync): string {
  const sums = fragmentCount(sync) > 1 ? sumsText.twoSumsSame : sumsText.twoSums;
  return sumsText.stepsEachMember(sums);
}

/** The same mode with another number of inner steps. Fragments and delay stay where they fit. */
export function withInnerSteps(sync: LocalSync, innerSteps: number): Sync {
  if (!isStreaming(sync)) return { ...sync, innerSteps };
  const fragments = innerSteps % sync.fragments === 0 ? sync.fragments : undefined;
  const { outer, delay } = sync;
  return fitting({ ...streamingDiloco(innerSteps, { ...sync, fragments, delay: 0 }), outer, delay });
}

/** The fragments that the inner steps can be shared among. */
export function fragmentWords({
  innerSteps,
  fragments,
}: StreamingSync): readonly (readonly [string, string])[] {
  const all = [1, 2, 3, 4, 6, 8, 12, 16, 32, 64, fragments].filter((count) => innerSteps % count === 0);
  return [...new Set(all)].sort((a, b) => a - b).map((count) => [String(count), formatCount(count)] as const);
}

/** What fragments do, and what the end of a run leaves out (E28). */
export function fragmentsDo({ innerSteps, fragments }: StreamingSync): string {
  const lost = innerSteps - innerSteps / fragments;
  const sums = sumsText.partsModelEach;
  const steps = lost === 1 ? sumsText.innerStep : sumsText.innerSteps(formatCount(lost));
  return lost === 0 ? sums : sumsText.whenRunEnds(sums, steps);
}

export function withFragments(sync: StreamingSync, fragments: number): Sync {
  return fitting({ ...sync, fragments });
}

export function withPattern(sync: StreamingSync, pattern: StreamingSync['pattern']): Sync {
  return { ...sync, pattern };
}

/** Up to the inner steps between two sums. */
export function delayWords({
  innerSteps,
  fragments,
  delay,
}: StreamingSync): readonly (readonly [string, string])[] {
  const most = innerSteps / fragments;
  const all = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512].filter((count) => count < most);
  return [...new Set([...all, most, delay])]
    .sort((a, b) => a - b)
    .map(
      (count) =>
        [String(count), count === 0 ? sumsText.noneWait : sumsText.inner(formatCount(count), count)] as const,
    );
}

/** What stays of a member's own parameters. */
export function mixingWords({ mixing }: StreamingSync): readonly (readonly [string, string])[] {
  return [...new Set([0, 0.25, 0.5, 0.75, 1, mixing])]
    .sort((a, b) => a - b)
    .map((share) => [String(share), formatPercent(share)] as const);
}

function fitting(sync: StreamingSync): StreamingSync {
  return { ...sync, delay: Math.min(sync.delay, sync.innerSteps / sync.fragments) };
}

/** SparseLoCo is a mode and a codec: choosing it takes both, leaving it gives the codec back. */
export function syncCommands(
  name: SyncName,
  sync: Sync,
  buckets: RunConfig['buckets'],
): readonly HostCommand[] {
  const innerSteps = isLocal(sync) ? sync.innerSteps : usualInnerSteps;
  const before = syncNameOf(sync, buckets.codec.kind);
  const next = syncNamed(name, innerSteps);
  const isLeft = before === 'sparse-loco' || codecProblem(next, buckets.codec.kind) !== undefined;
  const codec = name === 'sparse-loco' ? 'sparse-loco' : isLeft ? 'f32' : undefined;
  // The codec first: a mode that does not go with the present one would change nothing.
  return [
    ...(codec ? [{ kind: 'set-buckets', buckets: { ...buckets, codec: codecNamed(codec) } } as const] : []),
    { kind: 'set-sync', sync: next },
  ];
}

/** Rows for a list of facts about the last step; none where every gradient is summed. */
export function localFacts(
  { sync }: Pick<Snapshot, 'sync'>,
  last: Pick<StepRecord, 'local' | 'effectiveBatch' | 'gradientNorm' | 'step'> | undefined,
): readonly (readonly [string, string])[] {
  if (!sync || !isLocal(sync)) return [];
  const { local } = last ?? {};
  if (!last || !local)
    return [
      [sumsText.innerSteps2, formatCount(innerStepsOf(sync))],
      [sumsText.driftMeanChange, sumsText.notYetKnown],
    ];
  const done = last.effectiveBatch / local.planned;
  return [
    [sumsText.innerSteps2, formatCount(local.innerSteps)],
    ...fragmentFacts(local.fragment),
    [sumsText.themDone, formatPercent(done)],
    [sumsText.outerStep, formatCount(last.step)],
    [sumsText.innerRate, formatValue(local.innerRate)],
    [sumsText.outerRate, formatValue(local.outerRate)],
    [sumsText.driftMeanChange, driftWords(local.drift, last.gradientNorm)],
  ];
}

function fragmentFacts(
  fragment: NonNullable<StepRecord['local']>['fragment'],
): readonly (readonly [string, string])[] {
  return fragment
    ? [[sumsText.fragment, sumsText.of(formatCount(fragment.number), formatCount(fragment.of))]]
    : [];
}

function driftWords(drift: number | undefined, meanNorm: number): string {
  return drift === undefined || !(meanNorm > 0) ? sumsText.notMeasured : formatPercent(drift / meanNorm);
}

/** With local steps there are two rates. */
export function rateSentence(rate: number, optimizer: string | undefined, sync: Sync | undefined): string {
  const by = optimizer === undefined ? '' : sumsText.by(optimizer);
  if (!sync || !isLocal(sync)) return sumsText.eachUpdateMoves(by, formatValue(rate));
  const shared = formatValue(outerRate(sync.outer));
  return sumsText.innerUpdatesMove(by, formatValue(rate), shared);
}
