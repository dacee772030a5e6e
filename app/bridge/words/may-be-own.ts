// Whether each member may bring files of this kind of its own.
import type { Imported } from '../../../src/data/import/imported';

/** Read alike on every device: a table is scaled by its own numbers, and characters are numbered by the text (E29). */
export function mayBeOwn(files: Imported): boolean {
  const { recipe } = files;
  if (files.kind === 'idx') return recipe?.kind !== 'table';
  return recipe !== undefined && 'merges' in recipe && recipe.merges !== undefined;
}
