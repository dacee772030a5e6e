// Reads a user's text file, gzipped or not, into tokens, with a hash: characters, or byte pairs that the run names.
// Replicas compare the hash to know that they hold the same file. The file is decoded piece by piece, and only the tokens
// are kept. A user may drop any file here: every failure is a value that says what is wrong.
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../base/bytes';
import { groupDigits } from '../base/group-digits';
import { fail, ok, type Result } from '../base/result';
import { BytePairWriter } from './byte-pair-writer';
import { FixedCharacterWriter } from './fixed-character-writer';
import { TokenWriter } from './token-writer';
import type { Text } from './text-windows';
import { Place } from './text-place';
import { expectedBytes, readPieces, type FileBytes, type UnpackErrorCode } from './unpack';
import { maximumCharacters, type Vocabulary } from './vocabulary';

export type TextErrorCode =
  | UnpackErrorCode
  | 'empty'
  | 'not-utf8'
  | 'binary'
  | 'too-many-characters'
  | 'too-short'
  | 'unknown-character';

export interface TextFacts {
  /** Hex, over the unpacked bytes. */
  readonly sha256: string;
  /** Unpacked. */
  readonly bytes: number;
  readonly characters: number;
}

export interface TextFile extends Text, TextFacts {}

/** Unpacked. Fifty times tiny Shakespeare. */
export const textCapBytes = 64 * 2 ** 20;
/** The least to learn from: one window of a small model and a held-out one. */
const minimumCharacters = 200;

// eslint-disable-next-line no-control-regex -- text holds no control characters but tab, line ends and form feed
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

/** `vocabulary`: undefined: a token for each character of the text. */
export async function openText(
  given: FileBytes,
  capBytes = textCapBytes,
  vocabulary?: Vocabulary,
): Promise<Result<TextFile, TextErrorCode>> {
  const room = expectedBytes(given, capBytes);
  if (vocabulary?.kind === 'byte-pairs') {
    const writer = new BytePairWriter(vocabulary.merges, room);
    const read = await readText(given, capBytes, (_, piece) => {
      writer.write(piece);
      return undefined;
    });
    if (!read.ok) return read;
    return ok({ ...read.value, vocabulary, tokens: writer.finish() });
  }
  if (vocabulary) {
    const writer = new FixedCharacterWriter(vocabulary.characters, room);
    const read = await readText(given, capBytes, (text) => {
      const unknown = writer.write(text);
      return unknown === undefined ? undefined : fail('unknown-character', unknown);
    });
    return read.ok ? ok({ ...read.value, vocabulary, tokens: writer.finish() }) : read;
  }
  const writer = new TokenWriter(room);
  const read = await readText(given, capBytes, (text) => {
    writer.write(text);
    return writer.characters.length > maximumCharacters
      ? fail(
          'too-many-characters',
          `the text holds more than ${maximumCharacters} different characters: choose one in a smaller alphabet`,
        )
      : undefined;
  });
  return read.ok ? ok({ ...read.value, ...writer.finish() }) : read;
}

/** Reads the whole file, and keeps nothing of it. */
export function checkText(given: FileBytes): Promise<Result<TextFacts, TextErrorCode>> {
  return readText(given, textCapBytes, () => undefined);
}

type Refusal = ReturnType<typeof fail<TextErrorCode>> | undefined;

/** `take` gets each piece, decoded and as it is. */
async function readText(
  given: FileBytes,
  capBytes: number,
  take: (text: string, piece: Uint8Array) => Refusal,
): Promise<Result<TextFacts, TextErrorCode>> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const hash = sha256.create();
  const place = new Place();
  let characters = 0;
  let problem: Refusal;
  const read = await readPieces(given, capBytes, 'the text file', (piece) => {
    hash.update(piece);
    const text = decoded(decoder, piece);
    const code = text === undefined ? null : control.exec(text);
    if (text === undefined) problem = notUtf8(place.ofBadByte(piece));
    else if (code) problem = binary(place.ofControl(piece), code[0]);
    else {
      characters += charactersIn(text);
      problem = take(text, piece);
    }
    place.pass(piece);
    return problem === undefined;
  });
  if (!read.ok) return read;
  if (problem) return problem;
  const { bytes } = place;
  if (bytes === 0) return fail('empty', 'the text file is empty');
  if (decoded(decoder, undefined) === undefined)
    return fail(
      'not-utf8',
      `line ${groupDigits(place.line)} of the text file ends in the middle of a character, at byte ${groupDigits(bytes)}: it is cut short, or not text in UTF-8`,
    );
  if (characters < minimumCharacters)
    return fail(
      'too-short',
      `the text has ${groupDigits(characters)} characters; at least ${groupDigits(minimumCharacters)} are needed`,
    );
  return ok({ bytes, characters, sha256: toHex(hash.digest()) });
}

function notUtf8(where: string): Refusal {
  return fail('not-utf8', `${where} is not text in UTF-8: save it as UTF-8, or choose another`);
}

function binary(where: string, character: string): Refusal {
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return fail('binary', `${where} holds the control character U+${code}: it is binary, not plain text`);
}

function decoded(decoder: TextDecoder, piece: Uint8Array | undefined): string | undefined {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    return undefined;
  }
}

function charactersIn(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) count--; // the second half of one
  return count;
}
