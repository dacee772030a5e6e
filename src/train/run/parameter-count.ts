// The number of parameters of a configuration's model.
import { compile } from '../../model/plan/plan';
import type { RunConfig } from './run-config';

const counts = new WeakMap<RunConfig, number>();

/** Cached: compiling a large model takes milliseconds, and a configuration never changes. */
export function parameterCountOf(config: RunConfig): number {
  let count = counts.get(config);
  if (count === undefined) counts.set(config, (count = compile(config.model, 1).parameterCount));
  return count;
}
