// How often the members add up, in words, and what a choice of the host sends.
import { codecNamed } from '../../../src/codecs/setting';
import type { HostCommand, RunConfig, Snapshot } from '../../../src/replica/protocol';
import type { StepRecord } from '../../../src/replica/protocol';
import { outerRate, syncNamed, syncNameOf, type Sync, type SyncName } from '../../../src/train/run/sync';
import { formatCount, formatPercent, formatValue } from './format';

export const syncWords: readonly (readonly [SyncName, string])[] = [
  ['every-step', 'At every step'],
  ['local-sgd', 'Local SGD'],
  ['diloco', 'DiLoCo'],
  ['sparse-loco', 'SparseLoCo'],
];

export const usualInnerSteps = 8;
const offered = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1000];

/** Choices of inner steps, with the present one where it is another. */
export function innerStepWords(present: number): readonly (readonly [string, string])[] {
  const all = [...new Set([...offered, present])].sort((a, b) => a - b);
  return all.map((count) => [String(count), formatCount(count)] as const);
}

/** SparseLoCo is a mode and a codec: choosing it takes both, leaving it gives the codec back. */
export function syncCommands(
  name: SyncName,
  sync: Sync,
  buckets: RunConfig['buckets'],
): readonly HostCommand[] {
  const innerSteps = sync.kind === 'local' ? sync.innerSteps : usualInnerSteps;
  const before = syncNameOf(sync, buckets.codec.kind);
  const codec = name === 'sparse-loco' ? 'sparse-loco' : before === 'sparse-loco' ? 'f32' : undefined;
  return [
    { kind: 'set-sync', sync: syncNamed(name, innerSteps) },
    ...(codec ? [{ kind: 'set-buckets', buckets: { ...buckets, codec: codecNamed(codec) } } as const] : []),
  ];
}

/** Rows for a list of facts about the last step; none where every gradient is summed. */
export function localFacts(
  { sync }: Pick<Snapshot, 'sync'>,
  last: Pick<StepRecord, 'local' | 'effectiveBatch' | 'gradientNorm' | 'step'> | undefined,
): readonly (readonly [string, string])[] {
  if (sync?.kind !== 'local') return [];
  const { local } = last ?? {};
  if (!last || !local)
    return [['Inner steps', formatCount(sync.innerSteps)], ['Drift, of the mean change', 'not yet known']]; // prettier-ignore
  const done = last.effectiveBatch / local.planned;
  return [
    ['Inner steps', formatCount(local.innerSteps)],
    ['Of them done', formatPercent(done)],
    ['Outer steps', formatCount(last.step)],
    ['Inner rate', formatValue(local.innerRate)],
    ['Outer rate', formatValue(local.outerRate)],
    ['Drift, of the mean change', driftWords(local.drift, last.gradientNorm)],
  ];
}

function driftWords(drift: number | undefined, meanNorm: number): string {
  return drift === undefined || !(meanNorm > 0) ? 'not measured' : formatPercent(drift / meanNorm);
}

/** With local steps there are two rates. */
export function rateSentence(rate: number, optimizer: string | undefined, sync: Sync | undefined): string {
  const by = optimizer === undefined ? '' : ` by ${optimizer}`;
  if (sync?.kind !== 'local')
    return `Each update${by} moves the weights at ${formatValue(rate)}, the same on all replicas.`;
  const shared = formatValue(outerRate(sync.outer));
  return `Inner updates${by} move each replica’s own weights at ${formatValue(rate)}; the outer update moves those of all at ${shared}.`;
}
