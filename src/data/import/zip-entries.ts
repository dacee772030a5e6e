// The files inside a ZIP archive (PKWARE APPNOTE 6.3). The directory at its end is read, then one entry at a time from the
// disk: an archive may be larger than memory. Entries share no bytes, and each unpacks to what it claims: its length and CRC.
import { say, type Saying } from '../../base/sayings';
import { damagedFile } from '../damaged-file';
import { crc32 } from '../../base/crc32';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import { inflateWithin } from './inflate-within';
import { type RawName, readNames } from './zip-names';

export interface PackedFile {
  readonly path: string;
  /** Unpacked. */
  readonly size: number;
  /** `most`: of bytes; an image's unless it is given. */
  bytes(most?: number): Promise<Result<Uint8Array, 'bad-file'>>;
}

export interface ZipEntries {
  readonly files: readonly PackedFile[];
  readonly notes: readonly Saying[];
}

/** The bytes of a file inside an archive, and of an image in a folder. */
export const mostPackedFileBytes = 64 * 2 ** 20;
/** The bit of an entry's flags that says: its name is UTF-8. */
const flagUtf8 = 0x0800;
const mostDirectoryBytes = 64 * 2 ** 20;
/** The bytes of the record before an entry's name. */
const localBytes = 30;
/** The end record and the longest comment. */
const endBytes = 22 + 0xffff;

export async function zipEntries(archive: Blob, name: string): Promise<Result<ZipEntries, 'bad-file'>> {
  const tailAt = Math.max(0, archive.size - endBytes);
  const tail = await viewOf(archive, tailAt, archive.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0)
    return damagedFile(
      name,
      `${name} has no ZIP directory at its end: it is cut short, or not a ZIP archive`,
    );
  const size = tail.getUint32(end + 12, true);
  const from = tail.getUint32(end + 16, true);
  if (size === 0xffffffff || from === 0xffffffff) return fail('bad-file', say('zip-of-4-gib', { name }));
  if (size > mostDirectoryBytes || from + size > tailAt + end)
    return damagedFile(name, `the ZIP directory of ${name} lies outside the file (byte ${from})`);
  const directory = await viewOf(archive, from, from + size);
  const entries: Omit<Entry, 'path'>[] = [];
  const raw: RawName[] = [];
  for (let at = 0; at + 46 <= size;) {
    if (directory.getUint32(at, true) !== 0x02014b50)
      return damagedFile(name, `the ZIP directory of ${name} is broken at byte ${from + at}`);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      directory.getUint16(at + field, true),
    );
    const next = at + 46 + nameBytes + extraBytes + commentBytes;
    if (next > size) return damagedFile(name, `the ZIP directory of ${name} is cut at byte ${from + at}`);
    const flags = directory.getUint16(at + 8, true);
    raw.push({
      bytes: new Uint8Array(directory.buffer, at + 46, nameBytes),
      isUtf8: (flags & flagUtf8) > 0,
      extra: new Uint8Array(directory.buffer, at + 46 + nameBytes, extraBytes),
    });
    entries.push({
      flags,
      method: directory.getUint16(at + 10, true),
      crc: directory.getUint32(at + 16, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      at: directory.getUint32(at + 42, true),
    });
    at = next;
  }
  const { names, guessed } = readNames(raw);
  const named = entries.map((entry, at) => ({ ...entry, path: names[at] }));
  const ends = endsOf(named, from);
  if (typeof ends === 'string') return damagedFile(name, `${name} is broken: ${ends}`);
  return ok({
    files: named.flatMap((entry, at) =>
      entry.path.endsWith('/')
        ? []
        : [
            {
              path: entry.path,
              size: entry.size,
              bytes: (most?: number) => unpackEntry(archive, entry, ends[at], most),
            },
          ],
    ),
    notes: guessed === undefined ? [] : [say('zip-names-guessed', { codePage: guessed })],
  });
}

/** Where each entry's bytes must end: at the next entry, or at the directory. Entries that share bytes make a small archive
 *  unpack to far more than 1,032 times its size. */
function endsOf(entries: readonly Entry[], directoryAt: number): readonly number[] | string {
  const order = entries.map((_, at) => at).sort((a, b) => entries[a].at - entries[b].at);
  const ends = new Array<number>(entries.length).fill(directoryAt);
  for (const [place, index] of order.entries()) {
    const { path, at, packed } = entries[index];
    const next = place + 1 < order.length ? entries[order[place + 1]] : undefined;
    if (next) ends[index] = next.at;
    if (at + localBytes + packed <= ends[index]) continue;
    const other = next ? next.path : 'its directory';
    return `${path} and ${other} share bytes from byte ${groupDigits(ends[index])} on`;
  }
  return ends;
}

interface Entry {
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** `end`: its last byte is before it. */
async function unpackEntry(
  archive: Blob,
  { path, flags, method, crc, packed, size, at }: Entry,
  end: number,
  most = mostPackedFileBytes,
): Promise<Result<Uint8Array, 'bad-file'>> {
  if (flags & 1) return fail('bad-file', say('encrypted', { path }));
  if (method !== 0 && method !== 8) return fail('bad-file', say('packed-otherwise', { path, method }));
  if (size > most || packed > most)
    return fail('bad-file', say('file-above', { name: path, most: most / 2 ** 20 }));
  const local = await viewOf(archive, at, at + localBytes);
  if (local.byteLength < localBytes || local.getUint32(0, true) !== 0x04034b50)
    return damagedFile(path, `${path} does not begin where the ZIP directory says (byte ${at})`);
  const from = at + localBytes + local.getUint16(26, true) + local.getUint16(28, true);
  if (from + packed > end) return damagedFile(path, `${path} runs into what begins at byte ${end}`);
  const bytes = new Uint8Array(await archive.slice(from, from + packed).arrayBuffer());
  if (bytes.length < packed) return damagedFile(path, `${path} is cut short at byte ${from + bytes.length}`);
  let unpacked: Uint8Array | 'more';
  try {
    unpacked = method === 0 ? bytes : inflateWithin([bytes], size, 'deflate');
  } catch (error) {
    return damagedFile(
      path,
      `${path} cannot be unpacked: ${error instanceof Error ? error.message : 'broken'}`,
    );
  }
  if (unpacked === 'more' || unpacked.length !== size) {
    const found = unpacked === 'more' ? 'more' : groupDigits(unpacked.length);
    return damagedFile(path, `${path} claims ${groupDigits(size)} bytes, and has ${found}`);
  }
  return crc32(unpacked) === crc
    ? ok(unpacked)
    : damagedFile(path, `${path} is damaged: its bytes do not have the checksum (CRC) of the archive`);
}

async function viewOf(blob: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await blob.slice(from, to).arrayBuffer());
}
