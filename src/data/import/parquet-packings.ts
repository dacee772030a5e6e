// How pages of parquet files are unpacked. A few bytes may claim to become gigabytes, so none of these makes more room than
// the page's header claims, which `checkPages` has seen (parquet-pages.ts).
import { type CompressionCodec, snappyUncompress } from 'hyparquet';
import { decompressBrotli, decompressLz4, decompressLz4Raw, decompressZstd } from 'hyparquet-compressors';
import { groupDigits } from '../../base/group-digits';
import { inflateWithin } from './inflate-within';

/** How many times its size a page may unpack to. A block of zstd makes 128 KiB of 4 bytes; a copy of brotli has any length,
 *  so only the most bytes of a page bound it. */
export function mostRatioOf(codec: CompressionCodec): number {
  switch (codec) {
    case 'ZSTD':
      return 2 ** 15;
    case 'BROTLI':
      return Infinity;
    case 'UNCOMPRESSED':
    case 'SNAPPY': // 22
    case 'LZ4': // 255
    case 'LZ4_RAW':
    case 'LZO': // It is not read.
    case 'GZIP':
      return 1032;
    default:
      return codec satisfies never;
  }
}

/** Each throws a sentence, or gives a page of the length that hyparquet then compares. */
export const boundedCompressors = {
  GZIP(input: Uint8Array, length: number): Uint8Array {
    const page = inflateWithin([input], length, 'gzip');
    if (page === 'more')
      throw new Error(`a page unpacks to more than the ${groupDigits(length)} bytes that it claims`);
    return page;
  },
  SNAPPY(input: Uint8Array, length: number): Uint8Array {
    const page = new Uint8Array(length);
    snappyUncompress(input, page);
    return page;
  },
  ZSTD(input: Uint8Array, length: number): Uint8Array {
    const claimed = zstdBytes(input);
    if (claimed !== undefined && claimed !== length)
      throw new Error(`a page of ${groupDigits(length)} bytes claims to unpack to ${groupDigits(claimed)}`);
    // Without room that is given to it the library takes as much as the frame claims.
    return decompressZstd(input, new Uint8Array(length));
  },
  BROTLI: decompressBrotli,
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
};

/** What a frame of Zstandard says that it holds (RFC 8878, 3.1.1.1); undefined where it does not say. */
function zstdBytes(frame: Uint8Array): number | undefined {
  const flags = frame.at(4) ?? 0;
  const isSingle = (flags & 0x20) > 0;
  const bytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6];
  const at = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3];
  if (bytes === 0 || at + bytes > frame.length) return undefined;
  const size = frame.subarray(at, at + bytes).reduce((sum, byte, place) => sum + byte * 256 ** place, 0);
  return bytes === 2 ? size + 256 : size;
}
