// Whether each member may bring files of this kind of its own.
import { namesPairs } from '../../../src/data/recipe';
import type { Imported } from '../../../src/data/import/imported';

/** Read alike on every device: a table is scaled by its own numbers, and characters are numbered by the text (E29). */
export function mayBeOwn(files: Imported): boolean {
  return files.kind === 'text' ? namesPairs(files.recipe) : files.kind === 'idx';
}
