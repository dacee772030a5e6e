// What the tokens of a text stand for: one character each, or the bytes of pairs that were learnt. Text to tokens and back.
import { inFull, say } from '../base/sayings';
import { concatBytes, utf8 } from '../base/bytes';
import { type BytePairs, bytesOfTokens, byteTokens } from './byte-pairs';
import { BytePairEncoder } from './byte-pair-encoder';
import { fail, ok, type Result } from '../base/result';

export type Vocabulary =
  /** Distinct, sorted by code point. */
  { readonly kind: 'characters'; readonly characters: readonly string[] } | BytePairs;

/** Such a token takes one byte. */
export const maximumCharacters = 256;

/** Strict: distinct code points in ascending order. */
export function readCharacters(text: string): Result<Vocabulary, 'bad-characters'> {
  const characters = Array.from(text);
  const points = characters.map((character) => character.codePointAt(0)!);
  if (characters.length === 0 || characters.length > maximumCharacters)
    return fail(
      'bad-characters',
      inFull(
        say('tokens-malformed'),
        `a text is read with 1 to ${maximumCharacters} characters, not ${characters.length}`,
      ),
    );
  return points.every((point, at) => at === 0 || point > points[at - 1])
    ? ok({ kind: 'characters', characters })
    : fail('bad-characters', inFull(say('tokens-malformed'), 'the characters of the text do not ascend'));
}

export function vocabularySize(vocabulary: Vocabulary): number {
  return vocabulary.kind === 'characters'
    ? vocabulary.characters.length
    : byteTokens + vocabulary.merges.length + (vocabulary.gpt2?.special.length ?? 0);
}

/** The tokens of a short text, and the characters of it that have none. */
export function tokensOf(
  text: string,
  vocabulary: Vocabulary,
): { readonly known: number[]; readonly unknown: string } {
  if (vocabulary.kind === 'byte-pairs') {
    const known: number[] = [];
    const encoder = new BytePairEncoder(vocabulary, (tokens) => {
      for (const token of tokens) known.push(token);
    });
    encoder.write(utf8(text));
    encoder.end();
    return { known, unknown: '' };
  }
  const tokenOf = new Map(vocabulary.characters.map((character, token) => [character, token]));
  const all = Array.from(text);
  return {
    known: all.map((character) => tokenOf.get(character)).filter((token) => token !== undefined),
    unknown: [...new Set(all.filter((character) => !tokenOf.has(character)))].join(''),
  };
}

/** Bytes that are no character, such as the first half of one, are shown as �. */
export function textOf(tokens: Iterable<number>, vocabulary: Vocabulary): string {
  if (vocabulary.kind === 'characters')
    return Array.from(tokens, (token) => vocabulary.characters[token] ?? '').join('');
  const bytes = bytesOfTokens(vocabulary);
  return new TextDecoder().decode(concatBytes(...Array.from(tokens, (token) => bytes[token] ?? none)));
}

const none = new Uint8Array();

/** Each token as a text of its own. A part of a character is shown by its bytes. */
export function tokenTexts(vocabulary: Vocabulary): readonly string[] {
  if (vocabulary.kind === 'characters') return vocabulary.characters;
  const strict = new TextDecoder('utf-8', { fatal: true });
  return bytesOfTokens(vocabulary).map((bytes) => {
    try {
      return strict.decode(bytes);
    } catch {
      return `⟨${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('·')}⟩`;
    }
  });
}
