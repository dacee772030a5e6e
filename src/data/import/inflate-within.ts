// Unpacks deflate with a bound on what may come out. A bomb is a small file that unpacks to a thousand times its size: it is
// stopped at the bound, not when memory is full.
import { Gunzip, Inflate, Unzlib } from 'fflate';

/** The packing of a member of a ZIP archive, of a PNG, of a page of parquet. */
export type Packing = 'deflate' | 'zlib' | 'gzip';

/** One piece unpacks to at most 1,032 times as much at once. */
const pieceBytes = 16 * 1024;

/** The unpacked bytes: `length` of them, fewer if no more come, or 'more'. Throws on broken data. */
export function inflateWithin(
  packed: readonly Uint8Array[],
  length: number,
  packing: Packing,
): Uint8Array<ArrayBuffer> | 'more' {
  const out = new Uint8Array(length);
  const bytes = inflatePieces(packed, length, packing, (piece, at) => out.set(piece, at));
  return bytes === 'more' ? 'more' : out.subarray(0, bytes);
}

/** How many bytes come out; they are not kept. 'more': more than `most`. Throws on broken data. */
export function inflatedLength(
  packed: readonly Uint8Array[],
  most: number,
  packing: Packing,
): number | 'more' {
  return inflatePieces(packed, most, packing, () => undefined);
}

function inflatePieces(
  packed: readonly Uint8Array[],
  most: number,
  packing: Packing,
  take: (piece: Uint8Array, at: number) => void,
): number | 'more' {
  let length = 0;
  const onPiece = (piece: Uint8Array): void => {
    if (length + piece.length <= most) take(piece, length);
    length += piece.length;
  };
  const inflator = inflatorOf(packing, onPiece);
  for (const part of packed)
    for (let at = 0; at < part.length; at += pieceBytes) {
      inflator.push(part.subarray(at, at + pieceBytes), false);
      if (length > most) return 'more';
    }
  inflator.push(new Uint8Array(), true);
  return length > most ? 'more' : length;
}

function inflatorOf(packing: Packing, onPiece: (piece: Uint8Array) => void): Inflate | Unzlib | Gunzip {
  switch (packing) {
    case 'deflate':
      return new Inflate(onPiece);
    case 'zlib':
      return new Unzlib(onPiece);
    case 'gzip':
      return new Gunzip(onPiece);
    default:
      return packing satisfies never;
  }
}
