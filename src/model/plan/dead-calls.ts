// Removes dead calls. A block recomputed for its backward also recomputes its output, which nothing reads.
import type { OpCall, Tensor } from '../../ops/op-call';

/** Walks backwards and keeps each call that updates or writes a tensor that is read later or is in `kept`. */
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
