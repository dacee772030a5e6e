// Two snapshots differ in a few values only. The newer one is built from the older one's parts wherever they are equal, so
// that `===` tells a panel whether its part changed. For data that crossed from a Worker: plain objects, arrays, values.

/** `next`, in which every part that equals its part of `before` is that very part; `before` itself when all are. Only
 *  what differs is copied. */
export function keepEqual<T>(before: unknown, next: T): T {
  if (isEqual(before, next)) return before as T;
  if (Array.isArray(before) && Array.isArray(next))
    return next.map((value: unknown, index) => keepEqual(before[index], value)) as T;
  if (!isPlain(before) || !isPlain(next)) return next;
  const kept: Record<string, unknown> = {};
  for (const key in next) kept[key] = keepEqual(before[key], next[key]);
  return kept as T;
}

/** Whether two values are equal in all parts, however deep. */
export function isEqual(before: unknown, next: unknown): boolean {
  if (Object.is(before, next)) return true;
  if (Array.isArray(before) && Array.isArray(next)) {
    if (before.length !== next.length) return false;
    for (let index = 0; index < next.length; index++) if (!isEqual(before[index], next[index])) return false;
    return true;
  }
  if (!isPlain(before) || !isPlain(next)) return false;
  let more = 0;
  for (const key in next) {
    if (!(key in before) || !isEqual(before[key], next[key])) return false;
    more++;
  }
  for (const _ in before) more--;
  return more === 0;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
