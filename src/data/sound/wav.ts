// Sound as a WAV file, and such a file as sound. Source: Microsoft, “Multimedia Programming Interface and Data Specifications
// 1.0”, 1991; WAVE_FORMAT_EXTENSIBLE of 2001.
import { say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { leastRate, mostRate, soundRate, type Sound } from './sound';

/** `second`: 16 bits a sample, at `soundRate`. */
export function wavFile(second: Int16Array): Uint8Array<ArrayBuffer> {
  const headBytes = 44;
  const file = new Uint8Array(headBytes + second.byteLength);
  const view = new DataView(file.buffer);
  const letters = (at: number, text: string): void => file.set(new TextEncoder().encode(text), at);
  letters(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  letters(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, pcm, true);
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, soundRate, true);
  view.setUint32(28, 2 * soundRate, true); // bytes a second
  view.setUint16(32, 2, true); // bytes of a sample of all channels
  view.setUint16(34, 16, true);
  letters(36, 'data');
  view.setUint32(40, second.byteLength, true);
  for (const [at, sample] of second.entries()) view.setInt16(headBytes + 2 * at, sample, true);
  return file;
}

const pcm = 1;
const float = 3;
const extensible = 0xfffe;
const mostChannels = 32;

interface Format {
  readonly kind: number;
  readonly channels: number;
  readonly rate: number;
  /** Bytes of a sample of all channels. */
  readonly stride: number;
  readonly bits: number;
}

/** The first `mostSeconds` of a file of 8, 16, 24 or 32 bits or floats, channels averaged. */
export function readWav(bytes: Uint8Array, name: string, mostSeconds = 1): Result<Sound, 'bad-file'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE')
    return fail('bad-file', say('not-a-wav', { name }));
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    const from = at + 8;
    if (tag(at) === 'fmt ' && length >= 16 && from + 16 <= bytes.length)
      format = formatAt(view, from, length);
    if (tag(at) === 'data') {
      const isKnown = format && isReadable(format);
      if (!format || !isKnown) return fail('bad-file', say('wav-format', { name }));
      // A recorder that was cut off leaves a length that is not there.
      const there = Math.min(length, bytes.length - from);
      const count = Math.min(Math.floor(there / format.stride), Math.ceil(mostSeconds * format.rate));
      if (count === 0) return fail('bad-file', say('wav-empty', { name }));
      return ok({ rate: format.rate, samples: samplesAt(view, from, count, format) });
    }
    at = from + length + (length % 2);
  }
  return fail('bad-file', say('wav-empty', { name }));
}

function formatAt(view: DataView, at: number, length: number): Format {
  const kind = view.getUint16(at, true);
  return {
    // An extensible format names the kind at the beginning of its identifier.
    kind:
      kind === extensible && length >= 26 && at + 26 <= view.byteLength
        ? view.getUint16(at + 24, true)
        : kind,
    channels: view.getUint16(at + 2, true),
    rate: view.getUint32(at + 4, true),
    stride: view.getUint16(at + 12, true),
    bits: view.getUint16(at + 14, true),
  };
}

function isReadable({ kind, channels, rate, stride, bits }: Format): boolean {
  const isKnown =
    kind === pcm ? [8, 16, 24, 32].includes(bits) : kind === float && (bits === 32 || bits === 64);
  const isBounded = channels >= 1 && channels <= mostChannels && rate >= leastRate && rate <= mostRate;
  return isKnown && isBounded && stride === (channels * bits) / 8;
}

function samplesAt(view: DataView, from: number, count: number, format: Format): Float32Array {
  const { channels, stride, bits } = format;
  const sampleAt = readerOf(view, format);
  const samples = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += sampleAt(from + at * stride + (channel * bits) / 8);
    const mean = sum / channels;
    samples[at] = Number.isFinite(mean) ? Math.max(-1, Math.min(1, mean)) : 0;
  }
  return samples;
}

/** A sample at a byte, −1 … 1. */
function readerOf(view: DataView, { kind, bits }: Format): (at: number) => number {
  if (kind === float)
    return bits === 32 ? (at) => view.getFloat32(at, true) : (at) => view.getFloat64(at, true);
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 127;
  if (bits === 16) return (at) => view.getInt16(at, true) / 32_767;
  if (bits === 24) return (at) => (view.getInt16(at + 1, true) * 256 + view.getUint8(at)) / 8_388_607;
  return (at) => view.getInt32(at, true) / 2_147_483_647;
}
