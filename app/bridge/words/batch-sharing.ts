// How the batch is shared, and where it is badly shared: replicas without a part, or devices that compute mostly
// padding. Counts are in examples, and for a text in windows.
import type { RunConfig, Snapshot } from '../../../src/replica/protocol';
import { equalParts, partsBySpeed } from '../../../src/train/schedule/apportion';
import { innerStepsOf, isLocal } from '../../../src/train/run/sync';
import { formatCount } from './format';
import { termWords } from './run-words';

/** Each member brings its own examples. */
export function isOwn(config: RunConfig | undefined): boolean {
  return config !== undefined && 'own' in config.data && config.data.own === true;
}

/** The unit of a batch: an example of a text is a window. */
export function exampleWords(config: RunConfig | undefined): 'examples' | 'windows' {
  return termWords(config) === 'examples' ? 'examples' : 'windows';
}

/** '1 example', '32 windows'. */
export function countExamples(count: number, config: RunConfig | undefined): string {
  const words = exampleWords(config);
  return `${formatCount(count)} ${count === 1 ? words.slice(0, -1) : words}`;
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
  const inner =
    sync && isLocal(sync) ? `, ${formatCount(innerStepsOf(sync))} times for as many inner steps` : '';
  const size = isFixed
    ? `Fixed at ${countExamples(batch.globalBatch, config)}${inner}: more replicas, smaller parts`
    : `Grows with the ring${inner}`;
  if (isOwn(config)) return `${size}; parts in proportion to the examples that each member brings.`;
  if (batch.shards === 'equal') return `${size}; equal parts.`;
  const microBatch = config?.microBatch ?? 1;
  return isFixed && Math.ceil(batch.globalBatch / microBatch) < sharers(peers)
    ? `${size}; equal parts, because fewer than ${formatCount(microBatch)} take as long as ${formatCount(microBatch)}.`
    : `${size}; parts by measured speed.`;
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
  const { batch, config, peers } = shown;
  const members = sharers(peers);
  if (!batch || !config || batch.batchMode !== 'fixed' || members === 0) return undefined;
  const { globalBatch } = batch;
  const without = members - globalBatch;
  if (without > 0)
    return {
      why: `The batch has ${countExamples(globalBatch, config)} for ${formatCount(members)} replicas: ${formatCount(without)} of them ${without === 1 ? 'gets' : 'get'} nothing.`,
      instead: undefined,
      betterBatch: members,
    };
  if (isOwn(config)) return undefined;
  const { microBatch } = config;
  const parts = firstParts(shown);
  const computed = parts.reduce((sum, part) => sum + Math.ceil(part / microBatch) * microBatch, 0);
  if (2 * globalBatch >= computed) return undefined;
  const largest = Math.max(...parts);
  return {
    why: `Each replica computes ${formatCount(microBatch)} rows at once for at most ${countExamples(largest, config)}: the rest is padding.`,
    instead: `start a new run with ${formatCount(largest)} or fewer computed at once`,
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
