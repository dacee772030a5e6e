// The sound that a microphone of the tests hears: a WAV file, made here. A low and a high tone come in turn, each with a
// beat, so that no two seconds of one are alike. Chromium plays it from its beginning each time a page turns the microphone
// on.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const rate = 48_000;
const secondsOfEach = 6;
const tonesHz = [500, 3000];
const beatHz = 2.3;

/** The path of the file. Every caller writes the same one. */
export function soundFile(): string {
  const folder = path.join(tmpdir(), 'lockstep-fake-microphone');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${process.pid}.wav`);
  const samples = Int16Array.from({ length: tonesHz.length * secondsOfEach * rate }, (_, at) => {
    const hz = tonesHz[Math.floor(at / (secondsOfEach * rate))];
    const loudness = 0.25 + 0.1 * Math.sin((2 * Math.PI * beatHz * at) / rate);
    return Math.round(32_767 * loudness * Math.sin((2 * Math.PI * hz * at) / rate));
  });
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.byteLength, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20); // PCM
  head.writeUInt16LE(1, 22); // channels
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28); // bytes a second
  head.writeUInt16LE(2, 32); // bytes of a sample
  head.writeUInt16LE(16, 34); // bits
  head.write('data', 36);
  head.writeUInt32LE(samples.byteLength, 40);
  writeFileSync(file, Buffer.concat([head, Buffer.from(samples.buffer)]));
  return file;
}
