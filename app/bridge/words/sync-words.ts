// How often the members add up, in words, and what a choice of the host sends.
import { plural, t } from '@lingui/core/macro';
import { codecNamed } from '../../../src/codecs/setting';
import type { HostCommand, RunConfig, Snapshot, StepRecord } from '../../../src/replica/protocol';
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
import { numberChoices, type NumberChoices } from './number-choices';
import { syncModes } from './sync-modes';

export const syncWords = (): readonly (readonly [SyncName, string])[] =>
  syncNames.map((name) => [name, syncModes[name]()]);

const usualInnerSteps = 8;
const offered = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1000];

/** Choices of inner steps, with the present one where it is another. */
export function innerStepWords(present: number): NumberChoices {
  return numberChoices([...offered, present]);
}

export function innerStepsDo(sync: LocalSync): string {
  return fragmentCount(sync) > 1
    ? t`Steps that each member takes by itself between two sums of the same fragment. Who leaves takes what it learned since the last one along.`
    : t`Steps that each member takes by itself between two sums. Who leaves takes what it learned since the last one along.`;
}

/** The same mode with another number of inner steps. Fragments and delay stay where they fit. */
export function withInnerSteps(sync: LocalSync, innerSteps: number): Sync {
  if (!isStreaming(sync)) return { ...sync, innerSteps };
  const fragments = innerSteps % sync.fragments === 0 ? sync.fragments : undefined;
  const { outer, delay } = sync;
  return fitting({ ...streamingDiloco(innerSteps, { ...sync, fragments, delay: 0 }), outer, delay });
}

/** The fragments that the inner steps can be shared among. */
export function fragmentWords({ innerSteps, fragments }: StreamingSync): NumberChoices {
  const all = [1, 2, 3, 4, 6, 8, 12, 16, 32, 64, fragments];
  return numberChoices(all.filter((count) => innerSteps % count === 0));
}

/** What fragments do, and what the end of a run leaves out (E28). */
export function fragmentsDo({ innerSteps, fragments }: StreamingSync): string {
  const lost = innerSteps - innerSteps / fragments;
  const sums = t`Parts of the model. Each step sums one; a round of inner steps sums all.`;
  if (lost === 0) return sums;
  return `${sums} ${t`When a run ends, the last ${plural(lost, { one: 'inner step is', other: `${{ shown: formatCount(lost) }} inner steps are` })} not in every part.`}`;
}

export function withFragments(sync: StreamingSync, fragments: number): Sync {
  return fitting({ ...sync, fragments });
}

export function withPattern(sync: StreamingSync, pattern: StreamingSync['pattern']): Sync {
  return { ...sync, pattern };
}

/** Up to the inner steps between two sums. */
export function delayWords({ innerSteps, fragments, delay }: StreamingSync): NumberChoices {
  const most = innerSteps / fragments;
  const all = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512].filter((count) => count < most);
  return numberChoices([...all, most, delay], (count) =>
    count === 0
      ? t`none: wait`
      : t`${{ count: formatCount(count) }} inner ${plural({ n: count }, { one: 'step', other: 'steps' })}`,
  );
}

/** What stays of a member's own parameters. */
export function mixingWords({ mixing }: StreamingSync): NumberChoices {
  return numberChoices([0, 0.25, 0.5, 0.75, 1, mixing], formatPercent);
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
      [t`Inner steps`, formatCount(innerStepsOf(sync))],
      [t`Drift, of the mean change`, t`not yet known`],
    ];
  const done = last.effectiveBatch / local.planned;
  return [
    [t`Inner steps`, formatCount(local.innerSteps)],
    ...fragmentFacts(local.fragment),
    [t`Of them done`, formatPercent(done)],
    [t`Outer step`, formatCount(last.step)],
    [t`Inner rate`, formatValue(local.innerRate)],
    [t`Outer rate`, formatValue(local.outerRate)],
    [t`Drift, of the mean change`, driftWords(local.drift, last.gradientNorm)],
  ];
}

function fragmentFacts(
  fragment: NonNullable<StepRecord['local']>['fragment'],
): readonly (readonly [string, string])[] {
  return fragment
    ? [[t`Fragment`, t`${{ number: formatCount(fragment.number) }} of ${{ of: formatCount(fragment.of) }}`]]
    : [];
}

function driftWords(drift: number | undefined, meanNorm: number): string {
  return drift === undefined || !(meanNorm > 0) ? t`not measured` : formatPercent(drift / meanNorm);
}

/** With local steps there are two rates. */
export function rateSentence(rate: number, optimizer: string | undefined, sync: Sync | undefined): string {
  const own = formatValue(rate);
  if (!sync || !isLocal(sync))
    return optimizer === undefined
      ? t`Each update moves the weights at ${{ rate: own }}, the same on all replicas.`
      : t`Each update by ${optimizer} moves the weights at ${{ rate: own }}, the same on all replicas.`;
  const shared = formatValue(outerRate(sync.outer));
  return optimizer === undefined
    ? t`Inner updates move each replica’s own weights at ${{ rate: own }}; the outer update moves those of all at ${shared}.`
    : t`Inner updates by ${optimizer} move each replica’s own weights at ${{ rate: own }}; the outer update moves those of all at ${shared}.`;
}
