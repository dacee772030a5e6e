// The digest of replicated state (E4): a 64-bit hash of 32-bit words in integer arithmetic, the same on every engine.
// Four independent lanes, as in xxHash32, so that SIMD can run them together. They are folded twice with different
// constants. Not cryptographic: it finds drift and corruption, not forgery.

export interface Hash64 {
  readonly lo: number; // u32
  readonly hi: number; // u32
}

const P1 = 0x9e3779b1 | 0,
  P2 = 0x85ebca77 | 0,
  P3 = 0xc2b2ae3d | 0,
  P4 = 0x27d4eb2f | 0,
  P5 = 0x165667b1 | 0;

/** Hash of words[start, end). It reads bits, so −0 and +0 differ and NaN payloads count. */
export function hashWords(words: Uint32Array, start = 0, end = words.length, seed = 0): Hash64 {
  let a = (seed + P1 + P2) | 0,
    b = (seed + P2) | 0,
    c = seed | 0,
    d = (seed - P1) | 0;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    a = round(a, words[i]);
    b = round(b, words[i + 1]);
    c = round(c, words[i + 2]);
    d = round(d, words[i + 3]);
  }
  if (i < end) a = round(a, words[i]);
  if (i + 1 < end) b = round(b, words[i + 1]);
  if (i + 2 < end) c = round(c, words[i + 2]);
  const length = end - start;
  let lo = (rotl(a, 1) + rotl(b, 7) + rotl(c, 12) + rotl(d, 18) + length) | 0;
  let hi =
    (rotl(a, 19) ^ Math.imul(rotl(b, 3), P3) ^ Math.imul(rotl(c, 9), P4) ^ Math.imul(d, P5) ^ length) | 0;
  lo = avalanche(lo);
  hi = avalanche((hi + Math.imul(lo, P4)) | 0);
  return { lo: lo >>> 0, hi: hi >>> 0 };
}

/** 16 hex digits. */
export function hashHex({ lo, hi }: Hash64): string {
  return hi.toString(16).padStart(8, '0') + lo.toString(16).padStart(8, '0');
}

function round(lane: number, word: number): number {
  return Math.imul(rotl((lane + Math.imul(word, P2)) | 0, 13), P1);
}

function rotl(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 15), P2);
  h = Math.imul(h ^ (h >>> 13), P3);
  return h ^ (h >>> 16);
}
