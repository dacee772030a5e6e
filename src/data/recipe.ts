// How a member makes the room's examples from its own copy of the files. It travels with the run, so that nobody has to
// choose what the host chose.
export type Recipe =
  /** A table: CSV, or JSON Lines with fields. */
  | { readonly kind: 'table'; readonly target: string }
  /** The text of one field of JSON Lines. */
  | { readonly kind: 'field'; readonly field: string; readonly merges?: string }
  /** A whole text, with byte-pair tokens. */
  | { readonly kind: 'text'; readonly merges: string }
  /** Images in folders by class. */
  | { readonly kind: 'images'; readonly side: number; readonly channels: 1 | 3 };

/** What a person asks the importer for: a recipe, a text in characters, or byte pairs to be learnt, so many tokens in
 *  all. */
export type RecipeWish =
  | Recipe
  | { readonly kind: 'text' }
  | { readonly kind: 'text'; readonly learn: number }
  | { readonly kind: 'field'; readonly field: string; readonly learn: number };

/** Of byte-pair tokens (byte-pairs.ts); undefined: a token is a character. */
export function mergesIn(recipe: Recipe | undefined): string | undefined {
  return recipe?.kind === 'text' || recipe?.kind === 'field' ? recipe.merges : undefined;
}
