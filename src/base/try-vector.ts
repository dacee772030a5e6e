// Vectors of a model's size, on a device that may lack the memory for them.

/** Undefined: there is no memory for it. */
export function tryVector(length: number): Float32Array | undefined {
  try {
    return new Float32Array(length);
  } catch {
    return undefined;
  }
}

/** The length, up to `length`, of which there is memory for `count` vectors at once. Exact to a factor of two. */
export function fittingLength(length: number, count = 1): number {
  let fits = length;
  while (fits > 0 && !hasRoomFor(fits, count)) fits = Math.floor(fits / 2);
  return fits;
}

function hasRoomFor(length: number, count: number): boolean {
  const vectors = Array.from({ length: count }, () => tryVector(length));
  return vectors.every((vector) => vector !== undefined);
}
