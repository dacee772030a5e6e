// Draws digits in WebAssembly (wasm/digits.as), some ten microseconds each. digits.ts specifies the drawing.
import { firstState } from '../base/prng';
import { digitsBase64 } from './digit-bytes';
import { digitGlyphs } from './digit-glyphs';
import { digitSide } from './digit-strokes';

interface Exports {
  scratchBytes(): number;
  draw(count: number, streams: number, glyphs: number, images: number, labels: number): void;
}

const pixelsPerDigit = digitSide * digitSide;
/** A call's digits fit into a few pages of memory. */
const mostPerCall = 256;
const pageBytes = 65_536;
/** Of a label: the number of its glyphs, then their addresses. */
const wordsPerLabel = 16;

/** Undefined: the browser has no address space left, as where many ended Workers have not been swept yet. */
function memoryOf(bytes: number): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) });
  } catch {
    return undefined;
  }
}

/** Writes the images (length, 28, 28) of digits 0 … and their labels, some milliseconds at a time. False: this engine has
 *  no WebAssembly, or no memory for it; digits.ts draws the same without it. */
export function* drawDigits(
  seed: number,
  images: Uint8Array,
  labels: Uint8Array,
): Generator<undefined, boolean> {
  if (typeof WebAssembly === 'undefined') return false;
  const glyphNumbers = digitGlyphs
    .flat()
    .map(({ aspect, strokes }) => [
      ...[aspect, strokes.length],
      ...strokes.flatMap((stroke) => [stroke.length / 2, ...stroke]),
    ]);
  const glyphBytes = 8 * glyphNumbers.reduce((sum, { length }) => sum + length, 0);
  const tableBytes = 4 * wordsPerLabel * digitGlyphs.length;
  const bytesPerDigit = 16 + pixelsPerDigit + 1;
  const memory = memoryOf(2 * pageBytes + glyphBytes + tableBytes + mostPerCall * bytesPerDigit);
  if (!memory) return false;
  const { scratchBytes, draw } = instantiate(memory);
  const tableAt = align(scratchBytes());
  const glyphsAt = align(tableAt + tableBytes);
  const streamsAt = align(glyphsAt + glyphBytes);
  const imagesAt = streamsAt + 16 * mostPerCall;
  const labelsAt = imagesAt + pixelsPerDigit * mostPerCall;

  const table = new Uint32Array(memory.buffer, tableAt, tableBytes / 4);
  const numbers = new Float64Array(memory.buffer, glyphsAt, glyphBytes / 8);
  let [at, glyph] = [0, 0];
  for (const [label, glyphs] of digitGlyphs.entries()) {
    table[wordsPerLabel * label] = glyphs.length;
    for (let i = 1; i <= glyphs.length; i++) {
      table[wordsPerLabel * label + i] = glyphsAt + 8 * at;
      numbers.set(glyphNumbers[glyph], at);
      at += glyphNumbers[glyph++].length;
    }
  }

  const streams = new Int32Array(memory.buffer, streamsAt, 4 * mostPerCall);
  for (let from = 0; from < labels.length; from += mostPerCall) {
    const count = Math.min(mostPerCall, labels.length - from);
    for (let i = 0; i < count; i++) streams.set(firstState('digits', seed, from + i), 4 * i);
    draw(count, streamsAt, tableAt, imagesAt, labelsAt);
    images.set(new Uint8Array(memory.buffer, imagesAt, count * pixelsPerDigit), from * pixelsPerDigit);
    labels.set(new Uint8Array(memory.buffer, labelsAt, count), from);
    yield;
  }
  return true;
}

function align(bytes: number): number {
  return Math.ceil(bytes / 16) * 16;
}

let compiled: WebAssembly.Module | undefined;

function instantiate(memory: WebAssembly.Memory): Exports {
  compiled ??= new WebAssembly.Module(Uint8Array.from(atob(digitsBase64), (char) => char.charCodeAt(0)));
  const abort = (): never => {
    throw new Error('the drawing of digits aborted');
  };
  return new WebAssembly.Instance(compiled, { env: { memory, abort } }).exports as unknown as Exports;
}
