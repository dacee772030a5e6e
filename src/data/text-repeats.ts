// Where the held-out windows of a text stand within the part that is trained on, at any token of it: one pass over the
// tokens with a hash that rolls over them (Karp and Rabin 1987), a few operations each.
import { GrowingBytes } from './growing-bytes';
import type { Tokens } from './tokens';
import { strideOf, tokenCount } from './window-count';

export interface Repeats {
  /** Held-out windows that stand somewhere in the part that is trained on. */
  readonly repeated: number;
  /** Windows of that part that equal a held-out one, in order. */
  readonly equal: Uint32Array;
}

/** Odd, so that every token keeps its part in the hash. */
const factor = 0x9e3779b1;
/** Bits of a hash that say whether it is worth a look. */
const sieveBits = 16;
/** Read at once; a millisecond or two of work. */
const pieceTokens = 2 ** 19;

/** The first `trained` windows, against the last `held` of `windows`. Yields how many tokens it has passed. */
export function* repeatsIn(
  tokens: Tokens,
  context: number,
  windows: number,
  trained: number,
  held: number,
): Generator<number, Repeats> {
  const stride = strideOf(context);
  const first = (windows - held) * stride;
  const heldOut = tokens.subarray(first, first + tokenCount(held, context)).slice();
  const { sieve, byHash } = hashed(heldOut, context, held);
  let leaving = 1; // factor ** context
  for (let i = 0; i < context; i++) leaving = Math.imul(leaving, factor);
  const equal = new GrowingBytes(1024); // four a number
  const last = tokenCount(trained, context) - context;
  for (let from = 0; from <= last; from += pieceTokens) {
    const piece = tokens.subarray(from, Math.min(from + pieceTokens + context, last + context));
    const starts = Math.min(pieceTokens, last + 1 - from);
    let hash = hashOf(piece, 0, context);
    for (let at = 0; at < starts; at++) {
      if (sieve[hash >>> (32 - sieveBits)] === 1) {
        const window = (from + at) / stride;
        const isWindow = Number.isInteger(window) && window < trained;
        for (const one of byHash.get(hash) ?? []) {
          if ((one.isFound && !isWindow) || !isEqual(heldOut, one.start, piece, at, context)) continue;
          one.isFound = true;
          if (isWindow) equal.append(new Uint8Array(Uint32Array.of(window).buffer));
        }
      }
      const entered = (Math.imul(hash, factor) + piece[at + context] + 1) | 0;
      hash = (entered - Math.imul(leaving, piece[at] + 1)) | 0;
    }
    yield from + starts;
  }
  let repeated = 0;
  for (const alike of byHash.values()) for (const { times, isFound } of alike) if (isFound) repeated += times;
  return { repeated, equal: new Uint32Array(equal.finish().slice().buffer) };
}

/** One of the different windows. */
interface HeldOut {
  readonly start: number;
  times: number;
  isFound: boolean;
}

function hashed(
  tokens: Uint8Array | Uint16Array,
  context: number,
  held: number,
): { readonly sieve: Uint8Array; readonly byHash: ReadonlyMap<number, HeldOut[]> } {
  const byHash = new Map<number, HeldOut[]>();
  const sieve = new Uint8Array(2 ** sieveBits);
  for (let window = 0; window < held; window++) {
    const start = window * strideOf(context);
    const hash = hashOf(tokens, start, context);
    const alike = byHash.get(hash) ?? [];
    byHash.set(hash, alike);
    sieve[hash >>> (32 - sieveBits)] = 1;
    const equal = alike.find((one) => isEqual(tokens, one.start, tokens, start, context));
    if (equal) equal.times++;
    else alike.push({ start, times: 1, isFound: false });
  }
  return { sieve, byHash };
}

/** A hash of `length` tokens from `start` on: 32 bits. */
function hashOf(tokens: Uint8Array | Uint16Array, start: number, length: number): number {
  let hash = 0;
  for (let at = start; at < start + length; at++) hash = (Math.imul(hash, factor) + tokens[at] + 1) | 0;
  return hash;
}

function isEqual(
  one: Uint8Array | Uint16Array,
  from: number,
  other: Uint8Array | Uint16Array,
  otherFrom: number,
  length: number,
): boolean {
  for (let i = 0; i < length; i++) if (one[from + i] !== other[otherFrom + i]) return false;
  return true;
}
