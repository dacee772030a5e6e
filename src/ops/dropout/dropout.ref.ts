// The specification of dropout (Srivastava et al. 2014) and of its random numbers. A random number is a pure function
// of an example's key, the layer's stream and the element (counter-based). So the backward pass and every replica
// find the same mask.
import { hashWords } from '../../base/hash';
import type { Reals } from '../reals';

/** A layer's stream, computed from its full name. */
export function streamOf(path: string): number {
  return hashWords(Uint32Array.from(path, (character) => character.charCodeAt(0))).lo;
}

/** Elements whose random word is below this are dropped. */
export function thresholdOf(rate: number): number {
  return Math.floor(rate * 2 ** 32);
}

/** Random words of elements 4·quad … 4·quad + 3 of an example: the hash pcg4d of (key, stream, quad, 0). The hash is a
 *  bijection of 128 bits (Jarzynski & Olano 2020). */
export function randomWords(key: number, stream: number, quad: number, words: Uint32Array): void {
  const [multiplier, increment] = [1664525, 1013904223];
  let x = (Math.imul(key, multiplier) + increment) | 0;
  let y = (Math.imul(stream, multiplier) + increment) | 0;
  let z = (Math.imul(quad, multiplier) + increment) | 0;
  let w = increment;
  for (let round = 0; round < 2; round++) {
    x = (x + Math.imul(y, w)) | 0;
    y = (y + Math.imul(z, x)) | 0;
    z = (z + Math.imul(x, y)) | 0;
    w = (w + Math.imul(y, z)) | 0;
    if (round === 1) break;
    x ^= x >>> 16;
    y ^= y >>> 16;
    z ^= z >>> 16;
    w ^= w >>> 16;
  }
  words[0] = x;
  words[1] = y;
  words[2] = z;
  words[3] = w;
}

/** y = x/(1 − rate) where kept, else 0, for each example of `length` elements. Key 0: y = x. */
export function dropoutReference(
  x: Reals, // (B, length)
  keys: Uint32Array, // (B)
  y: Reals,
  { batch, length, rate, stream }: Readonly<Record<'batch' | 'length' | 'rate' | 'stream', number>>,
): void {
  const threshold = thresholdOf(rate);
  const words = new Uint32Array(4);
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < length; i++) {
      const at = b * length + i;
      if (keys[b] === 0) {
        y[at] = x[at];
        continue;
      }
      if (i % 4 === 0) randomWords(keys[b], stream, i / 4, words);
      y[at] = words[i % 4] < threshold ? 0 : x[at] / (1 - rate);
    }
}
