// How the batch is shared, and where it is badly shared: replicas without a part, or devices that compute mostly
// padding. Counts are in examples, and for a text in windows.
import { plural, t } from '@lingui/core/macro';
import type { RunConfig, Snapshot } from '../../../src/replica/protocol';
import { equalParts, partsBySpeed } from '../../../src/train/run/apportion';
import { innerStepsOf, isLocal } from '../../../src/train/run/sync';
import { formatCount } from './format';
import { termsOf } from './run-words';

/** Each member brings its own examples. */
export function isOwn(config: RunConfig | undefined): boolean {
  return config !== undefined && 'own' in config.data && config.data.own === true;
}

/** The unit of a batch: an example of a text is a window. */
function examplesOf(config: RunConfig | undefined): 'examples' | 'windows' {
  return termsOf(config) === 'examples' ? 'examples' : 'windows';
}

/** 'examples', 'windows'. */
export function exampleWords(config: RunConfig | undefined): string {
  return examplesOf(config) === 'windows' ? t`windows` : t`examples`;
}

/** '1 example', '32 windows'. */
export function countExamples(count: number, config: RunConfig | undefined): string {
  const shown = formatCount(count);
  return examplesOf(config) === 'windows'
    ? plural(count, { one: `${shown} window`, other: `${shown} windows` })
    : plural(count, { one: `${shown} example`, other: `${shown} examples` });
}

type Shared = Pick<Snapshot, 'batch' | 'config' | 'localBatch' | 'peers'> & Partial<Pick<Snapshot, 'sync'>>;

/** The parts of the first step, by rank. No speed is measured yet. */
export function firstParts({ batch, config, localBatch, peers, sync }: Shared): number[] {
  const members = sharers(peers);
  const times = sync ? innerStepsOf(sync) : 1;
  if (members === 0 || batch?.batchMode !== 'fixed') return Array<number>(members).fill(times * localBatch);
  if (batch.shards === 'equal') return equalParts(members, times * batch.globalBatch);
  return partsBySpeed(Array<number>(members).fill(1), times * batch.globalBatch, config?.microBatch ?? 1);
}

/** 'Fixed at 32 examples: more replicas, smaller parts; equal parts.' */
export function modeWords(shown: Shared): string {
  const { batch, config, peers, sync } = shown;
  if (!batch) return '';
  const isFixed = batch.batchMode === 'fixed';
  const times = sync && isLocal(sync) ? formatCount(innerStepsOf(sync)) : undefined;
  const size = isFixed ? fixedWords(countExamples(batch.globalBatch, config), times) : growingWords(times);
  if (isOwn(config)) return t`${size}; parts in proportion to the examples that each member brings.`;
  if (batch.shards === 'equal') return t`${size}; equal parts.`;
  const microBatch = config?.microBatch ?? 1;
  return isFixed && Math.ceil(batch.globalBatch / microBatch) < sharers(peers)
    ? t`${size}; equal parts, because fewer than ${{ microBatch: formatCount(microBatch) }} take as long as ${{ microBatch: formatCount(microBatch) }}.`
    : t`${size}; parts by measured speed.`;
}

/** `times`: as many batches as inner steps. */
function fixedWords(examples: string, times: string | undefined): string {
  return times === undefined
    ? t`Fixed at ${examples}: more replicas, smaller parts`
    : t`Fixed at ${examples}, ${times} times for as many inner steps: more replicas, smaller parts`;
}

function growingWords(times: string | undefined): string {
  return times === undefined
    ? t`Grows with the ring`
    : t`Grows with the ring, ${times} times for as many inner steps`;
}

export interface PartsTrouble {
  readonly why: string;
  /** Another remedy, without a full stop; undefined: only a larger batch helps. */
  readonly instead: string | undefined;
  /** A fixed batch without this problem. */
  readonly betterBatch: number;
}

/** Why the fixed batch is badly shared; undefined: it is well shared. */
export function partsTrouble(shown: Shared): PartsTrouble | undefined {
  const { batch, config, peers, sync } = shown;
  const members = sharers(peers);
  if (!batch || !config || batch.batchMode !== 'fixed' || members === 0) return undefined;
  const times = sync ? innerStepsOf(sync) : 1;
  const batchOfStep = times * batch.globalBatch;
  const without = members - batchOfStep;
  if (without > 0)
    return {
      why: t`The batch has ${{ countExamples: countExamples(batchOfStep, config) }} for ${{ members: formatCount(members) }} replicas: ${{ without: formatCount(without) }} of them ${plural({ without2: without }, { one: 'gets', other: 'get' })} nothing.`,
      instead: undefined,
      betterBatch: Math.ceil(members / times),
    };
  if (isOwn(config)) return undefined;
  const { microBatch } = config;
  // The parts of each inner step, as `innerParts` cuts them.
  const parts = firstParts(shown).flatMap((part) => equalParts(Math.min(times, part), part));
  const computed = parts.reduce((sum, part) => sum + Math.ceil(part / microBatch) * microBatch, 0);
  if (2 * batchOfStep >= computed) return undefined;
  const largest = Math.max(...parts);
  return {
    why: t`Each replica computes ${{ microBatch: formatCount(microBatch) }} rows at once for at most ${{ countExamples: countExamples(largest, config) }}: the rest is padding.`,
    instead: t`start a new run with ${{ largest: formatCount(largest) }} or fewer computed at once`,
    betterBatch: Math.min(members * microBatch, largestBatch),
  };
}

/** The fixed batch that a run's configuration may name. */
export const largestBatch = 1 << 18;

/** Members that a plan counts on: not members that catch up, nor suspended ones. */
function sharers(peers: Snapshot['peers']): number {
  return peers.filter(
    ({ rank, leftOut }) => rank !== undefined && leftOut?.kind !== 'catching-up' && leftOut?.kind !== 'slow',
  ).length;
}
