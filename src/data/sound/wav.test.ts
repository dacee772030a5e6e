import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { inEnglish } from '../../cli/english/in-english';
import { secondOf, soundRate } from './sound';
import { readWav, wavFile } from './wav';

const random = prng('wav');
const second = Int16Array.from({ length: soundRate }, () => random.below(65_535) - 32_767);

interface Given {
  readonly kind: number;
  readonly channels: number;
  readonly rate: number;
  readonly bits: number;
  readonly data: Uint8Array;
  readonly isExtensible?: boolean;
}

/** A file of any format, with a chunk of odd length before its data. */
function fileOf({ kind, channels, rate, bits, data, isExtensible = false }: Given): Uint8Array {
  const formatBytes = isExtensible ? 40 : 16;
  const bytes = new Uint8Array(12 + 8 + formatBytes + 8 + 6 + 8 + data.length);
  const view = new DataView(bytes.buffer);
  const chunk = (at: number, name: string, length: number): number => {
    bytes.set(new TextEncoder().encode(name), at);
    view.setUint32(at + 4, length, true);
    return at + 8;
  };
  chunk(0, 'RIFF', bytes.length - 8);
  bytes.set(new TextEncoder().encode('WAVE'), 8);
  const format = chunk(12, 'fmt ', formatBytes);
  view.setUint16(format, isExtensible ? 0xfffe : kind, true);
  view.setUint16(format + 2, channels, true);
  view.setUint32(format + 4, rate, true);
  view.setUint16(format + 12, (channels * bits) / 8, true);
  view.setUint16(format + 14, bits, true);
  if (isExtensible) view.setUint16(format + 24, kind, true);
  const list = chunk(format + formatBytes, 'LIST', 5);
  bytes.set(data, chunk(list + 6, 'data', data.length));
  return bytes;
}

const floats = (values: readonly number[]) => new Uint8Array(Float32Array.from(values).buffer);

test('a second that was saved is read with the same bits', () => {
  const read = readWav(wavFile(second), 'a.wav');
  expect(read.ok && secondOf(read.value)).toEqual(second);
});

test.each<[string, Given, readonly number[]]>([
  ['8 bits', { kind: 1, channels: 1, rate: 8000, bits: 8, data: Uint8Array.of(1, 128, 255) }, [-1, 0, 1]],
  ['24 bits', { kind: 1, channels: 1, rate: 48_000, bits: 24, data: Uint8Array.of(0, 0, 0xc0, 0xff, 0xff, 0x7f) }, [-0.5, 1]], // prettier-ignore
  ['32 bits', { kind: 1, channels: 1, rate: 44_100, bits: 32, data: new Uint8Array(Int32Array.of(0, -(2 ** 30)).buffer) }, [0, -0.5]], // prettier-ignore
  ['floats of two channels', { kind: 3, channels: 2, rate: 44_100, bits: 32, data: floats([1, 0, -0.5, -0.5, 9, 9]) }, [0.5, -0.5, 1]], // prettier-ignore
  ['an extensible format', { kind: 3, channels: 1, rate: 16_000, bits: 32, data: floats([0.25, Number.NaN]), isExtensible: true }, [0.25, 0]], // prettier-ignore
])('%s', (_, given, wanted) => {
  const read = readWav(fileOf(given), 'a.wav');
  if (!read.ok) throw new Error(inEnglish(read.error.says));
  expect(read.value.rate).toBe(given.rate);
  expect(read.value.samples.length).toBe(wanted.length);
  for (const [at, value] of wanted.entries()) expect(read.value.samples[at]).toBeCloseTo(value, 6);
});

test('only the first second of a long file is read', () => {
  const data = new Uint8Array(3 * 8000);
  const read = readWav(fileOf({ kind: 1, channels: 1, rate: 8000, bits: 8, data }), 'a.wav');
  expect(read.ok && read.value.samples.length).toBe(8000);
});

const good: Given = { kind: 1, channels: 1, rate: 8000, bits: 16, data: new Uint8Array(64) };

test.each<[string, Uint8Array, RegExp]>([
  ['no WAV file', new TextEncoder().encode('RIFF....AVI LIST'), /^a\.wav is no WAV file/],
  ['an empty file', new Uint8Array(), /^a\.wav is no WAV file/],
  ['no sound', fileOf({ ...good, data: new Uint8Array(1) }), /^a\.wav holds no sound/],
  ['no data', fileOf(good).subarray(0, 40), /^a\.wav holds no sound/],
  ['compressed sound', fileOf({ ...good, kind: 85 }), /^a\.wav holds sound in a form/],
  ['12 bits', fileOf({ ...good, bits: 12 }), /^a\.wav holds sound in a form/],
  ['no channel', fileOf({ ...good, channels: 0 }), /^a\.wav holds sound in a form/],
  ['a rate of 4 GHz', fileOf({ ...good, rate: 0xffffffff }), /^a\.wav holds sound in a form/],
])('%s is refused', (_, bytes, words) => {
  const read = readWav(bytes, 'a.wav');
  expect(read.ok ? 'read' : inEnglish(read.error.says)).toMatch(words);
});

test('a file cut anywhere is read or refused, and never throws', () => {
  const whole = fileOf({ ...good, isExtensible: true });
  let read = 0;
  for (let length = 0; length <= whole.length; length++)
    if (readWav(whole.subarray(0, length), 'a.wav').ok) read++;
  expect(read).toBe(63);
});
