// Dropout. A random word is the hash pcg4d of (key, stream, quad, 0), as in dropout.ref.ts.
import { storeLanes } from './math';
import { endOf, firstOf } from './thread';

const multiplier: u32 = 1664525;
const increment: u32 = 1013904223;

/** y = x·factor where kept, else 0, for each example of `length` elements. Key 0: y = x. */
export function dropout(
  x: usize, keys: usize, y: usize, batch: i32, length: i32, stream: u32, threshold: u32, factor: f32,
): void {
  const quads = (length + 3) >> 2;
  const streamed = stream * multiplier + increment;
  for (let item = firstOf(batch * quads), end = endOf(batch * quads); item < end; item++) {
    const example = item / quads;
    const quad = item - example * quads;
    const at = (usize(example * length) + (quad << 2)) << 2;
    const key = load<u32>(keys + (example << 2));
    let value = v128.load(x + at);
    if (key != 0) {
      const dropped = i32x4.lt_u(randomWords(key, streamed, quad), i32x4.splat(threshold));
      value = v128.andnot(f32x4.mul(value, f32x4.splat(factor)), dropped);
    }
    storeLanes(y + at, value, length - (quad << 2));
  }
}

@inline function randomWords(key: u32, streamed: u32, quad: u32): v128 {
  let x = key * multiplier + increment;
  let y = streamed;
  let z = quad * multiplier + increment;
  let w = increment;
  x += y * w; y += z * x; z += x * y; w += y * z;
  x ^= x >> 16; y ^= y >> 16; z ^= z >> 16; w ^= w >> 16;
  x += y * w; y += z * x; z += x * y; w += y * z;
  return i32x4.replace_lane(
    i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(x), 1, y), 2, z), 3, w,
  );
}
