// The files inside a ZIP archive (PKWARE APPNOTE 6.3). The directory at its end is read, then one entry at a time from the
// disk: an archive may be larger than memory. An entry never unpacks to more than it claims.
import { inflateSync } from 'fflate';
import { fail, ok, type Result } from '../../base/result';

export interface PackedFile {
  readonly path: string;
  /** Unpacked. */
  readonly size: number;
  bytes(): Promise<Result<Uint8Array, 'bad-file'>>;
}

const mostEntryBytes = 64 * 2 ** 20;
const mostDirectoryBytes = 64 * 2 ** 20;
/** The end record and the longest comment. */
const endBytes = 22 + 0xffff;

export async function zipEntries(
  archive: Blob,
  name: string,
): Promise<Result<readonly PackedFile[], 'bad-file'>> {
  const tailAt = Math.max(0, archive.size - endBytes);
  const tail = await viewOf(archive, tailAt, archive.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0)
    return fail('bad-file', `${name} has no ZIP directory at its end: it is cut short, or not a ZIP archive`);
  const size = tail.getUint32(end + 12, true);
  const from = tail.getUint32(end + 16, true);
  if (size === 0xffffffff || from === 0xffffffff)
    return fail('bad-file', `${name} is a ZIP64 archive above 4 GiB: pack a part of it`);
  if (size > mostDirectoryBytes || from + size > tailAt + end)
    return fail('bad-file', `the ZIP directory of ${name} lies outside the file (byte ${from})`);
  const directory = await viewOf(archive, from, from + size);
  const files: PackedFile[] = [];
  for (let at = 0; at + 46 <= size;) {
    if (directory.getUint32(at, true) !== 0x02014b50)
      return fail('bad-file', `the ZIP directory of ${name} is broken at byte ${from + at}`);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) =>
      directory.getUint16(at + field, true),
    );
    const next = at + 46 + nameBytes + extraBytes + commentBytes;
    if (next > size) return fail('bad-file', `the ZIP directory of ${name} is cut at byte ${from + at}`);
    const path = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameBytes));
    const entry: Entry = {
      path,
      flags: directory.getUint16(at + 8, true),
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      at: directory.getUint32(at + 42, true),
    };
    if (!path.endsWith('/')) files.push({ path, size: entry.size, bytes: () => unpackEntry(archive, entry) });
    at = next;
  }
  return ok(files);
}

interface Entry {
  readonly path: string;
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

async function unpackEntry(archive: Blob, entry: Entry): Promise<Result<Uint8Array, 'bad-file'>> {
  const { path, flags, method, packed, size, at } = entry;
  if (flags & 1) return fail('bad-file', `${path} is encrypted`);
  if (method !== 0 && method !== 8)
    return fail(
      'bad-file',
      `${path} is packed by a method that is not read (${method}): pack it as a plain ZIP`,
    );
  if (size > mostEntryBytes || packed > mostEntryBytes)
    return fail('bad-file', `${path} has more than ${mostEntryBytes / 2 ** 20} MiB`);
  const local = await viewOf(archive, at, at + 30);
  if (local.byteLength < 30 || local.getUint32(0, true) !== 0x04034b50)
    return fail('bad-file', `${path} does not begin where the ZIP directory says (byte ${at})`);
  const from = at + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  const bytes = new Uint8Array(await archive.slice(from, from + packed).arrayBuffer());
  if (bytes.length < packed) return fail('bad-file', `${path} is cut short at byte ${from + bytes.length}`);
  if (method === 0)
    return packed === size ? ok(bytes) : fail('bad-file', `${path} is not as long as it claims`);
  try {
    const unpacked = inflateSync(bytes, { out: new Uint8Array(size) });
    return unpacked.length === size ? ok(unpacked) : fail('bad-file', `${path} is not as long as it claims`);
  } catch (error) {
    return fail(
      'bad-file',
      `${path} cannot be unpacked: ${error instanceof Error ? error.message : 'broken'}`,
    );
  }
}

async function viewOf(blob: Blob, from: number, to: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await blob.slice(from, to).arrayBuffer());
}
