// The shape of one example of a run's data, from the configuration alone. Nothing need be loaded.
import { storyVocabulary } from '../../data/story-characters';
import type { DataChoice } from './run-config';

export interface DataShape {
  readonly holds: 'reals' | 'tokens';
  readonly inputShape: readonly number[];
  /** Loss terms of one example. */
  readonly terms: number;
  readonly classes: number;
}

/** Data that people hold as files; all other is built in. */
export type FileData = Extract<DataChoice, { readonly sha256: string }>;

export function isFileData(data: DataChoice): data is FileData {
  return 'sha256' in data;
}

/** Each member brings its own examples (S20). */
export function isOwnData(data: DataChoice): boolean {
  return 'own' in data && data.own === true;
}

/** Files that all members hold alike. */
export function isSharedData(data: DataChoice | undefined): data is FileData {
  return data !== undefined && isFileData(data) && !isOwnData(data);
}

export function shapeOf(data: DataChoice): DataShape {
  switch (data.kind) {
    case 'points':
      return reals([2], 2);
    case 'digits':
      return reals([28, 28], 10);
    case 'idx':
      return reals(data.inputShape, data.classes);
    case 'table':
      return reals([data.inputs], data.classes);
    case 'stories':
      return windows(data.context, storyVocabulary);
    case 'text':
      return windows(data.context, data.vocabulary);
    default:
      return data satisfies never;
  }
}

function reals(inputShape: readonly number[], classes: number): DataShape {
  return { holds: 'reals', inputShape, terms: 1, classes };
}

function windows(context: number, classes: number): DataShape {
  return { holds: 'tokens', inputShape: [context], terms: context, classes };
}
