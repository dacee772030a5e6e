// Reads a user's text file, gzipped or not, into tokens, with a hash: characters, or byte pairs that the run names.
// Replicas compare the hash to know that they hold the same file. The file is decoded piece by piece, and only the tokens
// are kept, in memory or in a file. A user may drop any file here: every failure is a value that says what is wrong.
import { say } from '../base/sayings';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../base/bytes';
import { fail, ok, type Result } from '../base/result';
import { textNotKept } from '../base/storage-words';
import { BytePairWriter } from './byte-pair-writer';
import type { TokenWidth } from './file-tokens';
import { FixedCharacterWriter } from './fixed-character-writer';
import { GrowingBytes } from './growing-bytes';
import { renumber, TokenPages } from './token-pages';
import { TokenWriter } from './token-writer';
import type { TokenBytes, TokenFile } from './tokens';
import type { Text } from './text-windows';
import { Place } from './text-place';
import { expectedBytes, type FileBytes, readPieces } from './unpack';
import type { TextWriter } from './text-writer';
import { decodedPiece } from './decoded-piece';
import type { Vocabulary } from './vocabulary';
import type { Refusal } from './damaged-file';

export interface TextFacts {
  /** Hex, over the unpacked bytes. */
  readonly sha256: string;
  /** Unpacked. */
  readonly bytes: number;
  readonly characters: number;
}

export interface TextFile extends Text, TextFacts {
  /** Gives the file of its tokens back. Tokens in memory need no end. */
  close(): Promise<void>;
}

/** Unpacked, of a text whose tokens are in memory. Fifty times tiny Shakespeare. */
export const textCapBytes = 64 * 2 ** 20;
/** The limit of a text whose tokens are in a file: numbers of windows have 32 bits. */
export const largeTextCapBytes = 2 ** 32 - 1;
/** The least to learn from: one window of a small model and a held-out one. */
const minimumCharacters = 200;

// eslint-disable-next-line no-control-regex -- text holds no control characters but tab, line ends and form feed
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** `vocabulary`: undefined: a token for each character of the text. `file`: takes the tokens; undefined: they are in
 *  memory. It is removed when the text is refused. `onBytes`: so many are read. */
export async function openText(
  given: FileBytes,
  capBytes = textCapBytes,
  vocabulary?: Vocabulary,
  file?: TokenFile,
  onBytes?: (bytes: number) => void,
): Promise<Result<TextFile, 'bad-file'>> {
  const kept = file ? new TokenPages(file) : new GrowingBytes(expectedBytes(given, capBytes));
  const writer = writerOf(vocabulary, kept);
  // What a file throws that cannot take tokens is a refusal.
  const write: Take = (text, piece) => {
    try {
      return writer.write(text, piece);
    } catch (error) {
      return noRoom(error);
    }
  };
  let read = await readText(given, capBytes, write, onBytes);
  if (read.ok)
    try {
      writer.end?.();
      const { vocabulary: known, width, places } = writer.known();
      const made =
        kept instanceof GrowingBytes
          ? { tokens: tokensIn(kept, width, places) }
          : await kept.finish(width, places);
      return ok({ ...read.value, vocabulary: known, ...made, close: async () => file?.remove() });
    } catch (error) {
      read = noRoom(error);
    }
  await file?.remove();
  return read;
}

function writerOf(vocabulary: Vocabulary | undefined, into: TokenBytes): TextWriter {
  if (!vocabulary) return new TokenWriter(into);
  return vocabulary.kind === 'byte-pairs'
    ? new BytePairWriter(vocabulary, into)
    : new FixedCharacterWriter(vocabulary, into);
}

function tokensIn(kept: GrowingBytes, width: TokenWidth, places?: Uint8Array): Uint8Array | Uint16Array {
  const bytes = kept.finish();
  if (places) renumber(bytes, places);
  return width === 1 ? bytes : new Uint16Array(bytes.buffer, 0, bytes.length / 2);
}

function noRoom(error: unknown): Refusal {
  return fail('bad-file', textNotKept(error));
}

/** Reads the whole file, and keeps nothing of it. */
export function checkText(given: FileBytes, capBytes = textCapBytes): Promise<Result<TextFacts, 'bad-file'>> {
  return readText(given, capBytes, () => undefined);
}

type Take = (text: string, piece: Uint8Array) => Refusal | undefined;

/** `take` gets each piece, decoded and as it is. */
async function readText(
  given: FileBytes,
  capBytes: number,
  take: Take,
  onBytes: (bytes: number) => void = () => undefined,
): Promise<Result<TextFacts, 'bad-file'>> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const hash = sha256.create();
  const place = new Place();
  let characters = 0;
  let problem: Refusal | undefined;
  const read = await readPieces(given, capBytes, say('text-file'), (piece) => {
    hash.update(piece);
    const text = decodedPiece(decoder, piece);
    const code = text === undefined ? null : control.exec(text);
    if (text === undefined) problem = fail('bad-file', say('text-not-utf8', place.ofBadByte(piece)));
    else if (code)
      problem = fail('bad-file', say('text-binary', { ...place.ofControl(piece), code: pointOf(code[0]) }));
    else {
      characters += charactersIn(text);
      problem = take(text, piece);
    }
    place.pass(piece);
    onBytes(place.bytes);
    return problem === undefined;
  });
  if (!read.ok) return read;
  if (problem) return problem;
  const { bytes } = place;
  if (bytes === 0) return fail('bad-file', say('text-empty'));
  if (decodedPiece(decoder, undefined) === undefined)
    return fail('bad-file', say('text-cut', { line: place.line, byte: bytes }));
  if (characters < minimumCharacters)
    return fail('bad-file', say('text-too-short', { characters, least: minimumCharacters }));
  return ok({ bytes, characters, sha256: toHex(hash.digest()) });
}

/** 'U+001F'. */
function pointOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function charactersIn(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--; // the second half of one
  return count;
}
