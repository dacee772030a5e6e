// What a page asks about the user's files before it uses them. The page's half needs no reader of files, so that none is
// loaded before a file is given.
import { say } from '../../base/sayings';
import type { Result } from '../../base/result';
import type { GivenFile } from '../../data/import/import-files';
import type { Imported } from '../../data/import/imported';
import type { HuggingFaceDataset } from '../../data/catalogue/hugging-face';
import type { Origin } from '../../data/origin';
import type { RecipeWish } from '../../data/recipe';
import { refusalBySize } from '../../data/unpack';
import { mostFileBytes } from '../../train/checkpoint/safetensors-file';
import type { RunConfig } from '../../train/run/run-config';
import type { AdapterChoice } from '../adapter-choice';
import type { BegunRun } from '../../train/checkpoint/import/begin-on-features';
import type { FeatureSource } from './feature-file';
import type { BasedRun, BaseSource } from './find-base';
import type { GptFacts, GptSource } from './gpt-file';
import type { RunFacts } from './run-file';

export type FileQuestion =
  /** A saved run. */
  | { readonly kind: 'run'; readonly file: File }
  /** A saved run, as an archive for PyTorch. `data`: the files that it trained on, which then are in the archive. */
  | { readonly kind: 'export'; readonly file: Blob; readonly data?: readonly Blob[] | undefined }
  /** A GPT that another program wrote. */
  | { readonly kind: 'gpt'; readonly source: GptSource }
  /** The run of this configuration, begun with its weights; with `adapters`, the run that trains these on it. */
  | {
      readonly kind: 'begin';
      readonly source: GptSource;
      readonly config: RunConfig;
      readonly adapters: AdapterChoice | undefined;
    }
  /** The run of this configuration with its new last layer, begun on the features of a saved run. */
  | {
      readonly kind: 'begin-on-features';
      readonly source: FeatureSource;
      readonly config: RunConfig;
      readonly frozenLayers: number;
    }
  /** The base of a saved run: kept here, or made again of the model that it began with. */
  | { readonly kind: 'base'; readonly run: BasedRun; readonly source: BaseSource | undefined }
  /** Files to train on. */
  | {
      readonly kind: 'import';
      readonly files: readonly GivenFile[];
      /** The room's, or a person's wish; undefined to choose. */
      readonly recipe?: RecipeWish | undefined;
      /** The room's run uses only the beginning of its text. */
      readonly isCut?: boolean | undefined;
    }
  /** A public dataset to train on, downloaded if it is not here. */
  | {
      readonly kind: 'download';
      readonly origin: Origin;
      readonly recipe?: RecipeWish | undefined;
      readonly isCut?: boolean | undefined;
    }
  /** What Hugging Face says of a dataset. */
  | { readonly kind: 'look-up'; readonly name: string };

interface FactsOfKind {
  readonly run: RunFacts;
  readonly export: Blob;
  readonly gpt: GptFacts;
  readonly begin: BegunRun;
  readonly 'begin-on-features': BegunRun;
  /** Undefined: it is not kept here. */
  readonly base: Blob | undefined;
  readonly import: Imported;
  readonly download: Imported;
  readonly 'look-up': HuggingFaceDataset;
}

export type FactsOf<Q extends FileQuestion> = FactsOfKind[Q['kind']];
export type FileAnswer = Result<FactsOfKind[FileQuestion['kind']], 'bad-file'>;

/** A message of the Worker, before its answer. */
export interface FileProgress {
  readonly read: number;
  readonly of: 'rows' | 'images' | 'sounds' | 'bytes' | 'merges' | 'text';
  readonly total?: number | undefined;
  /** The place among several files, from 0. */
  readonly file?: { readonly at: number; readonly of: number } | undefined;
}

/** Why the files need not be opened, judged by their sizes. What is imported is read in part if it is large. */
export function refusalOf(question: FileQuestion): ReturnType<typeof refusalBySize> {
  return question.kind === 'run' || question.kind === 'export'
    ? refusalBySize(question.file.size, mostFileBytes, say('the-file'))
    : undefined;
}
