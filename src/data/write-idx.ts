// Writes IDX files: imported examples take the form that every replica reads, and whose hash members compare.

/** Unsigned bytes, or 32-bit floats in big-endian order. `values`: row-major. */
export function idxFile(shape: readonly number[], values: Uint8Array<ArrayBuffer> | Float32Array): Blob {
  const head = new DataView(new ArrayBuffer(4 + 4 * shape.length));
  const isReal = values instanceof Float32Array;
  head.setUint32(0, ((isReal ? 0x0d : 0x08) << 8) | shape.length);
  for (const [d, size] of shape.entries()) head.setUint32(4 + 4 * d, size);
  return new Blob([head, ...(isReal ? bigEndianPieces(values) : [values])]);
}

/** 4 MiB at once: the whole is not held twice. */
const pieceValues = 2 ** 20;

function* bigEndianPieces(values: Float32Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < values.length; from += pieceValues) {
    const piece = values.subarray(from, from + pieceValues);
    const view = new DataView(new ArrayBuffer(4 * piece.length));
    for (let at = 0; at < piece.length; at++) view.setFloat32(4 * at, piece[at]);
    yield new Uint8Array(view.buffer);
  }
}
