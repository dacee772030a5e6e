// Files that were read, as the data of a run.
import type { Imported } from '../data/import/imported';
import { windowCount } from '../data/window-count';
import type { FileData } from '../train/run/data-shape';
import type { DataChoice } from './protocol';

/** A text has no windows yet (inWindows). `isOwn`: each member brings its own instead, but of a table (E29). */
export function dataOfFiles(files: Imported, isOwn = false): FileData {
  const { name, sha256, origin } = files;
  const facts = { name, sha256, ...(origin ? { origin } : {}) };
  const own = isOwn ? { own: true as const } : {};
  if (files.kind === 'text') {
    const { kind, bytes, cutFrom, characters, tokens, vocabulary, recipe } = files;
    return {
      kind,
      ...facts,
      bytes,
      characters,
      vocabulary,
      context: 0,
      examples: 0,
      ...own,
      ...(tokens === characters ? {} : { tokens }),
      ...(cutFrom === undefined ? {} : { cutFrom }),
      ...(recipe ? { recipe } : {}),
    };
  }
  const { examples, classes, classNames } = files;
  const labelled = { ...facts, examples, classes, ...(classNames ? { classNames: [...classNames] } : {}) };
  if (files.kind === 'table') {
    const { kind, inputs, recipe, columns, amounts } = files;
    return {
      kind,
      ...labelled,
      inputs,
      recipe,
      ...(amounts ? { amounts } : {}),
      ...(columns ? { columns } : {}),
    };
  }
  const { kind, inputShape, recipe } = files;
  return { kind, ...labelled, inputShape, ...own, ...(recipe ? { recipe } : {}) };
}

/** A text cut into windows of so many tokens. */
export function inWindows<Data extends Extract<DataChoice, { kind: 'text' }>>(
  data: Data,
  context: number,
): Data {
  return { ...data, context, examples: windowCount(data.tokens ?? data.characters, context) };
}
