// How often the members add up what they learned: after every gradient, or after many inner steps of each alone. As data:
// it comes from the host through peers, so it is validated. With local steps a step of the ring is the outer step (E24).
import * as v from 'valibot';
import { problemOf, type RunProblem } from '../../base/run-problems';
import type { OptimizerConfig } from '../../optim/rules/config';
import { nesterov } from './outer/nesterov';
import {
  outerKinds,
  outerOfMode,
  outerRulesOf,
  outerTable,
  type Outer,
  type OuterMode,
} from './outer/outer-table';

const between = (min: number, max: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(max));

/** What the exact update does with the mean of the members' changes. */
const outer = v.variant(
  'kind',
  Object.values(outerTable).map(({ schema }) => schema),
);

const whole = (min: number, max: number) => v.pipe(between(min, max), v.integer());

export const mostFragments = 64;

export const syncSettings = v.pipe(
  v.variant('kind', [
    v.strictObject({ kind: v.literal('every-step') }),
    v.strictObject({
      kind: v.literal('local'),
      /** Of each member in one step of the ring; DiLoCo's paper goes to 1,000. */
      innerSteps: whole(1, 1000),
      outer,
    }),
    /** Streaming DiLoCo (arXiv 2501.18512): each step of the ring sums one fragment of the model (E27). */
    v.strictObject({
      kind: v.literal('streaming'),
      /** Of each member in one round, in which every fragment is summed once. */
      innerSteps: whole(1, 1000),
      fragments: whole(1, mostFragments),
      /** sequential: neighbouring layers. strided: every so many-th. */
      pattern: v.picklist(['sequential', 'strided']),
      /** Inner steps that go on while a sum travels (E28). */
      delay: whole(0, 1000),
      /** The paper's α: what stays of a member's own parameters when the sum of their fragment is whole. */
      mixing: between(0, 1),
      outer,
    }),
  ]),
  v.rawCheck(({ dataset, addIssue }) => {
    const problem = dataset.typed ? roundsProblem(dataset.value) : undefined;
    if (problem) addIssue({ message: problem.text });
  }),
);

export type Sync = v.InferOutput<typeof syncSettings>;
export type LocalSync = Exclude<Sync, { kind: 'every-step' }>;
export type StreamingSync = Extract<Sync, { kind: 'streaming' }>;

export const everyStep: Sync = { kind: 'every-step' };

/** The rate and the momentum of DiLoCo's paper. */
export const dilocoOuter = nesterov.usual;

/** Each member trains alone between two sums (E24). */
export function isLocal(sync: Sync): sync is LocalSync {
  return sync.kind !== 'every-step';
}

/** Inner steps of one step of the ring: a gradient that is summed at once counts as one. */
export function innerStepsOf(sync: Sync): number {
  if (sync.kind === 'streaming') return sync.innerSteps / sync.fragments;
  return sync.kind === 'local' ? sync.innerSteps : 1;
}

/** Why these do not go together; undefined: they do. */
export function codecProblem(sync: Sync, codec: string): RunProblem | undefined {
  return sync.kind === 'streaming' && codec === 'power-sgd' ? problemOf('power-sgd-of-fragments') : undefined;
}

/** Why the rounds of Streaming DiLoCo do not come out even; undefined: they do. */
export function roundsProblem(sync: Sync): RunProblem | undefined {
  if (sync.kind !== 'streaming') return undefined;
  const { innerSteps, fragments, delay } = sync;
  if (innerSteps % fragments !== 0) return problemOf('unequal-fragments', innerSteps, fragments);
  const most = innerSteps / fragments;
  return delay > most ? problemOf('late-fragment', delay, most) : undefined;
}

/** The outer update as an exact one: the mean change is its gradient. */
export function outerOptimizer(outer: Outer): OptimizerConfig {
  return outerRulesOf(outer.kind).optimizer(outer);
}

export function outerRate(outer: Outer): number {
  return outerRulesOf(outer.kind).rate(outer);
}

/** The usual configurations by name. SparseLoCo is one with the codec sparse-loco. */
export const syncNames: readonly SyncName[] = [
  'every-step',
  ...outerKinds.map((kind) => outerTable[kind].mode),
  'streaming-diloco',
  'sparse-loco',
];
export type SyncName = 'every-step' | OuterMode | 'streaming-diloco' | 'sparse-loco';

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

/** The paper's α. */
const usualMixing = 0.5;
/** Sums of a fourth are short beside a round, and most numbers of inner steps have such a part. */
const usualFragments = 4;

export function streamingDiloco(
  innerSteps: number,
  given: Partial<Pick<StreamingSync, 'fragments' | 'pattern' | 'delay' | 'mixing'>> = {},
): StreamingSync {
  const fragments = given.fragments ?? largestPart(innerSteps);
  return {
    kind: 'streaming',
    ...{ innerSteps, fragments, pattern: given.pattern ?? 'strided' },
    delay: given.delay ?? Math.ceil(innerSteps / fragments / 2),
    mixing: given.mixing ?? usualMixing,
    outer: dilocoOuter,
  };
}

function largestPart(innerSteps: number): number {
  let fragments = usualFragments;
  while (innerSteps % fragments > 0) fragments--;
  return fragments;
}

export function syncNameOf(sync: Sync, codec: string): SyncName {
  if (sync.kind === 'every-step') return 'every-step';
  if (sync.kind === 'streaming') return 'streaming-diloco';
  if (sync.outer.kind === 'average' && codec === 'sparse-loco') return 'sparse-loco';
  return outerTable[sync.outer.kind].mode;
}
