// What files become: examples as a pair of IDX files, or one text. Both can be trained on, hashed and handed to a replica.
import type { Saying } from '../../base/sayings';
import type { TableColumn } from '../table-columns';
import type { Origin } from '../origin';
import type { Preview } from './preview';
import type { Recipe } from '../recipe';

interface OfAnyKind {
  /** The name of the files, without endings. */
  readonly name: string;
  /** The hash that the run names. */
  readonly sha256: string;
  /** Undefined: the files are used as they are. */
  readonly recipe?: Recipe;
  /** Where it was downloaded from; undefined: a person's own files. */
  readonly origin?: Origin;
  /** What could be chosen instead of the recipe's column or field. */
  readonly choices?: readonly string[];
  /** Whether one line of a table in a text file names the columns. */
  readonly hasNames?: boolean;
  /** The delimiter of such a table’s values. */
  readonly delimiter?: string;
  /** What the person should know: what was left out, and why. */
  readonly notes: readonly Saying[];
  /** The file could be read as this instead. */
  readonly other?: 'text' | 'table';
  readonly preview: Preview;
}

export interface ImportedExamples extends OfAnyKind {
  readonly kind: 'idx';
  readonly images: Blob;
  readonly labels: Blob;
  readonly examples: number;
  readonly inputShape: readonly number[];
  readonly classes: number;
  readonly classNames?: readonly string[];
  /** The columns of a table, from which its inputs are made. */
  readonly columns?: readonly TableColumn[];
  /** The names of the first inputs, where they have some. */
  readonly inputNames?: readonly string[];
}

export interface ImportedText extends OfAnyKind {
  readonly kind: 'text';
  readonly file: Blob;
  /** Unpacked, of what is used. */
  readonly bytes: number;
  /** Bytes of the whole text, of which only the first `bytes` are used; 0: more than are used, and nobody counted them.
   *  Undefined: all is used. */
  readonly cutFrom?: number;
  readonly characters: number;
  /** The number of the text’s tokens; as many as its characters, unless the recipe has merges. */
  readonly tokens: number;
  /** Different tokens. */
  readonly vocabulary: number;
}

export type Imported = ImportedExamples | ImportedText;
