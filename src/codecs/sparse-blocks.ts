// Codecs of blocks of 4,096 elements of which the largest magnitudes are kept: how many, and their places as 12-bit numbers,
// two in three bytes. A block is a head, the places, then the kept values as the codec writes them. The receiver computes
// the number kept, so no hostile length exists.
import { fail, type Result } from '../base/result';
import { assertRoom, done, judgeLength, judgeValues, type Codec, type DecodeCode } from './codec';
import type { CodecKernels } from './kernels';

const sparseBlock = 4096;
const places = new Uint16Array(sparseBlock);

/** What a codec makes of one block. */
interface SparseValues extends Pick<Codec, 'name' | 'errorBounds'> {
  readonly headBytes: number;
  valueBytes(kept: number): number;
  /** Fills `head`, and `coded`, which holds zeros. `values`: the kept ones, by place. */
  write(values: Float32Array, exponent: number, head: Uint8Array, coded: Uint8Array): void;
  /** Fills `values`. `block`: its number, for people. */
  read(
    head: Uint8Array,
    coded: Uint8Array,
    exponent: number,
    values: Float32Array,
    block: number,
  ): Result<void, DecodeCode>;
}

const keptValues = new Float32Array(sparseBlock);

export function sparseCodec(share: number, kernels: CodecKernels, of: SparseValues): Codec {
  /** The head, the places and the values of a block that keeps so many. */
  const partsOf = (block: Uint8Array, kept: number): readonly [Uint8Array, Uint8Array, Uint8Array] => {
    const valuesAt = of.headBytes + placeBytes(kept);
    return [
      block.subarray(0, of.headBytes),
      block.subarray(of.headBytes, valuesAt),
      block.subarray(valuesAt),
    ];
  };
  const blockBytes = (kept: number): number => of.headBytes + placeBytes(kept) + of.valueBytes(kept);
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
        const [head, placed, coded] = partsOf(into.subarray(at, (at += blockBytes(kept))), kept);
        writePlaces(kept, placed);
        for (let i = 0; i < kept; i++) keptValues[i] = block[places[i]];
        of.write(keptValues.subarray(0, kept), exponent, head, coded);
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
        const [head, placed, coded] = partsOf(bytes.subarray(at, (at += blockBytes(kept))), kept);
        const values = keptValues.subarray(0, kept);
        const read = of.read(head, coded, exponent, values, start / sparseBlock);
        if (!read.ok) return read;
        const found = readPlaces(placed, kept, length);
        if (!found.ok) return found;
        for (let i = 0; i < kept; i++) into[start + places[i]] = values[i];
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

function placeBytes(kept: number): number {
  return Math.ceil(1.5 * kept);
}

function writePlaces(kept: number, into: Uint8Array): void {
  for (let i = 0, at = 0; i < kept; i += 2) {
    const pair = places[i] | (i + 1 < kept ? places[i + 1] << 12 : 0);
    into[at++] = pair;
    into[at++] = pair >>> 8;
    if (i + 1 < kept) into[at++] = pair >>> 16;
  }
}

/** Fills `places`. They ascend and stay below `length`, and the last half byte is 0. */
function readPlaces(
  bytes: Uint8Array,
  kept: number,
  length: number,
): Result<void, 'wrong-index' | 'wrong-padding'> {
  for (let i = 0, before = -1; i < kept; i++) {
    const first = (i >> 1) * 3;
    const place =
      i % 2 === 0
        ? bytes[first] | ((bytes[first + 1] & 15) << 8)
        : (bytes[first + 1] >>> 4) | (bytes[first + 2] << 4);
    if (place <= before || place >= length)
      return fail('wrong-index', `index ${place} follows ${before} in a block of ${length} elements`);
    places[i] = before = place;
  }
  if (kept % 2 === 1 && bytes[bytes.length - 1] >>> 4 !== 0)
    return fail('wrong-padding', 'the half byte after the last index is not 0');
  return done;
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
