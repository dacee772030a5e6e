// How much of a text is read: all of it where its tokens fit into memory or into a file of this device, else whole lines up
// to the limit of memory.
import { ok, type Result } from '../../base/result';
import { JoinedPieces } from '../joined-pieces';
import { largeTextCapBytes, textCapBytes } from '../text-file';
import { isGzip, readPieces } from '../unpack';
import { shownBytes, type TextEnds } from './preview-text';
import type { OpenTokenFile, TokenFile } from '../tokens';

/** Where the tokens of a text may be. */
export interface TextRoom {
  /** Opens a file for texts that are too large for memory; undefined: nowhere. */
  readonly openTokens?: OpenTokenFile | undefined;
  /** Bytes of a text whose tokens are in memory; unless a test says otherwise, `textCapBytes`. */
  readonly inMemoryBytes?: number;
}

export interface TextPart {
  /** What is read. */
  readonly text: Blob;
  /** The same as a replica gets it: gzipped if it came so and all of it is read. */
  readonly file: Blob;
  readonly ends: TextEnds;
  /** Where the text is cut, as in an imported text. */
  readonly cutFrom?: number;
  /** The file for the tokens of a large text. */
  readonly tokenFile?: TokenFile;
}

/** It stops a gzip bomb that never ends. */
const mostPackedTextBytes = 2 ** 34;

export async function textPart(
  file: Blob,
  { openTokens, inMemoryBytes = textCapBytes }: TextRoom,
): Promise<Result<TextPart, 'bad-file'>> {
  const unpacked = await unpackedStart(file, inMemoryBytes);
  if (!unpacked.ok) return unpacked;
  const { start, isPacked } = unpacked.value;
  if (start.size <= inMemoryBytes) return ok({ text: start, file, ends: await endsOf(start) });
  let cutFrom = isPacked ? 0 : file.size;
  if (openTokens) {
    const whole = isPacked ? await endsOfPacked(file) : ok(await endsOf(file));
    if (!whole.ok) return whole;
    cutFrom = whole.value.bytes;
    const tokenFile = cutFrom <= largeTextCapBytes ? await openTokens(cutFrom) : undefined;
    if (tokenFile) return ok({ text: file, file, ends: whole.value, tokenFile });
  }
  const text = await wholeLines(start, inMemoryBytes);
  return ok({ text, file: text, ends: await endsOf(text), cutFrom });
}

async function wholeLines(text: Blob, most: number): Promise<Blob> {
  const tailBytes = Math.min(most, 65_536);
  const tail = new Uint8Array(await text.slice(most - tailBytes, most).arrayBuffer());
  // A byte of UTF-8 below 0x80 is a character of its own.
  const lineEnd = tail.lastIndexOf(0x0a);
  return text.slice(0, most - (lineEnd < 0 ? 0 : tail.length - lineEnd - 1));
}

/** A plain file as it is; of a gzipped one all, or a little more than `most` bytes. */
async function unpackedStart(
  file: Blob,
  most: number,
): Promise<Result<{ readonly start: Blob; readonly isPacked: boolean }, 'bad-file'>> {
  if (!(await isGzip(file))) return ok({ start: file, isPacked: false });
  const joined = new JoinedPieces();
  const read = await readPieces(file, mostPackedTextBytes, 'the text file', (piece) => {
    joined.append(piece);
    return joined.length <= most;
  });
  return read.ok ? ok({ start: await joined.finish(), isPacked: true }) : read;
}

async function endsOf(text: Blob): Promise<TextEnds> {
  const part = async (from: number, to: number): Promise<Uint8Array> =>
    new Uint8Array(await text.slice(from, to).arrayBuffer());
  const { size: bytes } = text;
  return { bytes, start: await part(0, shownBytes), end: await part(Math.max(0, bytes - shownBytes), bytes) };
}

/** Unpacks all of it, and keeps the ends. */
async function endsOfPacked(file: Blob): Promise<Result<TextEnds, 'bad-file'>> {
  let start = new Uint8Array();
  let end = new Uint8Array();
  let bytes = 0;
  const joined = (one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> =>
    Uint8Array.of(...one, ...other);
  const read = await readPieces(file, mostPackedTextBytes, 'the text file', (piece) => {
    bytes += piece.length;
    if (start.length < shownBytes) start = joined(start, piece.subarray(0, shownBytes)).slice(0, shownBytes);
    end = joined(end, piece.subarray(-shownBytes)).slice(-shownBytes);
    return true;
  });
  return read.ok ? ok({ bytes, start, end }) : read;
}
