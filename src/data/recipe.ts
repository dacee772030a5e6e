// What recipes (recipe-schema.ts) mean: the wishes that they come from, and the tokens of a text that they name.
import type * as v from 'valibot';
import { ok, type Result } from '../base/result';
import { type BytePairs, type Gpt2Tokens, mergesText, mostTokenBytes, readMerges } from './byte-pairs';
import type { imageRecipe, soundRecipe, tableRecipe, textRecipe } from './recipe-schema';
import { readCharacters, type Vocabulary } from './vocabulary';

/** What parts the values of a line. A space stands for any run of spaces and tabs. */
export const delimiters = [',', ';', '\t', '|', ' '] as const;
export type Delimiter = (typeof delimiters)[number];

export type TableRecipe = v.InferOutput<typeof tableRecipe>;
export type TextRecipe = v.InferOutput<typeof textRecipe>;
export type ImageRecipe = v.InferOutput<typeof imageRecipe>;
export type SoundRecipe = v.InferOutput<typeof soundRecipe>;
/** How a CSV file is cut, where the host has said so. */
export type CsvReading = Pick<TableRecipe, 'names' | 'delimiter'>;

export type Recipe = TableRecipe | TextRecipe | ImageRecipe | SoundRecipe;

/** What a person asks the importer for: a recipe, a table whose column to learn is guessed, a text in characters, or byte pairs to be learnt, so many tokens in
 *  all. */
export type RecipeWish =
  | Recipe
  | ({ readonly kind: 'table' } & CsvReading)
  | { readonly kind: 'text' }
  | { readonly kind: 'text'; readonly learn: number }
  | { readonly kind: 'field'; readonly field: string; readonly learn: number };

/** The merges of byte-pair tokens (byte-pairs.ts); undefined: a token is a character. */
export function mergesIn(recipe: Recipe | undefined): string | undefined {
  return recipe?.kind === 'text' || recipe?.kind === 'field' ? recipe.merges : undefined;
}

/** A text read with these tokens, whatever it holds. */
export function recipeOf(vocabulary: Vocabulary): TextRecipe {
  return vocabulary.kind === 'characters'
    ? { kind: 'characters', characters: vocabulary.characters.join('') }
    : { kind: 'text', ...pairsOf(vocabulary) };
}

/** The part of a recipe about byte-pair tokens. */
export function pairsOf({ merges, gpt2 }: BytePairs): { merges: string; gpt2?: Gpt2Tokens } {
  return { merges: mergesText(merges), ...(gpt2 && { gpt2 }) };
}

/** The tokens that the recipe names; undefined: those of the text itself. Another replica may have written it. */
export function vocabularyIn(
  recipe: Recipe | undefined,
): Result<Vocabulary | undefined, 'bad-merges' | 'bad-characters'> {
  if (recipe?.kind === 'characters') return readCharacters(recipe.characters);
  if ((recipe?.kind !== 'text' && recipe?.kind !== 'field') || recipe.merges === undefined)
    return ok(undefined);
  const { merges, gpt2 } = recipe;
  const read = readMerges(merges, gpt2 && mostTokenBytes);
  return read.ok ? ok({ kind: 'byte-pairs', merges: read.value, ...(gpt2 && { gpt2 }) }) : read;
}
