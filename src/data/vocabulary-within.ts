// The tokens that a recipe holds itself. A tokenizer that it names by its hash is read in recipe-tokens.ts: the checks of a
// configuration go without hashes.
import { ok, type Result } from '../base/result';
import { mostTokenBytes, readMerges } from './byte-pairs';
import { pairsIn, type RecipeWish } from './recipe';
import { readCharacters, type Vocabulary } from './vocabulary';

/** Undefined: those of the text itself, or of a tokenizer. Another replica may have written the recipe. */
export function vocabularyWithin(
  recipe: RecipeWish | undefined,
): Result<Vocabulary | undefined, 'bad-merges' | 'bad-characters'> {
  if (recipe?.kind === 'characters') return readCharacters(recipe.characters);
  const { merges, gpt2 } = pairsIn(recipe);
  if (merges === undefined) return ok(undefined);
  const read = readMerges(merges, gpt2 && mostTokenBytes);
  return read.ok ? ok({ kind: 'byte-pairs', merges: read.value, ...(gpt2 && { gpt2 }) }) : read;
}
