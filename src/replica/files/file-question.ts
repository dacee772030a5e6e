// What a page asks about the user's files before it uses them. The page's half needs no reader of files, so that none is
// loaded before a file is given.
import type { Result } from '../../base/result';
import type { GivenFile } from '../../data/import/import-files';
import type { Imported } from '../../data/import/imported';
import type { Recipe } from '../../data/recipe';
import { refusalBySize } from '../../data/unpack';
import { mostFileBytes } from '../../train/checkpoint/safetensors-file';
import type { RunFacts } from './run-file';

export type FileQuestion =
  /** A saved run. */
  | { readonly kind: 'run'; readonly file: File }
  /** A saved run, as an archive for PyTorch. */
  | { readonly kind: 'export'; readonly file: Blob }
  /** Files to train on. */
  | {
      readonly kind: 'import';
      readonly files: readonly GivenFile[];
      /** The room's; undefined to choose. */
      readonly recipe?: Recipe | undefined;
    };

interface FactsOfKind {
  readonly run: RunFacts;
  readonly export: Blob;
  readonly import: Imported;
}

export type FactsOf<Q extends FileQuestion> = FactsOfKind[Q['kind']];
export type FileAnswer = Result<FactsOfKind[FileQuestion['kind']], 'bad-file'>;

/** From the Worker, before its answer. */
export interface FileProgress {
  readonly read: number;
  readonly of: 'rows' | 'images';
}

/** Why the files need not be opened, judged by their sizes. What is imported is read in part if it is large. */
export function refusalOf(question: FileQuestion): string | undefined {
  return question.kind === 'import'
    ? undefined
    : refusalBySize(question.file.size, mostFileBytes, 'the file');
}
