// What a camera of the tests sees: a file of moving pictures in Chromium’s format, made here. Two things come in turn, each
// with a moving bar, so that no two pictures of one are alike.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const [width, height] = [320, 240];
const barWidth = 24;
const framesASecond = 10;
const secondsOfEach = 3;

/** Y, Cb and Cr (BT.601) of what comes first and second. */
const things = [
  [82, 90, 240], // red
  [41, 240, 110], // blue
] as const;
const bar = [235, 128, 128] as const;

/** The path of the file. Every caller writes the same one. */
export function cameraFile(): string {
  const folder = path.join(tmpdir(), 'lockstep-fake-camera');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${process.pid}.y4m`);
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesASecond}:1 Ip A1:1 C420jpeg\n`);
  const frames = things.flatMap((thing) =>
    Array.from({ length: framesASecond * secondsOfEach }, (_, at) => frameOf(thing, 8 * at)),
  );
  writeFileSync(file, Buffer.concat([head, ...frames]));
  return file;
}

/** One frame: the thing, and a bar over it that begins so many pixels from the left. */
function frameOf(thing: readonly [number, number, number], from: number): Buffer {
  const planes = [0, 1, 2].map((plane) => {
    const scale = plane === 0 ? 1 : 2; // colours have half the pixels
    const row = Buffer.alloc(width / scale, thing[plane]);
    row.fill(bar[plane], from / scale, (from + barWidth) / scale);
    return Buffer.concat(Array.from({ length: height / scale }, () => row));
  });
  return Buffer.concat([Buffer.from('FRAME\n'), ...planes]);
}
