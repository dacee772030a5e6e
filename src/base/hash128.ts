// MurmurHash3_x86_128 (Appleby 2011) over 32-bit words in integer arithmetic: the same on every engine. Absorbing a
// block of four words is a bijection of the 128 bits, and so is the finish after the last block. So two inputs that
// differ in one block only have different hashes. Not cryptographic.

export type Lanes = readonly [number, number, number, number];

const c1 = 0x239b961b,
  c2 = 0xab0e9789 | 0,
  c3 = 0x38b34ae5,
  c4 = 0xa1e38b93 | 0;

/** Hash of the first `byteLength` bytes of little-endian words. The bytes after them must be 0, up to a multiple of 16. */
export function hash128(words: Uint32Array, byteLength: number, seed = 0): Lanes {
  let a = seed | 0,
    b = a,
    c = a,
    d = a;
  const whole = byteLength >>> 4;
  for (let block = 0; block < whole; block++) {
    const at = 4 * block;
    a = (Math.imul(rotl(a ^ mixA(words[at]), 19) + b, 5) + 0x561ccd1b) | 0;
    b = (Math.imul(rotl(b ^ mixB(words[at + 1]), 17) + c, 5) + 0x0bcaa747) | 0;
    c = (Math.imul(rotl(c ^ mixC(words[at + 2]), 15) + d, 5) + 0x96cd1c35) | 0;
    d = (Math.imul(rotl(d ^ mixD(words[at + 3]), 13) + a, 5) + 0x32ac3b17) | 0;
  }
  if (byteLength & 15) {
    a ^= mixA(words[4 * whole]);
    b ^= mixB(words[4 * whole + 1]);
    c ^= mixC(words[4 * whole + 2]);
    d ^= mixD(words[4 * whole + 3]);
  }
  a ^= byteLength;
  b ^= byteLength;
  c ^= byteLength;
  d ^= byteLength;
  a = (a + b + c + d) | 0;
  b = avalanche((b + a) | 0);
  c = avalanche((c + a) | 0);
  d = avalanche((d + a) | 0);
  a = (avalanche(a) + b + c + d) | 0;
  return [a, (b + a) | 0, (c + a) | 0, (d + a) | 0];
}

function mixA(word: number): number {
  return Math.imul(rotl(Math.imul(word, c1), 15), c2);
}

function mixB(word: number): number {
  return Math.imul(rotl(Math.imul(word, c2), 16), c3);
}

function mixC(word: number): number {
  return Math.imul(rotl(Math.imul(word, c3), 17), c4);
}

function mixD(word: number): number {
  return Math.imul(rotl(Math.imul(word, c4), 18), c1);
}

export function rotl(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

function avalanche(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
