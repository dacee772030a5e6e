// A public dataset as something to train on: its files are downloaded, or taken from what this device kept, and imported
// like a person's own.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import type { Origin } from '../origin';
import type { RecipeWish } from '../recipe';
import { type GivenFile, importFiles } from '../import/import-files';
import type { OnProgress } from '../import/wanted';
import type { Imported } from '../import/imported';
import type { TextRoom } from '../import/text-part';
import { download, type DownloadOptions, type Shelf } from './download';
import { catalogue } from './entries';
import { askHuggingFace } from './hugging-face';

/** Where a file is kept: whole already, or a shelf for its bytes. */
type OpenShelf = (url: string) => Promise<Blob | Shelf>;

export interface ImportOptions extends Pick<DownloadOptions, 'fetch' | 'clock'> {
  readonly openShelf: OpenShelf;
  readonly onProgress: OnProgress;
  readonly room?: TextRoom;
}

export async function importOrigin(
  origin: Origin,
  recipe: RecipeWish | undefined,
  { openShelf, onProgress, room = {}, ...options }: ImportOptions,
): Promise<Result<Imported, 'bad-file'>> {
  const listed = await filesOf(origin, options);
  if (!listed.ok) return listed;
  const { files, name, notes } = listed.value;
  const given: GivenFile[] = [];
  for (const [at, { path, url }] of files.entries()) {
    const shelf = await openShelf(url);
    if (shelf instanceof Blob) {
      given.push({ path, file: shelf });
      continue;
    }
    const got = await download(url, shelf, {
      ...options,
      onProgress: (received, total) => onProgress(received, 'bytes', total, { at, of: files.length }),
    });
    if (!got.ok) return fail('bad-file', got.error.says);
    given.push({ path, file: got.value });
  }
  const imported = await importFiles(given, recipe, onProgress, undefined, room);
  if (!imported.ok) return imported;
  return ok({ ...imported.value, name, origin, notes: [...notes, ...imported.value.notes] });
}

interface Listed {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly url: string }[];
  readonly notes: readonly Saying[];
}

async function filesOf(
  origin: Origin,
  options: Pick<DownloadOptions, 'fetch' | 'clock'>,
): Promise<Result<Listed, 'bad-file'>> {
  if (origin.kind === 'catalogue') {
    const entry = catalogue.find(({ id }) => id === origin.id);
    return entry
      ? ok({ name: entry.title, files: entry.files, notes: [] })
      : fail('bad-file', say('unknown-dataset', { id: origin.id }));
  }
  const { name, subset, split } = origin;
  const asked = await askHuggingFace(name, options);
  if (!asked.ok) return fail('bad-file', asked.error.says);
  const part = asked.value.parts.find((one) => one.subset === subset && one.split === split);
  if (!part) return fail('bad-file', say('dataset-without-part', { name, part: `${subset}, ${split}` }));
  const [first] = part.urls;
  const notes = part.urls.length > 1 ? [say('first-file', { of: part.urls.length })] : [];
  const path = `${name.split('/').at(-1)!}.parquet`;
  return ok({ name: name.slice(0, 120), files: [{ path, url: first }], notes });
}
