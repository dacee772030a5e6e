// The tokens that a recipe names, from the recipe itself or from the file of a tokenizer that it names by its hash.
import { fail, type Result } from '../base/result';
import { say } from '../base/sayings';
import { type BytePairs, byteTokens, mergesText, mostTokens } from './byte-pairs';
import { nameOfBytes } from './name-of-file';
import {
  pairsIn,
  tokenizerIn,
  type PairsRecipe,
  type Recipe,
  type RecipeWish,
  type TextRecipe,
  type WholeRecipe,
} from './recipe';
import { readTokenizerBytes, type Tokenizer, tokenizerBytes } from './tokenizer-bytes';
import type { Vocabulary } from './vocabulary';
import { vocabularyWithin } from './vocabulary-within';

/** A text read with these tokens, whatever it holds. */
export function recipeOf(vocabulary: Vocabulary): TextRecipe {
  return vocabulary.kind === 'characters'
    ? { kind: 'characters', characters: vocabulary.characters.join('') }
    : { kind: 'text', ...pairsOf(vocabulary) };
}

/** The same with the file of the tokenizer, where the recipe names one. */
export function wholeRecipeOf(vocabulary: Vocabulary): WholeRecipe {
  const file = tokenizerFileOf(vocabulary);
  return { ...recipeOf(vocabulary), ...(file && { tokenizerFile: new Blob([file]) }) };
}

/** The recipe with the file of the tokenizer that it names; without the file where `vocabulary` is another. */
export function recipeWith(
  recipe: Recipe | undefined,
  vocabulary: Vocabulary | undefined,
): WholeRecipe | undefined {
  const named = tokenizerIn(recipe);
  const file = named && vocabulary && tokenizerFileOf(vocabulary);
  const isNamed = file !== undefined && nameOfBytes(file).root === named?.root;
  return recipe && { ...recipe, ...(isNamed && { tokenizerFile: new Blob([file]) }) };
}

/** The part of a recipe about byte-pair tokens: the merges themselves, or the name of their tokenizer where they are many. */
export function pairsOf(pairs: BytePairs): PairsRecipe {
  const { merges, gpt2 } = pairs;
  const bytes = tokenizerFileOf(pairs);
  if (bytes) return { tokenizer: nameOfBytes(bytes) };
  return { merges: mergesText(merges), ...(gpt2 && { gpt2 }) };
}

/** The file of tokens that are too many for a recipe; undefined: they are not. */
export function tokenizerFileOf(vocabulary: Vocabulary): Uint8Array<ArrayBuffer> | undefined {
  return isTokenizer(vocabulary) && vocabulary.merges.length > mostTokens - byteTokens
    ? tokenizerBytes(vocabulary)
    : undefined;
}

function isTokenizer(vocabulary: Vocabulary): vocabulary is Tokenizer {
  return vocabulary.kind === 'byte-pairs' && vocabulary.gpt2 !== undefined;
}

/** The tokens that the recipe names; undefined: those of the text itself. Another replica may have written it. `file`: the
 *  tokenizer that it names. */
export function vocabularyIn(
  recipe: RecipeWish | undefined,
  file?: Uint8Array,
): Result<Vocabulary | undefined, 'bad-merges' | 'bad-characters' | 'bad-tokenizer'> {
  const { merges, gpt2, tokenizer } = pairsIn(recipe);
  if (!tokenizer) return vocabularyWithin(recipe);
  if (merges !== undefined || gpt2) return fail('bad-tokenizer', say('tokens-malformed'));
  if (file && nameOfBytes(file).root === tokenizer.root) return readTokenizerBytes(file);
  return fail('bad-tokenizer', say('tokenizer-not-here', { root: tokenizer.root.slice(0, 8) }));
}
