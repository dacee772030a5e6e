// A tokenizer.json of Transformers as one of our vocabularies: characters, or byte pairs of 256 bytes and merges. Our order of
// tokens may be another one, so it also says which row of the model's table each of our tokens has.
import { inFull, logged, say } from '../../../base/sayings';
import * as v from 'valibot';
import { groupDigits } from '../../../base/group-digits';
import { fail, ok, type Result } from '../../../base/result';
import { byteTokens, type Merge, mergesText, mostTokens, readMerges } from '../../../data/byte-pairs';
import { maximumCharacters, type Vocabulary } from '../../../data/vocabulary';
import { wordPattern } from '../../../data/words';
import { type FileProblem, short } from '../safetensors-file';
import { visibleBytes } from '../visible-bytes';
import { readJson } from './read-json';

export interface ReadTokenizer {
  readonly vocabulary: Vocabulary;
  /** The rows of the model's token table, for each of our tokens. */
  readonly rows: readonly number[];
  /** Tokens of the model that no text has here, such as “<|endoftext|>”. */
  readonly leftOut: readonly string[];
  /** It cuts words by GPT-2's pattern, and Lockstep by its own. */
  readonly cutsOtherwise: boolean;
}

const row = v.pipe(v.number(), v.integer(), v.minValue(0));
const affix = v.optional(v.nullable(v.string()), null);
const schema = v.object({
  normalizer: v.optional(v.nullable(v.object({ type: v.string() })), null),
  pre_tokenizer: v.optional(v.unknown()),
  model: v.variant('type', [
    v.object({ type: v.literal('WordLevel'), vocab: v.record(v.string(), row) }),
    v.object({
      type: v.literal('BPE'),
      vocab: v.record(v.string(), row),
      merges: v.array(v.union([v.string(), v.tuple([v.string(), v.string()])])),
      continuing_subword_prefix: affix,
      end_of_word_suffix: affix,
    }),
  ]),
});

export async function readTokenizer(file: Blob): Promise<Result<ReadTokenizer, FileProblem>> {
  const read = await readJson(file, 'tokenizer.json', schema);
  if (!read.ok) return read;
  const { normalizer, pre_tokenizer, model } = read.value;
  if (normalizer) return misfit(`it changes texts first (${short(normalizer.type)})`);
  if (model.type === 'WordLevel') return characterTokens(model.vocab, pre_tokenizer);
  if (model.continuing_subword_prefix || model.end_of_word_suffix)
    return misfit('it marks parts of words, and is not of bytes');
  return bytePairTokens(model.vocab, model.merges, pre_tokenizer);
}

const everyCharacter = v.object({
  type: v.literal('Split'),
  pattern: v.object({ Regex: v.picklist(['[\\s\\S]', '(?s).']) }),
  behavior: v.literal('Isolated'),
  invert: v.optional(v.literal(false)),
});

function characterTokens(
  vocab: Readonly<Record<string, number>>,
  cutter: unknown,
): Result<ReadTokenizer, FileProblem> {
  if (!v.is(everyCharacter, cutter)) return misfit('its tokens are words, not characters');
  const names = Object.keys(vocab);
  const characters = names
    .filter((name) => Array.from(name).length === 1)
    .sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
  if (characters.length === 0 || characters.length > maximumCharacters)
    return misfit(`it has ${groupDigits(characters.length)} characters; 1 to ${maximumCharacters} fit`);
  return ok({
    vocabulary: { kind: 'characters', characters },
    rows: characters.map((character) => vocab[character]),
    leftOut: names.filter((name) => Array.from(name).length !== 1),
    cutsOtherwise: false,
  });
}

const asBytes = { type: v.literal('ByteLevel'), add_prefix_space: v.literal(false) };
/** The cutter as Lockstep writes it. */
const ourCutter = v.object({
  type: v.literal('Sequence'),
  pretokenizers: v.tuple([
    v.object({
      type: v.literal('Split'),
      pattern: v.object({ Regex: v.literal(wordPattern) }),
      behavior: v.literal('Isolated'),
    }),
    v.object({ ...asBytes, use_regex: v.literal(false) }),
  ]),
});
const gpt2Cutter = v.object({ ...asBytes, use_regex: v.optional(v.literal(true)) });

function bytePairTokens(
  vocab: Readonly<Record<string, number>>,
  given: readonly (string | readonly [string, string])[],
  cutter: unknown,
): Result<ReadTokenizer, FileProblem> {
  const isOurs = v.is(ourCutter, cutter);
  if (!isOurs && !v.is(gpt2Cutter, cutter))
    return misfit('it cuts words neither as GPT-2 does nor as Lockstep does');
  if (given.length > mostTokens - byteTokens)
    return misfit(
      `it has ${groupDigits(byteTokens + given.length)} byte pairs and bytes; at most ${groupDigits(mostTokens)} fit`,
    );
  /** Ours, by the name in the file. */
  const tokenOf = new Map(visibleBytes.map((name, byte) => [name, byte]));
  const merges: Merge[] = [];
  for (const merge of given) {
    const [left, right, ...more] = typeof merge === 'string' ? merge.split(' ') : merge;
    const pair = [tokenOf.get(left), tokenOf.get(right)] as const;
    if (pair[0] === undefined || pair[1] === undefined || more.length > 0)
      return misfit(`merge ${groupDigits(merges.length + 1)} is not of two earlier tokens of bytes`);
    if (tokenOf.has(left + right)) return misfit(`two of its merges make “${short(left + right)}”`);
    tokenOf.set(left + right, byteTokens + merges.length);
    merges.push([pair[0], pair[1]]);
  }
  if (merges.length === 0) return misfit('it has no byte pairs');
  const checked = readMerges(mergesText(merges));
  if (!checked.ok) return misfit(logged(checked.error.says));
  const without = [...tokenOf.keys()].find((name) => !Object.hasOwn(vocab, name));
  if (without !== undefined) return misfit(`it has no token for “${short(without)}”`);
  return ok({
    vocabulary: { kind: 'byte-pairs', merges },
    rows: [...tokenOf.keys()].map((name) => vocab[name]),
    leftOut: Object.keys(vocab).filter((name) => !tokenOf.has(name)),
    cutsOtherwise: !isOurs,
  });
}

function misfit(why: string): Result<never, FileProblem> {
  return fail('foreign', inFull(say('tokenizer-misfit'), `the tokenizer does not fit: ${why}`));
}
