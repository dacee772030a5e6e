// Which bytes a text file is made of, where they are not UTF-8: UTF-16 as Excel's “Unicode text” and PowerShell write it, and
// Windows-1252 as Excel writes CSV in Western Europe. The file becomes one in UTF-8 before any reader receives it. The choice
// depends on the bytes alone, so that all members make the same; what is neither stays, and its reader names the line.
import { say, type Saying } from '../../base/sayings';
import { utf8 } from '../../base/bytes';
import { decodedPiece } from '../decoded-piece';
import { JoinedPieces } from '../joined-pieces';
import { readPieces } from '../unpack';

export interface Utf8Text {
  readonly file: Blob;
  /** What was decided, if it is not UTF-8. */
  readonly notes: readonly Saying[];
}

type Encoding = 'UTF-16LE' | 'UTF-16BE' | 'Windows-1252';

/** Unpacked. A larger file in another encoding is refused by its reader; of a larger one in UTF-8 the rest is not looked at. */
const mostBytes = 64 * 2 ** 20;
/** The bytes of the beginning, which shows whether every second byte is 0. */
const lookedBytes = 4096;
/** Latin letters in UTF-16 have a 0 in every pair; other scripts have some in spaces and line ends. */
const fewestZeros = 0.4;
const mostOddZeros = 0.02;
/** The share of the bytes from 0x80 on that is usual in Western texts. */
const fewestUsual = 0.9;
const mostInRuns = 0.25;

export async function inUtf8(file: Blob): Promise<Utf8Text> {
  const encoding = await encodingOf(file);
  const text = encoding && (await transcoded(file, encoding));
  if (!text) return { file, notes: [] };
  return {
    file: text,
    notes: [say(encoding === 'Windows-1252' ? 'read-as-western' : 'read-as-utf-16')],
  };
}

/** Undefined: UTF-8, or nothing that is read. */
async function encodingOf(file: Blob): Promise<Encoding | undefined> {
  const wide = utf16In(await startOf(file));
  if (wide) return wide;
  return !(await isUtf8(file)) && (await isWestern(file)) ? 'Windows-1252' : undefined;
}

function utf16In(start: Uint8Array): Encoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'UTF-16LE';
  if (start[0] === 0xfe && start[1] === 0xff) return 'UTF-16BE';
  const pairs = Math.min(start.length, lookedBytes) >> 1;
  if (pairs < 4) return undefined;
  let [even, odd] = [0, 0];
  for (let at = 0; at < pairs; at++) {
    if (start[2 * at] === 0) even++;
    if (start[2 * at + 1] === 0) odd++;
  }
  if (odd >= fewestZeros * pairs && even <= mostOddZeros * pairs) return 'UTF-16LE';
  return even >= fewestZeros * pairs && odd <= mostOddZeros * pairs ? 'UTF-16BE' : undefined;
}

/** Whether the text is UTF-8, as far as it is read. */
async function isUtf8(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let isGood = true;
  await readPieces(file, Infinity, '', (piece) => {
    bytes += piece.length;
    isGood = decodedPiece(decoder, piece) !== undefined;
    return isGood && bytes <= mostBytes;
  });
  return isGood && (bytes > mostBytes || decodedPiece(decoder, undefined) !== undefined);
}

/** Whether high bytes stand alone among letters, where those of Chinese or Russian come in runs. */
async function isWestern(file: Blob): Promise<boolean> {
  let isText = true;
  let [high, usual, inRuns, last] = [0, 0, 0, 0];
  const read = await readPieces(file, mostBytes, '', (piece) => {
    for (const byte of piece) {
      if (byte >= 0x80) {
        high++;
        if (isUsual(byte)) usual++;
        if (last >= 0x80) inRuns++;
        isText &&= western(byte) !== undefined;
      } else if (byte < 0x20) isText &&= isTextControl(byte);
      last = byte;
    }
    return isText;
  });
  return read.ok && isText && usual >= fewestUsual * high && inRuns <= mostInRuns * high;
}

function isTextControl(byte: number): boolean {
  return byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d;
}

/** Letters, the euro, quotes and dashes, and signs; not what other encodings of Western letters would show. */
function isUsual(byte: number): boolean {
  return byte >= 0xa0 || byte === 0x80 || byte === 0x85 || (byte >= 0x91 && byte <= 0x97);
}

/** Undefined: it is broken, or holds what no text does. */
async function transcoded(file: Blob, encoding: Encoding): Promise<Blob | undefined> {
  const decode = decoderOf(encoding);
  const joined = new JoinedPieces();
  let isGood = true;
  const add = (piece: Uint8Array | undefined): boolean => {
    const text = decode(piece);
    // eslint-disable-next-line no-control-regex -- text holds no control characters but tab, line ends and form feed
    isGood &&= text !== undefined && !/[\u0000-\u0008\u000b\u000e-\u001f]/.test(text);
    if (isGood) joined.append(utf8(text!));
    return isGood && joined.length <= 2 * mostBytes;
  };
  const read = await readPieces(file, mostBytes, '', add);
  return read.ok && isGood && add(undefined) ? joined.finish() : undefined;
}

type Decode = (piece: Uint8Array | undefined) => string | undefined;

function decoderOf(encoding: Encoding): Decode {
  if (encoding === 'Windows-1252')
    return (piece) => {
      let text = '';
      for (const byte of piece ?? []) text += western(byte) ?? '\u0000';
      return text;
    };
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (piece) => decodedPiece(decoder, piece);
}

/** The characters from 0x80 to 0x9f; elsewhere a byte is its own code point. Node's decoder is wrong there in some
 *  releases. */
const windows = '€\u0000‚ƒ„…†‡ˆ‰Š‹Œ\u0000Ž\u0000\u0000‘’“”•–—˜™š›œ\u0000žŸ';

function western(byte: number): string | undefined {
  const letter = byte >= 0x80 && byte < 0xa0 ? windows[byte - 0x80] : String.fromCharCode(byte);
  return letter === '\u0000' && byte > 0 ? undefined : letter;
}

/** They show what a file is; a table among texts takes some lines. */
const startBytes = 65_536;

/** The beginning of a file, by which import-files.ts tells what it is. The first bytes, of gzip those inside. */
export async function startOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const start = new Uint8Array(await file.slice(0, startBytes).arrayBuffer());
  if (start[0] !== 0x1f || start[1] !== 0x8b) return start;
  const reader = file.slice(0, startBytes).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const inner = await reader.read().then(
    ({ value }) => value?.slice(0, startBytes) ?? new Uint8Array(),
    () => new Uint8Array(),
  );
  reader.cancel().catch(() => undefined);
  return inner;
}
