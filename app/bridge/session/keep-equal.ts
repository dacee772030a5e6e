// Two snapshots differ in a few values only. The newer one is built from the older one's parts wherever they are equal, so
// that `===` tells a panel whether its part changed. For data that crossed from a Worker: plain objects, arrays, values.

/** `next`, in which every part that equals its part of `before` is that very part; `before` itself when all are. */
export function keepEqual<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next;
  if (Array.isArray(before) && Array.isArray(next)) {
    const kept = next.map((value: unknown, index) => keepEqual(before[index], value));
    const isSame =
      kept.length === before.length && kept.every((value, index) => Object.is(value, before[index]));
    return (isSame ? before : kept) as T;
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  const keys = Object.keys(next);
  const kept: Record<string, unknown> = {};
  for (const key of keys) kept[key] = keepEqual(before[key], next[key]);
  const isSame =
    keys.length === Object.keys(before).length &&
    keys.every((key) => key in before && Object.is(kept[key], before[key]));
  return (isSame ? before : kept) as T;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
