// Bounds what is remembered of others.

/** Deletes the keys that were set first, until `most` are left. */
export function forgetOldest<Key>(held: Map<Key, unknown> | Set<Key>, most: number): void {
  for (const oldest of held.keys()) {
    if (held.size <= most) return;
    held.delete(oldest);
  }
}
