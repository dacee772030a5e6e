// Reads a file, plain or gzipped (its first two bytes say which), in bounded pieces. A file above the cap is refused
// by its size before a byte of it is read, a gzip bomb once the cap is unpacked. Never throws on bad input.
import { type Name, say, type Saying, unexpected } from '../base/sayings';
import { damagedFile, nameInEnglish } from './damaged-file';
import { groupDigits } from '../base/group-digits';
import { fail, ok, type Result } from '../base/result';
import { GrowingBytes } from './growing-bytes';

/** A file in memory, or on disk and not read yet. */
export type FileBytes = Blob | Uint8Array<ArrayBuffer>;

/** Long enough that a piece's overhead does not count, short enough that a Worker can answer between two pieces. */
const pieceBytes = 1024 * 1024;
/** A piece of gzip may unpack to 1,032 times its length, all at once. */
const packedPieceBytes = 16 * 1024;
const firstGuessBytes = 1024 * 1024;

/** Passes the unpacked pieces to `take` in order, until it returns false. `name` is the file's name in messages. */
export async function readPieces(
  given: FileBytes,
  capBytes: number,
  name: Name,
  take: (piece: Uint8Array<ArrayBuffer>) => boolean,
): Promise<Result<null, 'bad-file'>> {
  const file = given instanceof Blob ? given : new Blob([given]);
  const refusal = refusalBySize(file.size, capBytes, name);
  if (refusal) return fail('bad-file', refusal);
  let isPacked = false;
  let length = 0;
  try {
    isPacked = await isGzip(file);
    const source = piecesOf(file, isPacked ? packedPieceBytes : pieceBytes);
    const stream = isPacked ? source.pipeThrough(new DecompressionStream('gzip')) : source;
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return ok(null);
      length += value.length;
      if (length > capBytes) {
        await reader.cancel();
        return fail('bad-file', say('file-unpacks-to-more', { name, most: inMib(capBytes) }));
      }
      if (!take(value)) {
        await reader.cancel();
        return ok(null);
      }
    }
  } catch (error) {
    return isPacked && !isLost(error)
      ? damagedFile(
          name,
          `${nameInEnglish(name)} begins like gzip but breaks off after ${groupDigits(length)} unpacked bytes: ${String(error)}`,
        )
      : fail('bad-file', say('file-unreadable', { name, detail: unexpected(String(error)) }));
  }
}

/** Why a file of this size is not opened; undefined when it may be opened. */
export function refusalBySize(bytes: number, capBytes: number, name: Name): Saying | undefined {
  return bytes > capBytes
    ? say('file-too-large', { name, mib: inMib(bytes), most: inMib(capBytes) })
    : undefined;
}

/** The whole file, unpacked. */
export async function unpack(
  given: FileBytes,
  capBytes: number,
  name: Name,
): Promise<Result<Uint8Array<ArrayBuffer>, 'bad-file'>> {
  const bytes = new GrowingBytes(expectedBytes(given, capBytes));
  const read = await readPieces(given, capBytes, name, (piece) => {
    bytes.append(piece);
    return true;
  });
  return read.ok ? ok(bytes.finish()) : read;
}

/** The room to make at first: the file's own size, since most are not packed, but at most the cap. */
export function expectedBytes(given: FileBytes, capBytes: number): number {
  const size = given instanceof Blob ? given.size : given.length;
  return Math.min(capBytes, Math.max(firstGuessBytes, size));
}

export async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

/** Reads pieces on demand, one at a time. A Blob's own stream chooses its pieces by itself. */
function piecesOf(file: Blob, bytes: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        if (at >= file.size) return controller.close();
        const piece = await file.slice(at, at + bytes).arrayBuffer();
        at += bytes;
        controller.enqueue(new Uint8Array(piece));
      },
    },
    { highWaterMark: 0 },
  );
}

/** Whether the file was changed or removed since it was chosen. */
function isLost(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NotReadableError' || error.name === 'NotFoundError');
}

/** Rounded up, so that one byte too many shows. */
function inMib(bytes: number): number {
  return Math.ceil((bytes / 2 ** 20) * 10) / 10;
}
