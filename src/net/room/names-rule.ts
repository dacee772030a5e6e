// Whether a room shows two-word names only, as those say who are in its ring (H12). Only the ring's state decides it; this
// is for those who have no state of it: devices before they join, newcomers, and the room server.

interface Said {
  readonly hidesNames?: boolean | undefined;
}

/** Half of them or more say so: a hostile member of a larger ring cannot. */
export function mostHideNames(inRing: readonly Said[]): boolean {
  const hiding = inRing.filter(({ hidesNames }) => hidesNames).length;
  return hiding > 0 && 2 * hiding >= inRing.length;
}
