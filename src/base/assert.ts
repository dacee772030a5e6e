// A broken invariant is a bug, not an expected failure: it throws an error that names the invariant.

export class InvariantError extends Error {
  override name = 'InvariantError';
}

export function assert(condition: unknown, invariant: string): asserts condition {
  if (!condition) throw new InvariantError(invariant);
}
