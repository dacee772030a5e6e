// Codecs of blocks of 4,096 elements of which the largest magnitudes are kept: how many, and their places as 12-bit numbers,
// two in three bytes. A block is a head, the places, then the kept values as the codec writes them. The receiver computes
// the number kept, so no hostile length exists.
import { fail, type Result } from '../base/result';
import { assertRoom, done, judgeLength, judgeValues, type Codec, type DecodeCode } from './codec';
import type { CodecKernels } from './kernels';

const sparseBlock = 4096;
const places = new Uint16Array(sparseBlock);

/** The part of a codec that writes and reads one block. It is given offsets: to make a view of each part of a block takes as
 *  long as to read the block. */
interface SparseValues extends Pick<Codec, 'name' | 'errorBounds'> {
  readonly headBytes: number;
  valueBytes(kept: number): number;
  /** Writes a block that begins at `into[at]`, of zeros. `values`: the kept ones, by place. */
  write(values: Float32Array, exponent: number, into: Uint8Array, at: number): void;
  /** Fills `values` from a block that begins at `bytes[at]`. `block`: its number, for people. */
  read(
    bytes: Uint8Array,
    at: number,
    exponent: number,
    values: Float32Array,
    block: number,
  ): Result<void, DecodeCode>;
}

const keptScratch = new Float32Array(sparseBlock);

export function sparseCodec(share: number, kernels: CodecKernels, of: SparseValues): Codec {
  const blockBytes = (kept: number): number => of.headBytes + placeBytes(kept) + of.valueBytes(kept);
  /** The values that a whole block keeps: one view, since a new one for each block takes longer than to fill it. */
  const usual = keptScratch.subarray(0, keptOf(share, sparseBlock));
  const valuesOf = (kept: number): Float32Array =>
    kept === usual.length ? usual : keptScratch.subarray(0, kept);
  const codec: Codec = {
    name: of.name,
    errorBounds: of.errorBounds,
    encodedBytes: (count) => sparseBytes(count, share, blockBytes),
    encode(values, exponent, into) {
      assertRoom(codec, values.length, into);
      into.fill(0);
      let largest = 0;
      for (let start = 0, at = 0; start < values.length; start += sparseBlock) {
        const block = values.subarray(start, start + sparseBlock);
        const kept = keptOf(share, block.length);
        largest = Math.max(largest, kernels.selectLargest(block, kept, places));
        writePlaces(kept, into, at + of.headBytes);
        const chosen = valuesOf(kept);
        for (let i = 0; i < kept; i++) chosen[i] = block[places[i]];
        of.write(chosen, exponent, into, at);
        at += blockBytes(kept);
      }
      return judgeValues(values, largest);
    },
    decode(bytes, exponent, into) {
      const judged = judgeLength(codec, bytes, into.length);
      if (!judged.ok) return judged;
      into.fill(0);
      for (let start = 0, at = 0; start < into.length; start += sparseBlock) {
        const length = Math.min(sparseBlock, into.length - start);
        const kept = keptOf(share, length);
        const values = valuesOf(kept);
        const read = of.read(bytes, at, exponent, values, start / sparseBlock);
        if (!read.ok) return read;
        const placesAt = at + of.headBytes;
        for (let i = 0, before = -1; i < kept; i++) {
          const place = placeIn(bytes, placesAt + (i >> 1) * 3, i);
          // Places ascend.
          if (place <= before || place >= length)
            return fail('wrong-index', `index ${place} follows ${before} in a block of ${length} elements`);
          into[start + place] = values[i];
          before = place;
        }
        if (kept % 2 === 1 && bytes[placesAt + placeBytes(kept) - 1] >>> 4 !== 0)
          return fail('wrong-padding', 'the half byte after the last index is not 0');
        at += blockBytes(kept);
      }
      return done;
    },
  };
  return codec;
}

/** The nearest whole number of share · length, at least 1. */
function keptOf(share: number, length: number): number {
  return Math.min(length, Math.max(1, Math.floor(share * length + 0.5)));
}

/** Bytes of all blocks, given those of a block that keeps k elements. */
function sparseBytes(count: number, share: number, blockBytes: (kept: number) => number): number {
  const rest = count % sparseBlock;
  const full = ((count - rest) / sparseBlock) * blockBytes(keptOf(share, sparseBlock));
  return full + (rest > 0 ? blockBytes(keptOf(share, rest)) : 0);
}

export function placeBytes(kept: number): number {
  return (3 * kept + 1) >> 1;
}

function writePlaces(kept: number, into: Uint8Array, at: number): void {
  for (let i = 0; i < kept; i += 2) {
    const pair = places[i] | (i + 1 < kept ? places[i + 1] << 12 : 0);
    into[at++] = pair;
    into[at++] = pair >>> 8;
    if (i + 1 < kept) into[at++] = pair >>> 16;
  }
}

/** Place `i` of a block, from the three bytes at `at` that hold it and its neighbour. */
function placeIn(bytes: Uint8Array, at: number, i: number): number {
  return i % 2 === 0 ? bytes[at] | ((bytes[at + 1] & 15) << 8) : (bytes[at + 1] >>> 4) | (bytes[at + 2] << 4);
}

/** Calls with the index of each magnitude that reaches its block's smallest kept one, and with that one. */
export function forEachKept(
  magnitudes: Float64Array,
  share: number,
  visit: (index: number, least: number, most: number) => void,
): void {
  for (let start = 0; start < magnitudes.length; start += sparseBlock) {
    const block = magnitudes.subarray(start, start + sparseBlock);
    const sorted = block.slice().sort();
    const least = sorted[block.length - keptOf(share, block.length)];
    const most = sorted[block.length - 1];
    for (let i = 0; i < block.length; i++) if (block[i] >= least) visit(start + i, least, most);
  }
}
