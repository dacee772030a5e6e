// The update rules and the leaf hash for one run of elements, four at a time, with the roundings of the plain rules
// (sgd.ts …): f32x4 operations are those of f32. No relaxed SIMD. tail.as takes the last 0 … 3 elements of a run.
// Pointers are byte addresses. An output may lie where its input lies, but otherwise nowhere among the inputs.
import * as tail from './tail';
import { P1, P2, endLeaf, square } from './tail';

export function sgd(g: usize, p: usize, pNext: usize, length: i32, count: f32, clip: f32, rate: f32): void {
  const countQ = f32x4.splat(count), clipQ = f32x4.splat(clip), rateQ = f32x4.splat(rate);
  const full = bytesInQuads(length);
  for (let at: usize = 0; at < full; at += 16) {
    const gradient = f32x4.mul(f32x4.div(v128.load(g + at), countQ), clipQ);
    v128.store(pNext + at, f32x4.sub(v128.load(p + at), f32x4.mul(rateQ, gradient)));
  }
  tail.sgd(g + full, p + full, pNext + full, length & 3, count, clip, rate);
}

export function momentum(
  g: usize, p: usize, u: usize, pNext: usize, uNext: usize, length: i32,
  count: f32, clip: f32, rate: f32, mu: f32, nesterov: i32,
): void {
  const countQ = f32x4.splat(count), clipQ = f32x4.splat(clip), rateQ = f32x4.splat(rate), muQ = f32x4.splat(mu);
  const full = bytesInQuads(length);
  for (let at: usize = 0; at < full; at += 16) {
    const gradient = f32x4.mul(f32x4.div(v128.load(g + at), countQ), clipQ);
    const velocity = f32x4.add(f32x4.mul(muQ, v128.load(u + at)), gradient);
    let direction = velocity;
    if (nesterov) direction = f32x4.add(gradient, f32x4.mul(muQ, velocity));
    v128.store(pNext + at, f32x4.sub(v128.load(p + at), f32x4.mul(rateQ, direction)));
    v128.store(uNext + at, velocity);
  }
  tail.momentum(
    g + full, p + full, u + full, pNext + full, uNext + full, length & 3, count, clip, rate, mu, nesterov,
  );
}

export function adamw(
  g: usize, p: usize, m: usize, v: usize, pNext: usize, mNext: usize, vNext: usize, length: i32,
  count: f32, clip: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, rate: f32, correction: f32, epsilon: f32,
  shrink: f32,
): void {
  const countQ = f32x4.splat(count), clipQ = f32x4.splat(clip), rateQ = f32x4.splat(rate);
  const beta1Q = f32x4.splat(beta1), rest1Q = f32x4.splat(rest1);
  const beta2Q = f32x4.splat(beta2), rest2Q = f32x4.splat(rest2);
  const correctionQ = f32x4.splat(correction), epsilonQ = f32x4.splat(epsilon), shrinkQ = f32x4.splat(shrink);
  const full = bytesInQuads(length);
  for (let at: usize = 0; at < full; at += 16) {
    const gradient = f32x4.mul(f32x4.div(v128.load(g + at), countQ), clipQ);
    const m1 = f32x4.add(f32x4.mul(beta1Q, v128.load(m + at)), f32x4.mul(rest1Q, gradient));
    const v1 = f32x4.add(
      f32x4.mul(beta2Q, v128.load(v + at)),
      f32x4.mul(rest2Q, f32x4.mul(gradient, gradient)),
    );
    const old = v128.load(p + at);
    const direction = f32x4.div(m1, f32x4.add(f32x4.mul(f32x4.sqrt(v1), correctionQ), epsilonQ));
    const change = f32x4.add(f32x4.mul(rateQ, direction), f32x4.mul(shrinkQ, old));
    v128.store(pNext + at, f32x4.sub(old, change));
    v128.store(mNext + at, m1);
    v128.store(vNext + at, v1);
  }
  tail.adamw(
    g + full, p + full, m + full, v + full, pNext + full, mNext + full, vNext + full, length & 3,
    count, clip, beta1, rest1, beta2, rest2, rate, correction, epsilon, shrink,
  );
}

