// How a member makes the room's examples from its own copy of the files. It travels with the run, so that nobody has to
// choose what the host chose.
import { ok, type Result } from '../base/result';
import { mergesText, readMerges } from './byte-pairs';
import { readCharacters, type Vocabulary } from './vocabulary';

/** How a CSV file is cut, where the host has said so; absent: as it looks. */
export interface CsvReading {
  /** Whether a line names the columns. */
  readonly names?: boolean;
  readonly delimiter?: Delimiter;
}

/** What parts the values of a line. A space stands for any run of spaces and tabs. */
export const delimiters = [',', ';', '\t', '|', ' '] as const;
export type Delimiter = (typeof delimiters)[number];

/** A table: CSV, or JSON Lines with fields. */
export interface TableRecipe extends CsvReading {
  readonly kind: 'table';
  readonly target: string;
}

export type TextRecipe =
  /** The text of one field of JSON Lines. */
  | { readonly kind: 'field'; readonly field: string; readonly merges?: string }
  /** A whole text, with byte-pair tokens. */
  | { readonly kind: 'text'; readonly merges: string }
  /** A whole text, read with the characters of a model that was trained before: token i is the i-th one. */
  | { readonly kind: 'characters'; readonly characters: string };

/** Images in folders by class. */
export interface ImageRecipe {
  readonly kind: 'images';
  readonly side: number;
  readonly channels: 1 | 3;
}

export type Recipe = TableRecipe | TextRecipe | ImageRecipe;

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
    : { kind: 'text', merges: mergesText(vocabulary.merges) };
}

/** The tokens that the recipe names; undefined: those of the text itself. Another replica may have written it. */
export function vocabularyIn(
  recipe: Recipe | undefined,
): Result<Vocabulary | undefined, 'bad-merges' | 'bad-characters'> {
  if (recipe?.kind === 'characters') return readCharacters(recipe.characters);
  const merges = mergesIn(recipe);
  if (merges === undefined) return ok(undefined);
  const read = readMerges(merges);
  return read.ok ? ok({ kind: 'byte-pairs', merges: read.value }) : read;
}
