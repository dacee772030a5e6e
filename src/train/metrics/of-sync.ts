// Whether a step was made with a mode of summing: times of steps of two modes have nothing in common.
import { ringStepOf, type Sync } from '../run/sync';
import type { StepRecord } from './step-record';

type Made = Pick<StepRecord, 'local'>;

export function isSameMode(one: Made, other: Made): boolean {
  return (
    one.local?.innerSteps === other.local?.innerSteps && one.local?.fragment?.of === other.local?.fragment?.of
  );
}

/** The outer optimizer does not matter: it costs no time that a step shows. */
export function isOfSync({ local }: Made, sync: Sync): boolean {
  const { outer, innerSteps, fragments } = ringStepOf(sync);
  if (!outer) return local === undefined;
  return local?.innerSteps === innerSteps && local.fragment?.of === fragments?.fragments;
}
