// The meaning of recipes (recipe-schema.ts), and the wishes that they come from. recipe-tokens.ts has the tokens that they name.
import type * as v from 'valibot';
import type { NamedFile } from './named-file';
import type { imageRecipe, soundRecipe, tableRecipe, textRecipe } from './recipe-schema';

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

/** A recipe with the file of the tokenizer that it names, if it names one. */
export type WholeRecipe = Recipe & { readonly tokenizerFile?: Blob };

/** What a person asks the importer for: a recipe, a table whose column to learn is guessed, a text in characters, or byte pairs to be learnt, so many tokens in
 *  all. */
export type RecipeWish =
  | WholeRecipe
  | ({ readonly kind: 'table' } & CsvReading)
  | { readonly kind: 'text' }
  | { readonly kind: 'text'; readonly learn: number }
  | { readonly kind: 'field'; readonly field: string; readonly learn: number };

/** The part of a recipe that names byte-pair tokens. */
export type PairsRecipe = Pick<Extract<TextRecipe, { kind: 'text' }>, 'merges' | 'gpt2' | 'tokenizer'>;

export function pairsIn(recipe: RecipeWish | undefined): PairsRecipe {
  const isOfText = recipe?.kind === 'text' || recipe?.kind === 'field';
  return isOfText && !('learn' in recipe) ? (recipe as PairsRecipe) : {};
}

/** Whether the recipe names byte-pair tokens; false: a token is a character. */
export function namesPairs(recipe: RecipeWish | undefined): boolean {
  const { merges, tokenizer } = pairsIn(recipe);
  return merges !== undefined || tokenizer !== undefined;
}

/** The tokenizer that the recipe names by its hash. */
export function tokenizerIn(recipe: Recipe | undefined): NamedFile | undefined {
  return pairsIn(recipe).tokenizer;
}
