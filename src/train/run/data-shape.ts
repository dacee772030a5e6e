// The shape of one example of a run's data, from the configuration alone. Nothing need be loaded.
import type { Amount } from '../../data/amounts';
import { homeAmounts, homeColumns } from '../../data/homes';
import type { TableColumn } from '../../data/table-columns';
import { storyVocabulary } from '../../data/story-characters';
import type { DataChoice } from './run-config';

export interface DataShape {
  readonly holds: 'reals' | 'tokens';
  readonly inputShape: readonly number[];
  /** Loss terms of one example. */
  readonly terms: number;
  readonly classes: number;
  /** What is predicted in place of classes, a term each; then `classes` is 1. */
  readonly amounts?: readonly Amount[];
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

/** The data is built in or published: it is nobody's own. */
export function isPublicData(data: DataChoice): boolean {
  return !isFileData(data) || (data.kind !== 'text' && data.origin !== undefined && !isOwnData(data));
}

/** Files that all members hold alike. */
export function isSharedData(data: DataChoice | undefined): data is FileData {
  return data !== undefined && isFileData(data) && !isOwnData(data);
}

/** What the inputs of each example are made from; undefined: they are no table, or it is not said. */
export function columnsOf(data: DataChoice): readonly TableColumn[] | undefined {
  if (data.kind === 'homes') return homeColumns;
  return data.kind === 'table' ? data.columns : undefined;
}

/** The kind of examples that can be altered while a run trains on them; undefined: neither images nor sounds. */
export function augmentable(data: DataChoice): 'images' | 'sounds' | undefined {
  if (data.kind === 'digits') return 'images';
  if (data.kind !== 'idx') return undefined;
  const [height, width, channels = 1] = data.inputShape;
  const isPicture = data.inputShape.length <= 3 && height > 3 && width > 3 && [1, 3].includes(channels);
  if (!isPicture) return undefined;
  return data.recipe?.kind === 'sounds' ? 'sounds' : 'images';
}

/** Each example has a class, and all members have all of them: so they can be dealt unevenly. */
export function hasSharedClasses(data: DataChoice): boolean {
  const { holds, amounts } = shapeOf(data);
  return holds === 'reals' && amounts === undefined && !isOwnData(data);
}

/** Examples at the end that were added to a run that had begun. */
export function addedTo(data: DataChoice): number {
  return data.kind === 'idx' && !data.own ? (data.added ?? 0) : 0;
}

export function shapeOf(data: DataChoice): DataShape {
  switch (data.kind) {
    case 'points':
      return reals([2], 2);
    case 'homes':
      return amountsBy([homeColumns.length], homeAmounts);
    case 'digits':
      return reals([28, 28], 10);
    case 'idx':
      return reals(data.inputShape, data.classes);
    case 'table':
      return data.amounts ? amountsBy([data.inputs], data.amounts) : reals([data.inputs], data.classes);
    case 'stories':
      return windows(data.context, storyVocabulary);
    case 'text':
      return windows(data.context, data.vocabulary);
    default:
      return data satisfies never;
  }
}

function amountsBy(inputShape: readonly number[], amounts: readonly Amount[]): DataShape {
  return { holds: 'reals', inputShape, terms: amounts.length, classes: 1, amounts };
}

function reals(inputShape: readonly number[], classes: number): DataShape {
  return { holds: 'reals', inputShape, terms: 1, classes };
}

function windows(context: number, classes: number): DataShape {
  return { holds: 'tokens', inputShape: [context], terms: context, classes };
}