export function lars(
  g: usize, p: usize, u: usize, pNext: usize, uNext: usize, length: i32,
  count: f32, clip: f32, rate: f32, mu: f32, decay: f32, trust: f32,
): void {
  const countQ = f32x4.splat(count), clipQ = f32x4.splat(clip), rateQ = f32x4.splat(rate), muQ = f32x4.splat(mu);
  const decayQ = f32x4.splat(decay), trustQ = f32x4.splat(trust);
  const full = bytesInQuads(length);
  for (let at: usize = 0; at < full; at += 16) {
    const gradient = f32x4.mul(f32x4.div(v128.load(g + at), countQ), clipQ);
    const old = v128.load(p + at);
    const pull = f32x4.mul(trustQ, f32x4.add(gradient, f32x4.mul(decayQ, old)));
    const velocity = f32x4.add(f32x4.mul(muQ, v128.load(u + at)), pull);
    v128.store(pNext + at, f32x4.sub(old, f32x4.mul(rateQ, velocity)));
    v128.store(uNext + at, velocity);
  }
  tail.lars(
    g + full, p + full, u + full, pNext + full, uNext + full, length & 3,
    count, clip, rate, mu, decay, trust,
  );
}

export function lambDirection(
  g: usize, p: usize, m: usize, v: usize, rNext: usize, mNext: usize, vNext: usize, length: i32,
  count: f32, clip: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, scale: f32, correction: f32, epsilon: f32,
  decay: f32,
): void {
  const countQ = f32x4.splat(count), clipQ = f32x4.splat(clip), scaleQ = f32x4.splat(scale);
  const beta1Q = f32x4.splat(beta1), rest1Q = f32x4.splat(rest1);
  const beta2Q = f32x4.splat(beta2), rest2Q = f32x4.splat(rest2);
  const correctionQ = f32x4.splat(correction), epsilonQ = f32x4.splat(epsilon), decayQ = f32x4.splat(decay);
  const full = bytesInQuads(length);
  for (let at: usize = 0; at < full; at += 16) {
    const gradient = f32x4.mul(f32x4.div(v128.load(g + at), countQ), clipQ);
    const m1 = f32x4.add(f32x4.mul(beta1Q, v128.load(m + at)), f32x4.mul(rest1Q, gradient));
    const v1 = f32x4.add(
      f32x4.mul(beta2Q, v128.load(v + at)),
      f32x4.mul(rest2Q, f32x4.mul(gradient, gradient)),
    );
    const divisor = f32x4.add(f32x4.mul(f32x4.sqrt(v1), correctionQ), epsilonQ);
    const direction = f32x4.div(f32x4.mul(m1, scaleQ), divisor);
    v128.store(rNext + at, f32x4.add(direction, f32x4.mul(decayQ, v128.load(p + at))));
    v128.store(mNext + at, m1);
    v128.store(vNext + at, v1);
  }
  tail.lambDirection(
    g + full, p + full, m + full, v + full, rNext + full, mNext + full, vNext + full, length & 3,
    count, clip, beta1, rest1, beta2, rest2, scale, correction, epsilon, decay,
  );
}

export function lambApply(p: usize, r: usize, pNext: usize, length: i32, stride: f32): void {
  const strideQ = f32x4.splat(stride);
  const full = bytesInQuads(length);
  for (let at: usize = 0; at < full; at += 16)
    v128.store(pNext + at, f32x4.sub(v128.load(p + at), f32x4.mul(strideQ, v128.load(r + at))));
  tail.lambApply(p + full, r + full, pNext + full, length & 3, stride);
}

/** Σ x² in f64 (block-norms.ts): lane j sums elements j, j + 4, …; then (0 + 1) + (2 + 3). */
export function squares(x: usize, length: i32): f64 {
  let s01 = f64x2.splat(0), s23 = f64x2.splat(0);
  const full = x + bytesInQuads(length);
  for (; x < full; x += 16) {
    const quad = v128.load(x);
    const low = f64x2.promote_low_f32x4(quad);
    const high = f64x2.promote_low_f32x4(v128.shuffle<u64>(quad, quad, 1, 0));
    s01 = f64x2.add(s01, f64x2.mul(low, low));
    s23 = f64x2.add(s23, f64x2.mul(high, high));
  }
  let s0 = f64x2.extract_lane(s01, 0), s1 = f64x2.extract_lane(s01, 1), s2 = f64x2.extract_lane(s23, 0);
  const rest = length & 3;
  if (rest > 0) s0 += square(x);
  if (rest > 1) s1 += square(x + 4);
  if (rest > 2) s2 += square(x + 8);
  return s0 + s1 + (s2 + f64x2.extract_lane(s23, 1));
}

