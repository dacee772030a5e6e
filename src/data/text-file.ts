// Reads a user's text file, gzipped or not, into characters and tokens, with a hash. Replicas compare the hash to
// know that they hold the same file. The file is decoded piece by piece, and only the tokens are kept, a byte per
// character. A user may drop any file here: every failure is a value that says what is wrong.
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../base/bytes';
import { groupDigits } from '../base/group-digits';
import { fail, ok, type Result } from '../base/result';
import { TokenWriter } from './token-writer';
import { maximumVocabulary, type Text } from './text-windows';
import { expectedBytes, readPieces, type FileBytes, type UnpackErrorCode } from './unpack';

export type TextErrorCode =
  UnpackErrorCode | 'empty' | 'not-utf8' | 'binary' | 'too-many-characters' | 'too-short';

export interface TextFile extends Text {
  /** Hex, over the unpacked bytes. */
  readonly sha256: string;
}

/** Unpacked. Fifty times tiny Shakespeare. */
export const textCapBytes = 64 * 2 ** 20;
/** The least to learn from: one window of a small model and a held-out one. */
const minimumCharacters = 200;

// eslint-disable-next-line no-control-regex -- text holds no control characters but tab, line ends and form feed
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

export async function openText(
  given: FileBytes,
  capBytes = textCapBytes,
): Promise<Result<TextFile, TextErrorCode>> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const hash = sha256.create();
  const writer = new TokenWriter(expectedBytes(given, capBytes));
  let bytes = 0;
  let problem: ReturnType<typeof fail<TextErrorCode>> | undefined;
  const take = (piece: Uint8Array<ArrayBuffer> | undefined): boolean => {
    if (piece) {
      bytes += piece.length;
      hash.update(piece);
    }
    try {
      writer.write(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
    } catch {
      problem = fail('not-utf8', 'the file is not text in UTF-8: save it as UTF-8, or choose another');
      return false;
    }
    problem = problemOf(writer);
    return problem === undefined;
  };
  const read = await readPieces(given, capBytes, 'the text file', take);
  if (!read.ok) return read;
  if (problem) return problem;
  if (bytes === 0) return fail('empty', 'the text file is empty');
  if (!take(undefined)) return problem!; // a character cut off at the end
  if (writer.length < minimumCharacters)
    return fail(
      'too-short',
      `the text has ${groupDigits(writer.length)} characters; at least ${groupDigits(minimumCharacters)} are needed`,
    );
  return ok({ ...writer.finish(), sha256: toHex(hash.digest()) });
}

function problemOf({ characters }: TokenWriter): ReturnType<typeof fail<TextErrorCode>> | undefined {
  if (characters.some((character) => control.test(character)))
    return fail('binary', 'the file holds control characters: it is binary, not plain text');
  if (characters.length > maximumVocabulary)
    return fail(
      'too-many-characters',
      `the text holds more than ${maximumVocabulary} different characters: choose one in a smaller alphabet`,
    );
  return undefined;
}
