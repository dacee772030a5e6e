// What files become: examples of images, the rows of a table, or one text. All can be trained on, hashed and handed to a
// replica.
import type { Saying } from '../../base/sayings';
import type { Amount } from '../amounts';
import type { TableColumn } from '../table-columns';
import type { Origin } from '../origin';
import type { ExamplesPreview } from './preview';
import type { TextPreview } from './preview-text';
import type { ImageRecipe, SoundRecipe, TableRecipe, TextRecipe } from '../recipe';

interface OfAnyKind {
  /** The name of the files, without endings. */
  readonly name: string;
  /** The hash that the run names. */
  readonly sha256: string;
  /** Where it was downloaded from; undefined: a person's own files. */
  readonly origin?: Origin;
  /** What the person should know: what was left out, and why. */
  readonly notes: readonly Saying[];
  /** The file could be read as this instead. */
  readonly other?: 'text' | 'table';
}

/** Examples with classes, as a pair of IDX files. */
interface Labelled extends OfAnyKind {
  readonly inputFile: Blob;
  readonly labelFile: Blob;
  readonly examples: number;
  readonly classes: number;
  readonly classNames?: readonly string[];
  readonly preview: ExamplesPreview;
}

export interface ImportedIdx extends Labelled {
  readonly kind: 'idx';
  /** The shape of one example. */
  readonly inputShape: readonly number[];
  /** Undefined: the files are used as they are. */
  readonly recipe?: ImageRecipe | SoundRecipe;
}

interface ImportedTable extends Labelled {
  readonly kind: 'table';
  /** The inputs of one row. */
  readonly inputs: number;
  readonly recipe: TableRecipe;
  /** What the inputs are made from. */
  readonly columns?: readonly TableColumn[];
  /** The names of the first inputs. */
  readonly inputNames: readonly string[];
  /** What is predicted in place of classes; then `classes` is 1. */
  readonly amounts?: readonly Amount[];
  /** The columns whose classes could be learned. */
  readonly choices: readonly string[];
  /** The columns whose amounts could be predicted. */
  readonly amountChoices: readonly string[];
  /** Whether one line of a text file names the columns. */
  readonly hasNames?: boolean;
  /** The delimiter of such a file’s values. */
  readonly delimiter?: string;
}

export type ImportedExamples = ImportedIdx | ImportedTable;

export interface ImportedText extends OfAnyKind {
  readonly kind: 'text';
  readonly file: Blob;
  /** Unpacked, of what is used. */
  readonly bytes: number;
  /** Bytes of the whole text, of which only the first `bytes` are used; 0: more than are used, and nobody counted them.
   *  Undefined: all is used. */
  readonly cutFrom?: number;
  readonly characters: number;
  /** The number of the text’s tokens; as many as its characters, unless the recipe names byte pairs. */
  readonly tokens: number;
  /** Different tokens. */
  readonly vocabulary: number;
  /** Undefined: the file is used as it is. */
  readonly recipe?: TextRecipe;
  /** The tokenizer that the recipe names. */
  readonly tokenizer?: Blob;
  /** The fields that could be read instead. */
  readonly choices?: readonly string[];
  readonly preview: TextPreview;
}

export type Imported = ImportedExamples | ImportedText;