/** The leaves of up to three arrays, seeds 0, 1, 2: lo and hi of hashWords (src/base/hash.ts), 8 bytes each at `into`. Is
 *  every word finite? The chains of multiplications of two or three arrays overlap. */
export function leaves(count: i32, p: usize, a: usize, b: usize, length: i32, into: usize): i32 {
  let hp = lanes(0), ha = lanes(1), hb = lanes(2);
  let tp = i32x4.splat(0), ta = i32x4.splat(0), tb = i32x4.splat(0);
  const full = bytesInQuads(length);
  // V8 builds a constant vector again at each use, by three instructions. It keeps one that it cannot know in a
  // register, and the pass takes half as long (0.74 → 0.36 ms for 3 × 668,672 words).
  const zero = length >>> 31;
  const p1 = i32x4.splat(P1 + zero), p2 = i32x4.splat(P2 + zero), magnitude = i32x4.splat(0x7fffffff + zero);
  if (count == 1) {
    for (let at: usize = 0; at < full; at += 16) {
      const word = v128.load(p + at);
      hp = round(hp, word, p1, p2);
      tp = top(tp, word, magnitude);
    }
  } else if (count == 2) {
    for (let at: usize = 0; at < full; at += 16) {
      const wordP = v128.load(p + at), wordA = v128.load(a + at);
      hp = round(hp, wordP, p1, p2);
      ha = round(ha, wordA, p1, p2);
      tp = top(tp, wordP, magnitude);
      ta = top(ta, wordA, magnitude);
    }
  } else {
    for (let at: usize = 0; at < full; at += 16) {
      const wordP = v128.load(p + at), wordA = v128.load(a + at), wordB = v128.load(b + at);
      hp = round(hp, wordP, p1, p2);
      ha = round(ha, wordA, p1, p2);
      hb = round(hb, wordB, p1, p2);
      tp = top(tp, wordP, magnitude);
      ta = top(ta, wordA, magnitude);
      tb = top(tb, wordB, magnitude);
    }
  }
  let finite = end(p + full, length, hp, tp, into);
  if (count > 1) finite &= end(a + full, length, ha, ta, into + 8);
  if (count > 2) finite &= end(b + full, length, hb, tb, into + 16);
  return finite;
}

function end(rest: usize, length: i32, lanes: v128, tops: v128, into: usize): i32 {
  const top = max(
    max(<u32>i32x4.extract_lane(tops, 0), <u32>i32x4.extract_lane(tops, 1)),
    max(<u32>i32x4.extract_lane(tops, 2), <u32>i32x4.extract_lane(tops, 3)),
  );
  const a = i32x4.extract_lane(lanes, 0), b = i32x4.extract_lane(lanes, 1);
  const c = i32x4.extract_lane(lanes, 2), d = i32x4.extract_lane(lanes, 3);
  return endLeaf(rest, length, a, b, c, d, top, into);
}

function bytesInQuads(length: i32): usize {
  return (<usize>length >>> 2) << 4;
}

@inline
function lanes(seed: i32): v128 {
  const lanes = i32x4.replace_lane(i32x4.splat(seed), 0, seed + P1 + P2);
  return i32x4.replace_lane(i32x4.replace_lane(lanes, 1, seed + P2), 3, seed - P1);
}

@inline
function round(lane: v128, word: v128, p1: v128, p2: v128): v128 {
  const x = i32x4.add(lane, i32x4.mul(word, p2));
  return i32x4.mul(v128.or(i32x4.shl(x, 13), i32x4.shr_u(x, 19)), p1);
}

/** The largest magnitude so far, as bits: ∞ and NaN are the largest of all. */
@inline
function top(so: v128, word: v128, magnitude: v128): v128 {
  return i32x4.max_u(so, v128.and(word, magnitude));
}
