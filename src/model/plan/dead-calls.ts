// Calls nobody needs: a block computed again for its backward also computes its output again, which nobody reads.
import type { OpCall, Tensor } from '../../ops/op-call';

/** Keeps, from the last to the first, calls that update or write something read later or `kept`. */
export function withoutDeadCalls(calls: readonly OpCall[], kept: ReadonlySet<Tensor>): OpCall[] {
  const needed = new Set(kept);
  const alive: OpCall[] = [];
  for (const call of calls.toReversed()) {
    if (![...call.writes, ...call.updates].some((tensor) => needed.has(tensor))) continue;
    for (const tensor of call.writes) if (!kept.has(tensor)) needed.delete(tensor);
    for (const tensor of [...call.reads, ...call.updates]) needed.add(tensor);
    alive.push(call);
  }
  return alive.reverse();
}
