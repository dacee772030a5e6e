// How a member makes the room's examples from its own copy of the files. It travels with the run, so that nobody has to choose
// what the host chose. What a recipe means is in recipe.ts.
import * as v from 'valibot';
import { mostAmounts } from './amounts';
import { byteTokens, mostTokens } from './byte-pairs';
import { delimiters } from './recipe';
import { namedFile } from './named-file';
import { areSpecial } from './special-tokens';
import { mostTokenizerBytes } from './tokenizer-bytes';
import { maximumCharacters } from './vocabulary';

const column = v.pipe(v.string(), v.maxLength(100));
/** Byte-pair tokens; well-formed ones, by `readMerges`. */
const merges = v.pipe(v.string(), v.minLength(4), v.maxLength(4 * (mostTokens - byteTokens)));

/** Words and bytes are those of a GPT-2, which has these tokens beside its pairs. */
const gpt2 = v.strictObject({
  special: v.custom<readonly string[]>(areSpecial),
});

/** Tokens of GPT-2's kind that are too many for a configuration (tokenizer-bytes.ts). */
const tokenizer = namedFile(mostTokenizerBytes);

export const textRecipe = v.variant('kind', [
  /** The text of one field of JSON Lines. */
  v.strictObject({
    kind: v.literal('field'),
    field: column,
    merges: v.exactOptional(merges),
    gpt2: v.exactOptional(gpt2),
    tokenizer: v.exactOptional(tokenizer),
  }),
  /** A whole text, with byte-pair tokens: merges, or the tokenizer that has them. */
  v.strictObject({
    kind: v.literal('text'),
    merges: v.exactOptional(merges),
    gpt2: v.exactOptional(gpt2),
    tokenizer: v.exactOptional(tokenizer),
  }),
  /** A whole text, read with the characters of a model that was trained before: token i is the i-th one. They are one or
   *  two UTF-16 units each; well-formed ones, by `readCharacters`. */
  v.strictObject({
    kind: v.literal('characters'),
    characters: v.pipe(v.string(), v.minLength(1), v.maxLength(2 * maximumCharacters)),
  }),
]);

/** A table: CSV, or JSON Lines with fields. How a CSV file is cut is said where the host said so; else it is as it looks. */
export const tableRecipe = v.strictObject({
  kind: v.literal('table'),
  /** The column of classes, or the first of amounts. */
  target: column,
  /** The columns of amounts; absent: the target is a class. */
  amounts: v.exactOptional(v.pipe(v.array(column), v.minLength(1), v.maxLength(mostAmounts), v.readonly())),
  /** Whether a line names the columns. */
  names: v.exactOptional(v.boolean()),
  delimiter: v.exactOptional(v.picklist(delimiters)),
});

/** Sounds in folders by class, a picture of a second each (sound/spectrogram.ts). */
export const soundRecipe = v.strictObject({ kind: v.literal('sounds') });

/** Images in folders by class. */
export const imageRecipe = v.strictObject({
  kind: v.literal('images'),
  side: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1024)),
  channels: v.picklist([1, 3]),
});
