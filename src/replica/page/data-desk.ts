// Data to train on, for the UI: a person's own files, and public datasets. Loaded when somebody asks for either.
import type { Result } from '../../base/result';
import { catalogue, datasetName, type CatalogueEntry, type DatasetId } from '../../data/catalogue/entries';
import type { HuggingFaceDataset } from '../../data/catalogue/hugging-face';
import type { GivenFile } from '../../data/import/import-files';
import type { Imported } from '../../data/import/imported';
import type { Origin } from '../../data/origin';
import type { Recipe, RecipeWish } from '../../data/recipe';
import type { FileProgress } from '../files/file-question';
import { readInWorker } from '../files/file-reader';

export { catalogue, datasetName };
export type {
  CatalogueEntry,
  DatasetId,
  FileProgress,
  GivenFile,
  HuggingFaceDataset,
  Imported,
  Origin,
  Recipe,
  RecipeWish,
};

/** Whatever the files are: read and checked in a separate Worker; the page keeps files, not their bytes. `recipe`: the
 *  room's, or a person's wish; undefined to choose. `isCut`: the room's run uses only the beginning of its text. */
export function importFiles(
  files: readonly GivenFile[],
  recipe?: RecipeWish,
  onProgress?: (progress: FileProgress) => void,
  signal?: AbortSignal,
  isCut?: boolean,
): Promise<Result<Imported, 'bad-file'>> {
  return readInWorker({ kind: 'import', files, recipe, isCut }, onProgress, signal);
}

/** A public dataset, downloaded by a Worker if it is not on this device. Aborted, it keeps what has arrived. */
export function downloadData(
  origin: Origin,
  recipe: RecipeWish | undefined,
  onProgress: (progress: FileProgress) => void,
  signal: AbortSignal,
  isCut?: boolean,
): Promise<Result<Imported, 'bad-file'>> {
  return readInWorker({ kind: 'download', origin, recipe, isCut }, onProgress, signal);
}

export function lookUpDataset(name: string): Promise<Result<HuggingFaceDataset, 'bad-file'>> {
  return readInWorker({ kind: 'look-up', name });
}
