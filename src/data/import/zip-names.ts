// The names inside a ZIP archive. Only some archives say that theirs are UTF-8 (PKWARE APPNOTE 6.3, flag 11 and appendix D);
// others hold the bytes of the code page of the machine that packed them. The choice depends on the bytes alone, never on
// the device, for names order classes and all members must get the same ones. Different bytes stay different names.
import { crc32 } from '../../base/crc32';

export interface RawName {
  readonly bytes: Uint8Array;
  /** The archive says so. */
  readonly isUtf8: boolean;
  /** The extra field may hold the name in UTF-8, too. */
  readonly extra: Uint8Array;
}

export interface ReadNames {
  readonly names: readonly string[];
  /** The code page that was chosen by the look of the names; undefined: nothing had to be chosen. */
  readonly guessed?: string;
}

interface HighBytes {
  readonly all: readonly number[];
  /** The number of accented letters that stand in a word. */
  readonly besideLetters: number;
  /** Pairs of bytes from 0xa1 on, as GB 2312 has them; -1: not all come in such pairs. */
  readonly pairs: number;
}

const western = 'CP850';
const usualNames = new Map([
  ['gb18030', 'GBK'],
  ['shift_jis', 'Shift-JIS'],
  ['ibm866', 'CP866'],
  ['windows-1252', 'Windows-1252'],
]);

export function readNames(raw: readonly RawName[]): ReadNames {
  const said = raw.map((one) => (one.isUtf8 ? decoded('utf-8', one.bytes) : unicodePath(one)));
  const open = raw.filter((_, at) => said[at] === undefined).map(({ bytes }) => bytes);
  const guessed = guess(open);
  const decode = decoderOf(guessed);
  const names = raw.map(({ bytes }, at) => said[at] ?? decode(bytes));
  return {
    names: withSlashes(names),
    ...(guessed === 'utf-8' ? {} : { guessed: usualNames.get(guessed) ?? guessed }),
  };
}

/** Windows PowerShell 5 and old .NET part folders by backslashes, against the format. Elsewhere one may be in a name. */
function withSlashes(names: readonly string[]): readonly string[] {
  return names.some((name) => name.includes('/')) ? names : names.map((name) => name.replaceAll('\\', '/'));
}

/** The name in the extra field 0x7075 of Info-ZIP, which holds the CRC of the other one. */
function unicodePath({ bytes, extra }: RawName): string | undefined {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length;) {
    const length = view.getUint16(at + 2, true);
    const end = at + 4 + length;
    if (end > extra.length) return undefined;
    if (view.getUint16(at, true) === 0x7075 && length > 5 && view.getUint32(at + 5, true) === crc32(bytes))
      return decoded('utf-8', extra.subarray(at + 9, end));
    at = end;
  }
  return undefined;
}

/** Undefined: these bytes are no text in it. */
function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function guess(names: readonly Uint8Array[]): string {
  const isIn = (encoding: string): boolean => {
    const texts = names.map((bytes) => decoded(encoding, bytes));
    // What engines decode differently becomes a control character or one for private use.
    if (texts.some((text) => text === undefined || /[\u0080-\u009f\ue000-\uf8ff\ufffd€]/.test(text)))
      return false;
    return new Set(texts).size === new Set(names.map(String)).size;
  };
  if (names.every((bytes) => decoded('utf-8', bytes) !== undefined)) return 'utf-8';
  const high = names.map(highBytesOf).filter(({ all }) => all.length > 0);
  const bytes = high.flatMap(({ all }) => all);
  const isWords = high.reduce((sum, { besideLetters }) => sum + besideLetters, 0) * 4 < bytes.length;
  if (isWords && isCyrillic(bytes)) return 'ibm866';
  if (isWords && high.every(({ pairs }) => pairs > 0) && isIn('gb18030')) return 'gb18030';
  if (isWords && isIn('shift_jis')) return 'shift_jis';
  if (isWords && isIn('gb18030')) return 'gb18030';
  // The accented letters of Western Europe lie from 0x80 to 0xa5 in CP850, with ß at 0xe1; in Windows-1252 from 0xc0 on.
  const isWindows = bytes.every((byte) => byte >= 0xc0) && bytes.some((byte) => byte !== 0xe1);
  return isWindows ? 'windows-1252' : western;
}

/** In code page 866 letters lie in two ranges, and most of a name are small ones. */
function isCyrillic(bytes: readonly number[]): boolean {
  const isLetter = (byte: number): boolean => byte >= 0x80 && byte <= 0xf1 && (byte < 0xb0 || byte >= 0xe0);
  const isSmall = (byte: number): boolean => byte >= 0xa0 && isLetter(byte);
  return bytes.length >= 6 && bytes.every(isLetter) && 2 * bytes.filter(isSmall).length > bytes.length;
}

function highBytesOf(name: Uint8Array): HighBytes {
  const all: number[] = [];
  let besideLetters = 0;
  let pairs = 0;
  // A second byte of Japanese may look like one letter, so it takes two letters, or one that follows no high byte.
  const isLetter = (at: number): boolean => /[A-Za-z]/.test(String.fromCharCode(name[at] ?? 0));
  const isLatin = (at: number): boolean =>
    (isLetter(at - 1) && !(name[at - 2] >= 0x80)) || (isLetter(at + 1) && isLetter(at + 2));
  for (let at = 0; at < name.length; at++) {
    if (name[at] < 0x80) continue;
    all.push(name[at]);
    if (isLatin(at)) besideLetters++;
    const isPair = name[at] >= 0xb0 && name[at] <= 0xf7 && name[at + 1] >= 0xa1;
    pairs = isPair && pairs >= 0 ? pairs + 1 : -1;
    if (!isPair) continue;
    all.push(name[++at]);
  }
  return { all, besideLetters, pairs };
}

function decoderOf(encoding: string): (bytes: Uint8Array) => string {
  // Node's decoder of Windows-1252 is wrong in some releases; from 0xa0 on a byte is its own code point.
  if (encoding === 'windows-1252') return (bytes) => String.fromCharCode(...bytes);
  if (encoding !== western) return (bytes) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return (bytes) =>
    Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : cp850[byte - 0x80])).join('');
}

/** The characters from 0x80 on. Browsers do not decode it. */
const cp850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
