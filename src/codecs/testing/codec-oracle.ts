// What each codec gives back, computed from the text of CODECS.md in f64 and by sorting, with none of the codecs' code.
import type { CodecSetting } from '../setting';

/** Decoded values, and the relative freedom that an f64 oracle leaves to f32 arithmetic (0: exact). */
export function oracleOf(
  setting: CodecSetting,
  values: Float32Array,
  exponent: number,
): { decoded: Float64Array; slack: Float64Array } {
  const decoded = new Float64Array(values.length);
  const slack = new Float64Array(values.length);
  const each = (block: number, visit: (x: number[], start: number) => void): void => {
    for (let start = 0; start < values.length; start += block)
      visit(Array.from(values.subarray(start, start + block)), start);
  };
  switch (setting.kind) {
    case 'f32':
      decoded.set(values);
      break;
    case 'fp16':
      decoded.set(Float64Array.from(values, (x) => half(x, exponent)));
      break;
    case 'bf16':
      decoded.set(Float64Array.from(values, (x) => nearest(x, 7, -126)));
      break;
    case 'int8':
    case 'int4': {
      const levels = setting.kind === 'int8' ? 127 : 7;
      each(128, (x, start) => {
        const largest = Math.max(...x.map(Math.abs));
        x.forEach((value, i) => {
          if (largest < 2 ** -100) return;
          decoded[start + i] = (even((value / largest) * levels) * largest) / levels;
          // f32 may take the other neighbour of a tie, or of nearly one; else it is off by a few roundings.
          const place = Math.abs(value / largest) * levels;
          const isTie = Math.abs(place - Math.floor(place) - 0.5) < 2 ** -14;
          slack[start + i] = largest * 2 ** -22 + (isTie ? largest / levels : 0);
        });
      });
      break;
    }
    case 'sign':
      each(256, (x, start) => {
        const mean = x.reduce((sum, value) => sum + Math.abs(value), 0) / x.length;
        x.forEach((value, i) => {
          decoded[start + i] = Object.is(Math.sign(value), -0) || value < 0 ? -mean : mean;
          slack[start + i] = mean * 2 ** -23 + 2 ** -149;
        });
      });
      break;
    case 'top-k':
      each(4096, (x, start) => {
        for (const i of largestOf(x, setting.share)) decoded[start + i] = half(x[i], exponent);
      });
      break;
    case 'sparse-loco':
      each(4096, (x, start) => {
        const kept = largestOf(x, setting.share);
        const sizes = kept.map((i) => Math.abs(x[i]));
        const isHigh = (size: number, scale: number): boolean => size >= 2.5 * scale;
        let scale = sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 2.5;
        for (let round = 0; round < 2; round++) {
          const levels = sizes.map((size) => (isHigh(size, scale) ? 3 : 2));
          const square = levels.reduce((sum, level) => sum + level * level, 0);
          scale = sizes.reduce((sum, size, i) => sum + size * levels[i], 0) / square;
        }
        scale = Math.min(scale, 2 ** 127 / 3);
        for (const i of kept) {
          const size = Math.abs(x[i]);
          decoded[start + i] = (x[i] < 0 ? -1 : 1) * (isHigh(size, scale) ? 3 : 2) * scale;
          const isTie = Math.abs(size - 2.5 * scale) <= size * 2 ** -22;
          slack[start + i] = scale * 2 ** -20 + 2 ** -146 + (isTie ? scale : 0);
        }
      });
      break;
    default:
      throw setting satisfies never;
  }
  return { decoded, slack };
}

/** Indices of the nearest whole number of share · length largest magnitudes, lower index first among equals. */
function largestOf(x: readonly number[], share: number): number[] {
  const kept = Math.max(1, Math.min(x.length, Math.round(share * x.length)));
  const order = x.map((_, i) => i).sort((a, b) => Math.abs(x[b]) - Math.abs(x[a]) || a - b);
  return order.slice(0, kept);
}

function half(x: number, exponent: number): number {
  const rounded = nearest(x / 2 ** exponent, 10, -14);
  return Math.max(-65_504, Math.min(65_504, rounded)) * 2 ** exponent;
}

/** The nearest number with `bits` bits after the leading one and exponents from `least`. */
function nearest(x: number, bits: number, least: number): number {
  if (x === 0) return x;
  let exponent = Math.max(least, Math.floor(Math.log2(Math.abs(x))));
  if (exponent > least && 2 ** exponent > Math.abs(x)) exponent--;
  const unit = 2 ** (exponent - bits);
  return even(x / unit) * unit;
}

/** The nearest whole number, ties to even. */
function even(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 === 0 ? below : below + 1;
}
