// The places of the largest magnitudes of a block of at most 4,096, as in plain/select-largest.ts.
import { largestBits } from './halfs';

const lowBits: i32 = 20;
const bins: i32 = 1 << (31 - lowBits);

/** `counts` has 2,048 words, `magnitudes` 4,096 + 3 words, `candidates` 4,096 half words. Returns the largest magnitude. */
export function selectLargest(
  x: usize, length: i32, kept: i32, places: usize, counts: usize, magnitudes: usize, candidates: usize,
): i32 {
  memory.fill(counts, 0, 4 * bins);
  for (let at = x, end = x + (<usize>length << 2); at < end; at += 4) {
    const bin = counts + (<usize>((load<u32>(at) & 0x7fffffff) >>> lowBits) << 2);
    store<u32>(bin, load<u32>(bin) + 1);
  }
  let bin = bins - 1;
  for (let above = countOf(counts, bin); above < kept; above += countOf(counts, bin)) bin--;
  const least = bin << lowBits;
  const count = gather(x, length, least, magnitudes, candidates);
  v128.store(magnitudes + (<usize>count << 2), i32x4.splat(0)); // ends the last quad
  let threshold = least;
  for (let bit = lowBits - 1; bit >= 0; bit--) {
    const trial = threshold + (1 << bit);
    if (countFrom(trial, magnitudes, count) >= kept) threshold = trial;
  }
  let ties = kept - countFrom(threshold + 1, magnitudes, count);
  for (let i = 0; i < count; i++) {
    const magnitude = load<i32>(magnitudes + (<usize>i << 2));
    if (magnitude < threshold || (magnitude == threshold && ties-- <= 0)) continue;
    store<u16>(places, load<u16>(candidates + (<usize>i << 1)));
    places += 2;
  }
  return largestBits(x, length);
}

@inline
function countOf(counts: usize, bin: i32): i32 {
  return load<i32>(counts + (<usize>bin << 2));
}

/** Collects those of at least `least`: few, so quads without one are passed over. Zeros of the padding come last, and are
 *  never among the kept. */
function gather(x: usize, length: i32, least: i32, magnitudes: usize, candidates: usize): i32 {
  let count = 0;
  const below = i32x4.splat(least - 1), magnitudeBits = i32x4.splat(0x7fffffff);
  for (let i = 0; i < length; i += 4, x += 16) {
    const quad = v128.and(v128.load(x), magnitudeBits);
    for (let mask = i32x4.bitmask(i32x4.gt_s(quad, below)); mask != 0; mask &= mask - 1) {
      store<i32>(magnitudes + (<usize>count << 2), load<i32>(x + (<usize>ctz(mask) << 2)) & 0x7fffffff);
      store<u16>(candidates + (<usize>count << 1), <u16>(i + ctz(mask)));
      count++;
    }
  }
  return count;
}

function countFrom(least: i32, magnitudes: usize, count: i32): i32 {
  let reached = i32x4.splat(0);
  const below = i32x4.splat(least - 1);
  for (const end = magnitudes + (<usize>count << 2); magnitudes < end; magnitudes += 16)
    reached = i32x4.sub(reached, i32x4.gt_s(v128.load(magnitudes), below));
  return (
    i32x4.extract_lane(reached, 0) + i32x4.extract_lane(reached, 1) +
    i32x4.extract_lane(reached, 2) + i32x4.extract_lane(reached, 3)
  );
}
