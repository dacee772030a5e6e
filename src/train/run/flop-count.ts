// The work of training on one loss term: floating-point operations of the forward and the backward pass, as the plan of
// the model counts them.
import { compile } from '../../model/plan/plan';
import type { RunConfig } from './run-config';

const counts = new WeakMap<RunConfig, number>();

/** Cached, like the count of parameters. Without the update, whose work does not grow with the batch. */
export function flopPerTermOf(config: RunConfig): number {
  let count = counts.get(config);
  if (count === undefined) {
    const { forward, backward, terms } = compile(config.model, 1);
    count = [...forward, ...backward].reduce((sum, { flops }) => sum + flops, 0) / terms;
    counts.set(config, count);
  }
  return count;
}
