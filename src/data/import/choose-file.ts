// Which of several files is the one to learn from: those of an archive or a folder that holds no images. Licences, read-me
// files and what systems leave behind do not count. Pure.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';

interface Named {
  readonly path: string;
}

export interface ChosenFile<T> {
  readonly file: T;
  /** Which others are not read. */
  readonly notes: readonly Saying[];
}

const table = /\.(csv|tsv|tab|jsonl|ndjson|json|parquet|data)(\.(gz|zip))?$/i;
const text = /\.(txt|text|md)(\.(gz|zip))?$/i;
const archive = /\.(zip|gz)$/i;
const idx = /(ubyte|\.idx)(\.gz)?$/i;
const besides =
  /^(readme|licen[cs]e|copying|notice|changelog|authors|citation|metadata|dataset-metadata|datapackage|index|thumbs|desktop)\b|\.names$/i;
const mostNamed = 4;

export function isHiddenPath(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}

/** One that could be chosen. */
export function hasTable(files: readonly Named[]): boolean {
  return files.some(({ path }) => table.test(path) && !besides.test(fileName(path)));
}

/** `name`: of the archive or the folder. */
export function chooseFile<T extends Named>(
  files: readonly T[],
  name: string,
): Result<ChosenFile<T>, 'bad-file'> {
  if (files.length === 0) return fail('bad-file', say('zip-empty', { name }));
  const proper = files.filter(({ path }) => !besides.test(fileName(path)));
  const tables = proper.filter(({ path }) => table.test(path));
  const sets = proper.filter(({ path }) => idx.test(path));
  const texts = proper.filter(({ path }) => text.test(path));
  const archives = proper.filter(({ path }) => archive.test(path));
  // A file of another kind that stands alone has a reader that says what it is.
  const alone = proper.length === 1 ? proper : [];
  const found =
    [tables, texts, sets.length > 0 ? [] : archives, sets.length > 0 ? [] : alone].find(
      ({ length }) => length > 0,
    ) ?? [];
  if (found.length === 0)
    return sets.length > 0
      ? fail('bad-file', say('several-files', { name, such: such(sets) }))
      : fail('bad-file', say('files-without-data', { name, such: such(files) }));
  // Kaggle’s sets: train.csv, test.csv and a sample of what to hand in.
  const trained = found.filter(({ path }) => /(^|[^a-z])train(ing)?([^a-z]|$)/i.test(fileName(path)));
  const file = found.length === 1 ? found[0] : trained.length === 1 ? trained[0] : undefined;
  if (!file) return fail('bad-file', say('several-files', { name, such: such(found) }));
  const others = found.filter((one) => one !== file);
  return ok({
    file,
    notes: others.length > 0 ? [say('one-of-files', { path: file.path, others: such(others) })] : [],
  });
}

function such(files: readonly Named[]): string {
  const named = files.slice(0, mostNamed).map(({ path }) => path.slice(-60));
  return `${named.join(', ')}${files.length > mostNamed ? ', …' : ''}`;
}

function fileName(path: string): string {
  return path.split('/').at(-1)!;
}
