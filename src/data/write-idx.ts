// Writes IDX files: imported examples take the form that every replica reads, and whose hash members compare.

/** Unsigned bytes. `values`: row-major. */
export function idxFile(shape: readonly number[], values: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([idxHead(shape, 'bytes'), values]);
}

/** What stands before the elements: unsigned bytes, or 32-bit floats in big-endian order. */
export function idxHead(shape: readonly number[], elements: 'bytes' | 'floats'): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(4 + 4 * shape.length));
  head.setUint32(0, ((elements === 'floats' ? 0x0d : 0x08) << 8) | shape.length);
  for (const [d, size] of shape.entries()) head.setUint32(4 + 4 * d, size);
  return new Uint8Array(head.buffer);
}
