// Whether a step was made with a mode of summing: times of steps of two modes have nothing in common.
import { innerStepsOf, type Sync } from '../run/sync';
import type { StepRecord } from './step-record';

type Made = Pick<StepRecord, 'local'>;

export function isSameMode(one: Made, other: Made): boolean {
  return (
    one.local?.innerSteps === other.local?.innerSteps && one.local?.fragment?.of === other.local?.fragment?.of
  );
}

/** The outer optimizer does not matter: it costs no time that a step shows. */
export function isOfSync({ local }: Made, sync: Sync): boolean {
  if (sync.kind === 'every-step') return local === undefined;
  const fragments = sync.kind === 'streaming' ? sync.fragments : undefined;
  return local?.innerSteps === innerStepsOf(sync) && local.fragment?.of === fragments;
}
