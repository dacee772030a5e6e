// One PNG or JPEG file as RGB. The decoders are JavaScript, not the browser's: every member must read the same pixels from
// the same file, and browsers differ in colours and rounding.
import { say } from '../../base/sayings';
import { damagedFile } from '../damaged-file';
import { convertIndexedToRgb, decode as decodePng, type DecodedPng } from 'fast-png';
import { decode as decodeJpeg } from 'jpeg-js';
import { fail, ok, type Result } from '../../base/result';
import { foreignFormat } from './foreign-format';
import { mostPixels, pixelChunks } from './png-chunks';

export interface RgbImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array; // (height, width, 3)
}

export type ImageFormat = 'PNG' | 'JPEG';

/** The format that the first bytes show; undefined for any other file. */
export function imageFormat(bytes: Uint8Array): ImageFormat | undefined {
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'PNG';
  return startsWith(bytes, [0xff, 0xd8, 0xff]) ? 'JPEG' : undefined;
}

export function decodeImage(bytes: Uint8Array, name: string): Result<RgbImage, 'bad-file'> {
  const format = imageFormat(bytes);
  if (!format) return foreignFormat(bytes, name) ?? fail('bad-file', say('neither-png-nor-jpeg', { name }));
  try {
    return format === 'PNG' ? pngImage(bytes, name) : ok(upright(bytes));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return damagedFile(name, `${name} is a broken ${format} image: ${why}`);
  }
}

function pngImage(bytes: Uint8Array, name: string): Result<RgbImage, 'bad-file'> {
  const chunks = pixelChunks(bytes, name);
  if (!chunks.ok) return chunks;
  const png = decodePng(chunks.value.png);
  return ok({ width: png.width, height: png.height, rgb: rgbOf(png, chunks.value.transparent) });
}

/** `transparent`: the samples of pixels that are; of grey one. */
function rgbOf(png: DecodedPng, transparent: readonly number[] | undefined): Uint8Array {
  const clear = transparent?.map((value) => (png.depth < 8 ? (value * 255) / ((1 << png.depth) - 1) : value));
  const { width, height } = png;
  const isIndexed = png.palette !== undefined;
  const data = isIndexed ? convertIndexedToRgb(png) : png.depth < 8 ? unpacked(png) : png.data;
  const channels = isIndexed ? png.palette![0].length : png.channels;
  const shift = png.depth === 16 ? 8 : 0;
  const rgb = new Uint8Array(3 * width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels;
    const hasAlpha = channels === 2 || channels === 4;
    const isClear = clear?.every((value, c) => data[at + c] === value) ?? false;
    const alpha = isClear ? 0 : hasAlpha ? data[at + channels - 1] >> shift : 255;
    for (let c = 0; c < 3; c++) {
      const value = data[at + (channels > 2 ? c : 0)] >> shift;
      rgb[3 * pixel + c] = onWhite(value, alpha);
    }
  }
  return rgb;
}

/** What is transparent is drawn on paper. */
function onWhite(value: number, alpha: number): number {
  return Math.round((value * alpha + 255 * (255 - alpha)) / 255);
}

/** Grey of 1, 2 or 4 bits a pixel; each row begins with a new byte. */
function unpacked({ width, height, depth, data }: DecodedPng): Uint8Array {
  const most = (1 << depth) - 1;
  const rowBytes = Math.ceil((width * depth) / 8);
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const bit = x * depth;
      const byte = data[y * rowBytes + (bit >> 3)];
      grey[y * width + x] = (((byte >> (8 - depth - (bit & 7))) & most) * 255) / most;
    }
  return grey;
}

/** A JPEG as it is meant to be seen: phones save photos lying on their side, and say so in EXIF. */
function upright(bytes: Uint8Array): RgbImage {
  const { width, height, data } = decodeJpeg(bytes, {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: mostPixels / 1e6,
    maxMemoryUsageInMB: 1024,
  });
  const turn = orientation(bytes);
  if (turn === 1) return { width, height, rgb: data };
  const [outWidth, outHeight] = turn > 4 ? [height, width] : [width, height];
  const rgb = new Uint8Array(data.length);
  for (let y = 0; y < outHeight; y++)
    for (let x = 0; x < outWidth; x++) {
      const [u, v] = turn > 4 ? [y, x] : [x, y];
      const fromX = [2, 3, 7, 8].includes(turn) ? width - 1 - u : u;
      const fromY = [3, 4, 6, 7].includes(turn) ? height - 1 - v : v;
      const from = 3 * (fromY * width + fromX);
      rgb.set(data.subarray(from, from + 3), 3 * (y * outWidth + x));
    }
  return { width: outWidth, height: outHeight, rgb };
}

/** The EXIF orientation, 1 to 8 (CIPA DC-008, tag 0x0112); 1 where there is none. */
export function orientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== 0xda;) {
    const length = view.getUint16(at + 2);
    const tiff = at + 10;
    const isExif =
      bytes[at + 1] === 0xe1 && startsWith(bytes.subarray(at + 4), [0x45, 0x78, 0x69, 0x66, 0, 0]);
    if (isExif && tiff + 8 <= bytes.length) {
      const isLittle = bytes[tiff] === 0x49;
      const first = tiff + view.getUint32(tiff + 4, isLittle);
      if (first + 2 > bytes.length) return 1;
      const entries = view.getUint16(first, isLittle);
      for (let entry = first + 2, n = 0; n < entries && entry + 12 <= bytes.length; n++, entry += 12)
        if (view.getUint16(entry, isLittle) === 0x0112) {
          const value = view.getUint16(entry + 8, isLittle);
          return value >= 1 && value <= 8 ? value : 1;
        }
      return 1;
    }
    at += 2 + length;
  }
  return 1;
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, at) => bytes[at] === byte);
}
