// The kernels in SIMD WebAssembly (wasm/*.as). Values and bytes pass through a small memory of their own, a piece at a
// time: both copies take less than the loops, and callers may keep their arrays anywhere.
import type { CodecKernels } from './kernels';
import { levelBlock, signBlock } from './block-scale';
import { instantiateCodecs } from './wasm-module';

interface Exports {
  readonly largestBits: (x: number, length: number) => number;
  readonly encodeHalf: (x: number, length: number, factor: number, into: number) => number;
  readonly decodeHalf: (bytes: number, length: number, factor: number, into: number) => number;
  readonly encodeBrain: (x: number, length: number, into: number) => number;
  readonly decodeBrain: (bytes: number, length: number, into: number) => number;
  readonly encodeLevels: (bits: number, x: number, length: number, scales: number, codes: number) => number;
  readonly decodeLevels: (
    bits: number,
    scales: number,
    codes: number,
    length: number,
    into: number,
  ) => number;
  readonly encodeSigns: (x: number, length: number, scales: number, signs: number) => number;
  readonly decodeSigns: (scales: number, signs: number, length: number, into: number) => void;
  readonly selectLargest: (...args: number[]) => number;
  readonly addResidual: (x: number, residual: number, length: number, weight: number) => void;
  readonly takeResidual: (x: number, decoded: number, length: number, unit: number) => void;
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

let made: CodecKernels | undefined;
let isTried = false;

/** Undefined where this engine has no SIMD. */
export function wasmKernels(): CodecKernels | undefined {
  if (!isTried) made = make();
  isTried = true;
  return made;
}

function make(): CodecKernels | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const exports = instantiateCodecs(memory);
  return exports && kernelsOf(exports as unknown as Exports, memory.buffer);
}

function kernelsOf(wasm: Exports, memory: ArrayBuffer): CodecKernels {
  const floats = new Float32Array(memory, floatsAt, piece);
  const bytes = new Uint8Array(memory, bytesAt, 2 * piece);
  const others = new Float32Array(memory, bytesAt, piece);
  const scaleBytes = new Uint8Array(memory, scalesAt, (4 * piece) / levelBlock);
  const placesOut = new Uint16Array(memory, placesAt, 4096);

  /** Runs `encode` on each piece, padded with zeros to a block, and returns the largest of its results. */
  const encodePieces = (values: Float32Array, encode: (start: number, count: number) => number): number => {
    let largest = 0;
    for (let start = 0; start < values.length; start += piece) {
      const part = values.subarray(start, start + piece);
      floats.set(part);
      floats.fill(0, part.length, Math.ceil(part.length / signBlock) * signBlock);
      largest = Math.max(largest, encode(start, part.length));
    }
    return largest;
  };
  /** Copies the bytes of elements [start, start + count) in, runs `decode`, and copies its values out. */
  const decodePieces = (
    encoded: Uint8Array,
    bits: number,
    into: Float32Array,
    decode: (start: number, count: number) => void,
  ): void => {
    for (let start = 0; start < into.length; start += piece) {
      const count = Math.min(piece, into.length - start);
      const part = encoded.subarray((start * bits) / 8, Math.ceil(((start + count) * bits) / 8));
      bytes.set(part);
      bytes.fill(0, part.length, (Math.ceil(count / signBlock) * signBlock * bits) / 8);
      decode(start, count);
      into.set(floats.subarray(0, count), start);
    }
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
  const fetch = (into: Uint8Array, start: number, count: number, bits: number): void =>
    into.set(bytes.subarray(0, Math.ceil((count * bits) / 8)), (start * bits) / 8);
  const fetchScales = (into: Uint8Array, start: number, count: number, block: number): void =>
    into.set(scaleBytes.subarray(0, 4 * Math.ceil(count / block)), (4 * start) / block);
  const placeScales = (scales: Uint8Array, start: number, block: number): void =>
    scaleBytes.set(scales.subarray((4 * start) / block, (4 * (start + piece)) / block));

  return {
    largestBits: (values) => encodePieces(values, (_, count) => wasm.largestBits(floatsAt, count)),
    encodeHalf: (values, factor, into) =>
      encodePieces(values, (start, count) => {
        const largest = wasm.encodeHalf(floatsAt, count, factor, bytesAt);
        fetch(into, start, count, 16);
        return largest;
      }),
    decodeHalf(encoded, factor, into) {
      let largest = 0;
      decodePieces(encoded, 16, into, (_, count) => {
        largest = Math.max(largest, wasm.decodeHalf(bytesAt, count, factor, floatsAt));
      });
      return largest;
    },
    encodeBrain: (values, into) =>
      encodePieces(values, (start, count) => {
        const largest = wasm.encodeBrain(floatsAt, count, bytesAt);
        fetch(into, start, count, 16);
        return largest;
      }),
    decodeBrain(encoded, into) {
      let largest = 0;
      decodePieces(encoded, 16, into, (_, count) => {
        largest = Math.max(largest, wasm.decodeBrain(bytesAt, count, floatsAt));
      });
      return largest;
    },
    encodeLevels: (bits, values, scales, codes) =>
      encodePieces(values, (start, count) => {
        const largest = wasm.encodeLevels(bits, floatsAt, count, scalesAt, bytesAt);
        fetchScales(scales, start, count, levelBlock);
        fetch(codes, start, count, bits);
        return largest;
      }),
    decodeLevels(bits, scales, codes, into) {
      let isGood = 1;
      decodePieces(codes, bits, into, (start, count) => {
        placeScales(scales, start, levelBlock);
        isGood &= wasm.decodeLevels(bits, scalesAt, bytesAt, count, floatsAt);
      });
      return isGood === 1;
    },
    encodeSigns: (values, scales, signs) =>
      encodePieces(values, (start, count) => {
        const largest = wasm.encodeSigns(floatsAt, count, scalesAt, bytesAt);
        fetchScales(scales, start, count, signBlock);
        fetch(signs, start, count, 1);
        return largest;
      }),
    decodeSigns: (scales, signs, into) =>
      decodePieces(signs, 1, into, (start, count) => {
        placeScales(scales, start, signBlock);
        wasm.decodeSigns(scalesAt, bytesAt, count, floatsAt);
      }),
    selectLargest: (values, kept, places) =>
      encodePieces(values, (_, count) => {
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
