// A tokenizer of Transformers as one of our vocabularies: characters, or byte pairs of 256 bytes and merges. Our order of
// tokens may be another one, so it also says which row of the model's table each of our tokens has; GPT-2's own is ours.
import { inFull, say } from '../../../base/sayings';
import * as v from 'valibot';
import { groupDigits } from '../../../base/group-digits';
import { fail, ok, type Result } from '../../../base/result';
import {
  byteTokens,
  type Merge,
  mergesMisfit,
  mostPairTokens,
  mostTokenBytes,
  mostTokens,
} from '../../../data/byte-pairs';
import { isSpecial, mostSpecialTokens } from '../../../data/special-tokens';
import { maximumCharacters, type Vocabulary } from '../../../data/vocabulary';
import { mostWordBytes, wordPattern } from '../../../data/words';
import { type FileProblem, short } from '../safetensors-file';
import { tokenOfByte, visibleBytes } from '../../../data/visible-bytes';
import type { GptFiles } from './gpt-files';
import { readJson, readSmallText } from './read-json';

export interface ReadTokenizer {
  readonly vocabulary: Vocabulary;
  /** The rows of the model's token table, for each of our tokens. */
  readonly rows: readonly number[];
  /** Tokens of the model that no text has here. */
  readonly leftOut: readonly string[];
}

type Rows = Readonly<Record<string, number>>;

const row = v.pipe(v.number(), v.integer(), v.minValue(0));
/** Names and rows; “constructor” is one of GPT-2's names. */
const rowsSchema = v.custom<Rows>(
  (input) =>
    typeof input === 'object' &&
    input !== null &&
    Object.values(input).every((value) => Number.isInteger(value) && (value as number) >= 0),
  'it is no list of tokens with their numbers',
);
const affix = v.optional(v.nullable(v.string()), null);
const bytePairModel = v.object({
  type: v.literal('BPE'),
  vocab: rowsSchema,
  merges: v.array(v.union([v.string(), v.tuple([v.string(), v.string()])])),
  continuing_subword_prefix: affix,
  end_of_word_suffix: affix,
  dropout: v.optional(v.nullable(v.number()), null),
  ignore_merges: v.optional(v.boolean(), false),
});
type BytePairModel = v.InferOutput<typeof bytePairModel>;

const isSet = v.optional(v.boolean(), false);
const addedToken = v.object({
  id: row,
  content: v.string(),
  lstrip: isSet,
  rstrip: isSet,
  single_word: isSet,
});
type AddedToken = Pick<v.InferOutput<typeof addedToken>, 'id' | 'content'>;

const schema = v.object({
  normalizer: v.optional(v.nullable(v.object({ type: v.string() })), null),
  pre_tokenizer: v.optional(v.unknown()),
  added_tokens: v.optional(v.array(addedToken), []),
  model: v.variant('type', [v.object({ type: v.literal('WordLevel'), vocab: rowsSchema }), bytePairModel]),
});

export async function readTokenizer(
  files: Pick<GptFiles, 'tokenizer' | 'merges'>,
): Promise<Result<ReadTokenizer, FileProblem>> {
  if (files.merges) return readOldTokenizer(files.tokenizer, files.merges);
  const read = await readJson(files.tokenizer, 'tokenizer.json', schema);
  if (!read.ok) return read;
  const { normalizer, pre_tokenizer, model, added_tokens: added } = read.value;
  if (normalizer) return misfit(`it changes texts first (${short(normalizer.type)})`);
  if (model.type === 'WordLevel') return characterTokens(model.vocab, pre_tokenizer);
  const why = modelMisfit(model);
  if (why !== undefined) return misfit(why);
  const cutsAsGpt2 = isGpt2(pre_tokenizer);
  if (cutsAsGpt2 === undefined) return misfit('it cuts words neither as GPT-2 does nor as Lockstep does');
  if (!cutsAsGpt2) return bytePairTokens(model.vocab, model.merges, false, []);
  const odd = added.find(
    (token) => token.lstrip || token.rstrip || token.single_word || !isSpecial(token.content),
  );
  if (odd) return misfit(`its token “${short(odd.content)}” does not stand for itself alone`);
  return bytePairTokens(model.vocab, model.merges, true, added);
}

