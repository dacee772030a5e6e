// Blocks of 4,096 elements of which the largest magnitudes are kept: how many, and their places as 12-bit numbers, two in
// three bytes. The receiver computes the number kept, so no hostile length exists.
import { fail, type Result } from '../base/result';
import { done } from './codec';

export const sparseBlock = 4096;

/** The nearest whole number of share · length, at least 1. */
export function keptOf(share: number, length: number): number {
  return Math.min(length, Math.max(1, Math.floor(share * length + 0.5)));
}

/** Bytes of all blocks, given those of a block that keeps k elements. */
export function sparseBytes(count: number, share: number, blockBytes: (kept: number) => number): number {
  const rest = count % sparseBlock;
  const full = ((count - rest) / sparseBlock) * blockBytes(keptOf(share, sparseBlock));
  return full + (rest > 0 ? blockBytes(keptOf(share, rest)) : 0);
}

export function placeBytes(kept: number): number {
  return Math.ceil(1.5 * kept);
}

export function writePlaces(places: Uint16Array, kept: number, into: Uint8Array, at: number): void {
  for (let i = 0; i < kept; i += 2) {
    const pair = places[i] | (i + 1 < kept ? places[i + 1] << 12 : 0);
    into[at++] = pair;
    into[at++] = pair >>> 8;
    if (i + 1 < kept) into[at++] = pair >>> 16;
  }
}

/** Fills `places`. They ascend and stay below `length`, and the last half byte is 0. */
export function readPlaces(
  bytes: Uint8Array,
  at: number,
  kept: number,
  length: number,
  places: Uint16Array,
): Result<void, 'wrong-index' | 'wrong-padding'> {
  for (let i = 0, before = -1; i < kept; i++) {
    const first = at + (i >> 1) * 3;
    const place =
      i % 2 === 0
        ? bytes[first] | ((bytes[first + 1] & 15) << 8)
        : (bytes[first + 1] >>> 4) | (bytes[first + 2] << 4);
    if (place <= before || place >= length)
      return fail('wrong-index', `index ${place} follows ${before} in a block of ${length} elements`);
    places[i] = before = place;
  }
  if (kept % 2 === 1 && bytes[at + placeBytes(kept) - 1] >>> 4 !== 0)
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
