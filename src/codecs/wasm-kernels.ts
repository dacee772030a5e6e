// The kernels in SIMD WebAssembly (wasm/*.as). Values and bytes pass through a small memory of their own, a piece at a
// time: both copies take less than the loops, and callers may keep their arrays anywhere.
import type { CodecKernels } from './kernels';
import { levelBlock, signBlock } from './block-scale';
import { once } from '../base/once';
import { wasmExports, wasmModule } from '../base/wasm-module';
import { codecsBase64 } from './wasm-bytes';

/** The kernels of wasm/*.as: addresses and lengths in the order of their arguments there. */
type Exports = Readonly<Record<keyof CodecKernels, (...args: number[]) => number>>;

/** Encoded elements of `bits` each, and where there are scales, one for each block of elements. */
interface Encoded {
  readonly codes: Uint8Array;
  readonly bits: number;
  readonly scales?: Uint8Array;
  readonly block?: number;
}

/** Elements: whole blocks of every codec, so that no block spans two pieces. */
const piece = 16_384;
const pageBytes = 65_536;
/** Addresses. The kernels' own scratch, then places and scales, are in the first page; nothing lies below 1,024. */
const countsAt = 1024;
const magnitudesAt = countsAt + 4 * 2048;
const candidatesAt = magnitudesAt + 4 * (4096 + 4);
const placesAt = candidatesAt + 2 * 4096;
const scalesAt = placesAt + 2 * 4096;
const floatsAt = pageBytes;
/** Not a whole page further, so that equal elements do not share cache lines. */
const bytesAt = 2 * pageBytes + 320;
const pages = 4;

/** The module of wasm/*.as; undefined where this engine has no SIMD. */
export const codecsModule = once(() => wasmModule(codecsBase64));

/** Undefined where this engine has no SIMD. */
export const wasmKernels = once((): CodecKernels | undefined => {
  const module = codecsModule();
  if (!module) return undefined;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  return kernelsOf(wasmExports(module, memory) as unknown as Exports, memory.buffer);
});

function kernelsOf(wasm: Exports, memory: ArrayBuffer): CodecKernels {
  const floats = new Float32Array(memory, floatsAt, piece);
  const bytes = new Uint8Array(memory, bytesAt, 2 * piece);
  const others = new Float32Array(memory, bytesAt, piece);
  const scaleBytes = new Uint8Array(memory, scalesAt, (4 * piece) / levelBlock);
  const placesOut = new Uint16Array(memory, placesAt, 4096);

  /** Runs `run` on each piece, padded with zeros to a block; takes what it encoded; returns the largest of its results. */
  const encodePieces = (values: Float32Array, run: (count: number) => number, to?: Encoded): number => {
    let largest = 0;
    for (let start = 0; start < values.length; start += piece) {
      const part = values.subarray(start, start + piece);
      const count = part.length;
      floats.set(part);
      floats.fill(0, count, Math.ceil(count / signBlock) * signBlock);
      largest = Math.max(largest, run(count));
      if (!to) continue;
      const { codes, bits, scales, block = 1 } = to;
      scales?.set(scaleBytes.subarray(0, 4 * Math.ceil(count / block)), (4 * start) / block);
      codes.set(bytes.subarray(0, Math.ceil((count * bits) / 8)), (start * bits) / 8);
    }
    return largest;
  };
  /** Copies the bytes of each piece in, runs `run`, and copies its values out. Returns the largest of its results. */
  const decodePieces = (
    { codes, bits, scales, block = 1 }: Encoded,
    into: Float32Array,
    run: (count: number) => number,
  ): number => {
    let largest = 0;
    for (let start = 0; start < into.length; start += piece) {
      const count = Math.min(piece, into.length - start);
      const part = codes.subarray((start * bits) / 8, Math.ceil(((start + count) * bits) / 8));
      bytes.set(part);
      bytes.fill(0, part.length, (Math.ceil(count / signBlock) * signBlock * bits) / 8);
      if (scales) scaleBytes.set(scales.subarray((4 * start) / block, (4 * (start + piece)) / block));
      largest = Math.max(largest, run(count));
      into.set(floats.subarray(0, count), start);
    }
    return largest;
  };
  /** Runs `run` on each piece of two arrays, and copies what it leaves in the first one's place. */
  const pairPieces = (
    a: Float32Array,
    b: Float32Array,
    into: Float32Array,
    run: (count: number) => void,
  ): void => {
    for (let start = 0; start < a.length; start += piece) {
      const part = a.subarray(start, start + piece);
      floats.set(part);
      others.set(b.subarray(start, start + piece));
      run(part.length);
      into.set(floats.subarray(0, part.length), start);
    }
  };

  return {
    largestBits: (values) => encodePieces(values, (count) => wasm.largestBits(floatsAt, count)),
    encodeHalf: (values, factor, codes) =>
      encodePieces(values, (count) => wasm.encodeHalf(floatsAt, count, factor, bytesAt), { codes, bits: 16 }),
    decodeHalf: (codes, factor, into) =>
      decodePieces({ codes, bits: 16 }, into, (count) => wasm.decodeHalf(bytesAt, count, factor, floatsAt)),
    encodeBrain: (values, codes) =>
      encodePieces(values, (count) => wasm.encodeBrain(floatsAt, count, bytesAt), { codes, bits: 16 }),
    decodeBrain: (codes, into) =>
      decodePieces({ codes, bits: 16 }, into, (count) => wasm.decodeBrain(bytesAt, count, floatsAt)),
    encodeLevels(bits, values, scales, codes) {
      const to = { codes, bits, scales, block: levelBlock };
      return encodePieces(values, (count) => wasm.encodeLevels(bits, floatsAt, count, scalesAt, bytesAt), to);
    },
    decodeLevels(bits, scales, codes, into) {
      const from = { codes, bits, scales, block: levelBlock };
      // The kernel returns 1 where every level is one that encoding gives.
      const isWrong = (count: number): number =>
        1 - wasm.decodeLevels(bits, scalesAt, bytesAt, count, floatsAt);
      return decodePieces(from, into, isWrong) === 0;
    },
    encodeSigns(values, scales, codes) {
      const to = { codes, bits: 1, scales, block: signBlock };
      return encodePieces(values, (count) => wasm.encodeSigns(floatsAt, count, scalesAt, bytesAt), to);
    },
    decodeSigns(scales, codes, into) {
      const from = { codes, bits: 1, scales, block: signBlock };
      decodePieces(from, into, (count) => wasm.decodeSigns(scalesAt, bytesAt, count, floatsAt));
    },
    selectLargest: (values, kept, places) =>
      encodePieces(values, (count) => {
        const scratch = [placesAt, countsAt, magnitudesAt, candidatesAt];
        const largest = wasm.selectLargest(floatsAt, count, kept, ...scratch);
        places.set(placesOut.subarray(0, kept));
        return largest;
      }),
    addResidual: (values, residual, weight, into) =>
      pairPieces(values, residual, into, (count) => wasm.addResidual(floatsAt, bytesAt, count, weight)),
    takeResidual: (sent, decoded, unit, into) =>
      pairPieces(sent, decoded, into, (count) => wasm.takeResidual(floatsAt, bytesAt, count, unit)),
  };
}
