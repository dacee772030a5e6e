// The last 0 … 3 elements of a run and of a leaf's words, one at a time, for simd.as. AssemblyScript, built into bytes by
// scripts/build-wasm.mjs. Each operation is f32, rounded by itself, in the order of the plain rules (sgd.ts …).
// Pointers are byte addresses. An output may lie where its input lies, but otherwise nowhere among the inputs.

export function sgd(g: usize, p: usize, pNext: usize, length: i32, count: f32, clip: f32, rate: f32): void {
  for (const end = p + (<usize>length << 2); p < end; g += 4, p += 4, pNext += 4) {
    const gradient = (load<f32>(g) / count) * clip;
    store<f32>(pNext, load<f32>(p) - rate * gradient);
  }
}

export function momentum(
  g: usize, p: usize, u: usize, pNext: usize, uNext: usize, length: i32,
  count: f32, clip: f32, rate: f32, mu: f32, nesterov: i32,
): void {
  for (const end = p + (<usize>length << 2); p < end; g += 4, p += 4, u += 4, pNext += 4, uNext += 4) {
    const gradient = (load<f32>(g) / count) * clip;
    const velocity = mu * load<f32>(u) + gradient;
    const direction = nesterov ? gradient + mu * velocity : velocity;
    store<f32>(pNext, load<f32>(p) - rate * direction);
    store<f32>(uNext, velocity);
  }
}

export function adamw(
  g: usize, p: usize, m: usize, v: usize, pNext: usize, mNext: usize, vNext: usize, length: i32,
  count: f32, clip: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, rate: f32, correction: f32, epsilon: f32,
  shrink: f32,
): void {
  for (let at: usize = 0, end = <usize>length << 2; at < end; at += 4) {
    const gradient = (load<f32>(g + at) / count) * clip;
    const m1 = beta1 * load<f32>(m + at) + rest1 * gradient;
    const v1 = beta2 * load<f32>(v + at) + rest2 * (gradient * gradient);
    const old = load<f32>(p + at);
    const direction = m1 / (sqrt<f32>(v1) * correction + epsilon);
    store<f32>(pNext + at, old - (rate * direction + shrink * old));
    store<f32>(mNext + at, m1);
    store<f32>(vNext + at, v1);
  }
}

export function lars(
  g: usize, p: usize, u: usize, pNext: usize, uNext: usize, length: i32,
  count: f32, clip: f32, rate: f32, mu: f32, decay: f32, trust: f32,
): void {
  for (const end = p + (<usize>length << 2); p < end; g += 4, p += 4, u += 4, pNext += 4, uNext += 4) {
    const gradient = (load<f32>(g) / count) * clip;
    const old = load<f32>(p);
    const velocity = mu * load<f32>(u) + trust * (gradient + decay * old);
    store<f32>(pNext, old - rate * velocity);
    store<f32>(uNext, velocity);
  }
}

export function lambDirection(
  g: usize, p: usize, m: usize, v: usize, rNext: usize, mNext: usize, vNext: usize, length: i32,
  count: f32, clip: f32, beta1: f32, rest1: f32, beta2: f32, rest2: f32, scale: f32, correction: f32, epsilon: f32,
  decay: f32,
): void {
  for (let at: usize = 0, end = <usize>length << 2; at < end; at += 4) {
    const gradient = (load<f32>(g + at) / count) * clip;
    const m1 = beta1 * load<f32>(m + at) + rest1 * gradient;
    const v1 = beta2 * load<f32>(v + at) + rest2 * (gradient * gradient);
    const direction = (m1 * scale) / (sqrt<f32>(v1) * correction + epsilon);
    store<f32>(rNext + at, direction + decay * load<f32>(p + at));
    store<f32>(mNext + at, m1);
    store<f32>(vNext + at, v1);
  }
}

export function lambApply(p: usize, r: usize, pNext: usize, length: i32, stride: f32): void {
  for (const end = p + (<usize>length << 2); p < end; p += 4, r += 4, pNext += 4)
    store<f32>(pNext, load<f32>(p) - stride * load<f32>(r));
}

@inline
export function square(x: usize): f64 {
  const value = <f64>load<f32>(x);
  return value * value;
}

export const P1: i32 = 0x9e3779b1;
export const P2: i32 = 0x85ebca77;
const P3: i32 = 0xc2b2ae3d;
const P4: i32 = 0x27d4eb2f;
const P5: i32 = 0x165667b1;

/** The last 0 … 3 words, at x, then the folding: writes lo and hi to `into`. Is every word a finite f32? */
export function endLeaf(
  x: usize, length: i32, a: i32, b: i32, c: i32, d: i32, top: u32, into: usize,
): i32 {
  const rest = length & 3;
  if (rest > 0) { a = round(a, load<i32>(x)); top = max(top, load<u32>(x) & 0x7fffffff); }
  if (rest > 1) { b = round(b, load<i32>(x, 4)); top = max(top, load<u32>(x, 4) & 0x7fffffff); }
  if (rest > 2) { c = round(c, load<i32>(x, 8)); top = max(top, load<u32>(x, 8) & 0x7fffffff); }
  const lo = avalanche(rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18) + length);
  const mixed = rotl(a, 19) ^ (rotl(b, 3) * P3) ^ (rotl(c, 9) * P4) ^ (d * P5) ^ length;
  store<i32>(into, lo);
  store<i32>(into, avalanche(mixed + lo * P4), 4);
  return i32(top < 0x7f800000);
}

@inline
function round(lane: i32, word: i32): i32 {
  return rotl(lane + word * P2, 13) * P1;
}

function avalanche(value: i32): i32 {
  let h = (value ^ (value >>> 15)) * P2;
  h = (h ^ (h >>> 13)) * P3;
  return h ^ (h >>> 16);
}
