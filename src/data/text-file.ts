// A text file of the user's, gzipped or not → characters and tokens, and the hash by which replicas know that they hold
// the same file. What is dropped here may be anything: every failure is a value that says what is wrong.
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../base/bytes';
import { groupDigits } from '../base/group-digits';
import { fail, ok, type Result } from '../base/result';
import { maximumVocabulary, tokenise, type Text } from './text-windows';
import { unpack, type UnpackErrorCode } from './unpack';

export type TextErrorCode =
  UnpackErrorCode | 'empty' | 'not-utf8' | 'binary' | 'too-many-characters' | 'too-short';

export interface TextFile extends Text {
  /** Hex, over the unpacked bytes. */
  readonly sha256: string;
}

/** Unpacked: fifty times tiny Shakespeare. */
const defaultCapBytes = 64 * 2 ** 20;
/** Fewer are no text to learn from: one window of a small model and a held-out one. */
const minimumCharacters = 200;

// eslint-disable-next-line no-control-regex -- what no text holds: control characters but tab, line ends, form feed
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

export async function openText(
  bytes: Uint8Array<ArrayBuffer>,
  capBytes = defaultCapBytes,
): Promise<Result<TextFile, TextErrorCode>> {
  const file = await unpack(bytes, capBytes, 'the text file');
  if (!file.ok) return file;
  if (file.value.length === 0) return fail('empty', 'the text file is empty');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file.value);
  } catch {
    return fail('not-utf8', 'the file is not text in UTF-8: save it as UTF-8, or choose another');
  }
  if (control.test(text))
    return fail('binary', 'the file holds control characters: it is no plain text, but binary');
  const tokenised = tokenise(text);
  if (!tokenised)
    return fail(
      'too-many-characters',
      `the text holds ${groupDigits(new Set(text).size)} different characters, more than ${maximumVocabulary}: choose one in a smaller alphabet`,
    );
  if (tokenised.tokens.length < minimumCharacters)
    return fail(
      'too-short',
      `the text has ${groupDigits(tokenised.tokens.length)} characters; at least ${groupDigits(minimumCharacters)} are needed`,
    );
  return ok({ ...tokenised, sha256: toHex(sha256(file.value)) });
}
