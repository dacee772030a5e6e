// How often the members add up what they learned: after every gradient, or after many inner steps of each alone. As data:
// it comes from the host through peers, so it is validated. With local steps a step of the ring is the outer step (E24).
// What a mode means is in its file (modes/).
import * as v from 'valibot';
import { logged, type Saying } from '../../base/sayings';
import type { CompressionKind } from '../../codecs/setting';
import type { OptimizerConfig } from '../../optim/rules/config';
import { modeTable } from './modes/mode-table';
import { streamingDiloco } from './modes/streaming';
import type { RingStep, SyncMode, SyncName } from './modes/sync-mode';
import { nesterov } from './outer/nesterov';
import { outerKinds, outerOfMode, outerRulesOf, outerTable, type Outer } from './outer/outer-table';

export const syncSettings = v.pipe(
  v.variant(
    'kind',
    Object.values(modeTable).map(({ schema }) => schema),
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? syncProblem(dataset.value) : undefined;
    if (problem) addIssue({ message: logged(problem) });
  }),
);

type Table = typeof modeTable;
export type Sync = { [Kind in keyof Table]: v.InferOutput<Table[Kind]['schema']> }[keyof Table];
export type StreamingSync = Extract<Sync, { kind: 'streaming' }>;
export type LocalSync = Exclude<Sync, { kind: 'every-step' }>;

export const everyStep: Sync = { kind: 'every-step' };

/** The rate and the momentum of DiLoCo's paper. */
export const dilocoOuter = nesterov.usual;

function modeOf({ kind }: Sync): SyncMode {
  return modeTable[kind];
}

/** One step of the ring. */
export function ringStepOf(sync: Sync): RingStep {
  return modeOf(sync).step(sync);
}

/** Each member trains alone between two sums (E24). */
export function isLocal(sync: Sync): sync is LocalSync {
  return ringStepOf(sync).outer !== undefined;
}

/** The settings of the mode are those of Streaming DiLoCo. */
export function isStreaming(sync: Sync): sync is StreamingSync {
  return ringStepOf(sync).fragments !== undefined;
}

/** Inner steps of one step of the ring: a gradient that is summed at once counts as one. */
export function innerStepsOf(sync: Sync): number {
  return ringStepOf(sync).innerSteps;
}

/** Parts of the model, of which a step sums one. */
export function fragmentCount(sync: Sync): number {
  return ringStepOf(sync).fragments?.fragments ?? 1;
}

/** Why these do not go together; undefined: they do. */
export function codecProblem(sync: Sync, codec: CompressionKind): Saying | undefined {
  return modeOf(sync).codecProblem?.(codec);
}

/** Why the settings do not fit each other; undefined: they do. */
export function syncProblem(sync: Sync): Saying | undefined {
  return modeOf(sync).problem?.(sync);
}

/** The outer update as an exact one: the mean change is its gradient. */
export function outerOptimizer(outer: Outer): OptimizerConfig {
  return outerRulesOf(outer.kind).optimizer(outer);
}

export function outerRate(outer: Outer): number {
  return outerRulesOf(outer.kind).rate(outer);
}

export const syncNames: readonly SyncName[] = [
  'every-step',
  ...outerKinds.map((kind) => outerTable[kind].mode),
  'streaming-diloco',
  'sparse-loco',
];

/** `innerSteps` counts for all but `every-step`. */
export function syncNamed(name: SyncName, innerSteps: number): Sync {
  switch (name) {
    case 'every-step':
      return everyStep;
    case 'sparse-loco':
      return { kind: 'local', innerSteps, outer: outerTable.average.usual };
    case 'streaming-diloco':
      return streamingDiloco(innerSteps);
    default:
      return { kind: 'local', innerSteps, outer: outerOfMode(name) };
  }
}

export function syncNameOf(sync: Sync, codec: CompressionKind): SyncName {
  return modeOf(sync).name(sync, codec);
}