const everyCharacter = v.object({
  type: v.literal('Split'),
  pattern: v.object({ Regex: v.picklist(['[\\s\\S]', '(?s).']) }),
  behavior: v.literal('Isolated'),
  invert: v.optional(v.literal(false)),
});

function characterTokens(vocab: Rows, cutter: unknown): Result<ReadTokenizer, FileProblem> {
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

/** Undefined: it cuts in another way. */
function isGpt2(cutter: unknown): boolean | undefined {
  if (v.is(gpt2Cutter, cutter)) return true;
  return v.is(ourCutter, cutter) ? false : undefined;
}

/** The reason why the model does not find tokens as we find them; undefined: it does. */
function modelMisfit(model: BytePairModel): string | undefined {
  if (model.continuing_subword_prefix || model.end_of_word_suffix)
    return 'it marks parts of words, and is not of bytes';
  if (model.dropout) return 'it leaves out merges at random';
  return model.ignore_merges ? 'it takes whole words before it merges pairs' : undefined;
}

/** `added`: tokens that a text may hold as they are written. */
function bytePairTokens(
  vocab: Rows,
  given: readonly (string | readonly string[])[],
  isGpt2: boolean,
  added: readonly AddedToken[],
): Result<ReadTokenizer, FileProblem> {
  const most = isGpt2 ? mostPairTokens : mostTokens;
  const count = byteTokens + given.length + added.length;
  if (count > most)
    return misfit(`it has ${groupDigits(count)} byte pairs and bytes; at most ${groupDigits(most)} fit`);
  if (added.length > mostSpecialTokens)
    return misfit(`it has ${added.length} tokens beside its pairs; at most ${mostSpecialTokens} fit`);
  /** Ours, by the name in the file. */
  const tokenOf = new Map(
    visibleBytes
      .map((name, byte) => [name, isGpt2 ? tokenOfByte[byte] : byte] as const)
      .sort((a, b) => a[1] - b[1]),
  );
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
  const why = mergesMisfit(merges, isGpt2 ? mostTokenBytes : mostWordBytes);
  if (why !== undefined) return misfit(why);
  const without = [...tokenOf.keys()].find((name) => !Object.hasOwn(vocab, name));
  if (without !== undefined) return misfit(`it has no token for “${short(without)}”`);
  const special = added.map(({ content }) => content);
  const rows = [...[...tokenOf.keys()].map((name) => vocab[name]), ...added.map(({ id }) => id)];
  if (new Set(rows).size !== rows.length || new Set(special).size !== special.length)
    return misfit('two of its tokens have one number, or are the same');
  return ok({
    vocabulary: { kind: 'byte-pairs', merges, ...(isGpt2 && { gpt2: { special } }) },
    rows,
    leftOut: Object.keys(vocab).filter((name) => !tokenOf.has(name) && !special.includes(name)),
  });
}

/** vocab.json and merges.txt, as OpenAI published them: GPT-2's words, and one token that is no pair. */
async function readOldTokenizer(vocab: Blob, merges: Blob): Promise<Result<ReadTokenizer, FileProblem>> {
  const read = await readJson(vocab, 'vocab.json', rowsSchema);
  if (!read.ok) return read;
  const text = await readSmallText(merges, 'merges.txt');
  if (!text.ok) return text;
  const lines = text.value.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#version'));
  const end = '<|endoftext|>';
  const added = Object.hasOwn(read.value, end) ? [{ id: read.value[end], content: end }] : [];
  return bytePairTokens(read.value, lines, true, added);
}

function misfit(why: string): Result<never, FileProblem> {
  return fail('foreign', inFull(say('tokenizer-misfit'), `the tokenizer does not fit: ${why}`));
}
