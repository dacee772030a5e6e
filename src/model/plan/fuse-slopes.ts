// Lets the product that writes a gradient also multiply it by an activation's slope, so that the gradient before the
// slope never reaches memory. A pass over the finished list of calls: no layer need know the layer that follows.
import { tensorsOf, type OpCall, type Tensor } from '../../ops/op-call';

/** Merges each slope product into the call that writes its dy, if nothing else uses dy, `saved` is ready by then and
 *  dx is free from then on. */
export function fuseSlopes(calls: readonly OpCall[]): OpCall[] {
  const users = new Map<Tensor, number[]>();
  calls.forEach((call, index) => {
    for (const tensor of new Set(tensorsOf(call))) users.set(tensor, [...(users.get(tensor) ?? []), index]);
  });
  const fused = [...calls];
  const merged = new Set<OpCall>();
  calls.forEach((call, at) => {
    const { slope } = call;
    const [producer, ...others] = slope ? users.get(slope.dy)! : [];
    if (!slope || others.length !== 1 || !calls[producer].writes.includes(slope.dy)) return;
    const isLate = calls
      .slice(producer, at)
      .some(
        (between) =>
          [...between.writes, ...between.updates].includes(slope.saved) ||
          tensorsOf(between).includes(slope.dx),
      );
    const whole = isLate ? undefined : calls[producer].withSlope?.(slope);
    if (!whole) return;
    fused[producer] = whole;
    merged.add(call);
  });
  return fused.filter((call) => !merged.has(call));
}
