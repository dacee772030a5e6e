// Files as one ZIP archive, stored without compression (PKWARE APPNOTE 6.3, sections 4.3.7 to 4.3.16): weights and
// PNG images hardly shrink. Below 4 GiB, so without ZIP64.
import { assert } from './assert';
import { concatBytes, utf8 } from './bytes';
import { crc32 } from './crc32';

interface ZippedFile {
  /** The name with its folders. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

const flagUtf8 = 0x0800;
/** 1 January 1980, the format's earliest day: archives of equal files are equal. */
const date = 0x21;

export function zipOf(files: readonly ZippedFile[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const { name, bytes } of files) {
    const encoded = utf8(name);
    // Version 2.0, flags, no compression, time, date, CRC, both sizes, the name's length, no extra field.
    const shared = [
      [2, 20],
      [2, flagUtf8],
      [2, 0],
      [2, 0],
      [2, date],
      [4, crc32(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, encoded.length],
      [2, 0],
    ] as const;
    const local = concatBytes(record(0x04034b50, shared), encoded);
    // Made by 2.0; no comment, disk 0, attributes, and where the local record is.
    const central = [[2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]] as const;
    directory.push(record(0x02014b50, central), encoded);
    parts.push(local, bytes);
    at += local.length + bytes.length;
  }
  const central = concatBytes(...directory);
  assert(at + central.length < 2 ** 32, 'an archive below 4 GiB');
  const count = files.length;
  const end = record(0x06054b50, [
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, at],
    [2, 0],
  ]);
  return concatBytes(...parts, central, end);
}

/** A signature, then fields of 2 or 4 bytes. */
function record(
  signature: number,
  fields: readonly (readonly [bytes: 2 | 4, value: number])[],
): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 4)));
  view.setUint32(0, signature, true);
  let at = 4;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}
