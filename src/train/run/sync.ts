// How often the members add up what they learned: after every gradient, or after many inner steps of each alone. As data:
// it comes from the host through peers, so it is validated. With local steps a step of the ring is the outer step (E24).
import * as v from 'valibot';
import type { OptimizerConfig } from '../../optim/rules/config';

const between = (min: number, max: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(max));

/** What the exact update does with the mean of the members' changes. */
const outer = v.variant('kind', [
  /** The mean itself: local SGD (Stich 2019); with the codec sparse-loco, SparseLoCo (arXiv 2508.15706). */
  v.strictObject({ kind: v.literal('average') }),
  /** DiLoCo (arXiv 2311.08105). */
  v.strictObject({
    kind: v.literal('nesterov'),
    learningRate: between(0.01, 2),
    momentum: between(0, 0.99),
  }),
]);

export const syncSettings = v.variant('kind', [
  v.strictObject({ kind: v.literal('every-step') }),
  v.strictObject({
    kind: v.literal('local'),
    /** Of each member in one step of the ring; DiLoCo's paper goes to 1,000. */
    innerSteps: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
    outer,
  }),
]);

export type Sync = v.InferOutput<typeof syncSettings>;
export type Outer = v.InferOutput<typeof outer>;

export const everyStep: Sync = { kind: 'every-step' };

/** The rate and the momentum of DiLoCo's paper. */
export const dilocoOuter = { kind: 'nesterov', learningRate: 0.7, momentum: 0.9 } as const satisfies Outer;

/** Inner steps of one step of the ring: a gradient that is summed at once counts as one. */
export function innerStepsOf(sync: Sync): number {
  return sync.kind === 'local' ? sync.innerSteps : 1;
}

/** The outer update as an exact one: the mean change is its gradient. */
export function outerOptimizer(outer: Outer): OptimizerConfig {
  return outer.kind === 'average'
    ? { kind: 'sgd' }
    : { kind: 'momentum', momentum: outer.momentum, nesterov: true };
}

export function outerRate(outer: Outer): number {
  return outer.kind === 'average' ? 1 : Math.fround(outer.learningRate);
}

/** The usual configurations by name. SparseLoCo is one with the codec sparse-loco. */
export const syncNames = ['every-step', 'local-sgd', 'diloco', 'sparse-loco'] as const;
export type SyncName = (typeof syncNames)[number];

/** `innerSteps` counts for all but `every-step`. */
export function syncNamed(name: SyncName, innerSteps: number): Sync {
  switch (name) {
    case 'every-step':
      return everyStep;
    case 'local-sgd':
    case 'sparse-loco':
      return { kind: 'local', innerSteps, outer: { kind: 'average' } };
    case 'diloco':
      return { kind: 'local', innerSteps, outer: dilocoOuter };
    default:
      return name satisfies never;
  }
}

export function syncNameOf(sync: Sync, codec: string): SyncName {
  if (sync.kind === 'every-step') return 'every-step';
  if (sync.outer.kind === 'nesterov') return 'diloco';
  return codec === 'sparse-loco' ? 'sparse-loco' : 'local-sgd';
}
