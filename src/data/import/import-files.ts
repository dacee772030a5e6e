// Files that a person dropped or chose, whatever they are, as something to train on. The first file's name and first bytes
// say which reader takes them.
import { say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { blobShelf } from '../byte-shelf';
import { openIdx } from '../idx-dataset';
import { chooseFile, hasTable, isHiddenPath } from './choose-file';
import { csvRows } from './csv-rows';
import { imageFormat } from './decode-image';
import { readField, textFields } from './field-text';
import { foreignArchive, foreignFormat } from './foreign-format';
import { readClassFolders } from './class-folders';
import { imageReader, isImagePath } from './image-classes';
import type { Imported, ImportedIdx } from './imported';
import { importTable, namesOf, tableWish } from './import-table';
import { jsonRows } from './json-lines';
import { openParquet } from './parquet-rows';
import { previewExamples, shownSeed } from './preview';
import { namesPairs, type RecipeWish } from '../recipe';
import type { RowSource } from './rows';
import { looksLikeTable } from './looks-like-table';
import { idxPair, idxSet, isIdx } from './idx-set';
import { isSoundPath, isWav, soundReader, soundRecipe } from './sound-classes';
import { spectrogramSide } from '../sound/spectrogram';
import { inUtf8, startOf } from './text-encoding';
import { importText } from './import-text';
import { type OnProgress, type OpenShelf, shortName, type Wanted } from './wanted';
import type { TextRoom } from './text-part';
import { type PackedFile, zipEntries } from './zip-entries';
import { idxFile } from '../idx';

/** `path`: with the folders that it was chosen in. */
export interface GivenFile {
  readonly path: string;
  readonly file: Blob;
}

/** The largest table or text in an archive, which is unpacked into memory. */
const mostInnerBytes = 512 * 2 ** 20;

/** A file that unpacks to itself has no end. */
const mostDepth = 3;
/** More are a set of images, and a table beside it only says what is on them. */
const mostPictures = 20;

/** `recipe`: the room's, or a person's wish; undefined to choose. `openShelf`: keeps the examples of a table; what it throws
 *  is thrown. `room`: for texts. */
export async function importFiles(
  given: readonly GivenFile[],
  recipe: RecipeWish | undefined,
  onProgress: OnProgress,
  openShelf: OpenShelf = blobShelf,
  room: TextRoom = {},
): Promise<Result<Imported, 'bad-file'>> {
  const wanted = { recipe, onProgress, openShelf, room, depth: 0, before: [] };
  const files = given.filter(({ path }) => !isHiddenPath(path));
  const [first] = files;
  if (!first) return fail('bad-file', say('file-none'));
  if (files.length === 1) return importFile(first, wanted);
  const pair = await idxPair(idxSet(files));
  if (pair) return importIdx(...pair);
  if (hasImages(files)) return importImages(files.map(asPacked), folderName(first.path), wanted);
  if (hasSounds(files)) return importSounds(files.map(asPacked), folderName(first.path), wanted);
  const chosen = chooseFile(files, folderName(first.path));
  if (chosen.ok) return importFile(chosen.value.file, { ...wanted, before: chosen.value.notes });
  return first.path.includes('/') ? chosen : fail('bad-file', say('files-of-no-set'));
}

/** One file, alone or of several. */
async function importFile(given: GivenFile, wanted: Wanted): Promise<Result<Imported, 'bad-file'>> {
  const { path, file } = given;
  const start = await startOf(file);
  if (imageFormat(start)) return importImages([asPacked(given)], folderName(path), wanted);
  if (isWav(start)) return importSounds([asPacked(given)], folderName(path), wanted);
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] <= 0x08) return importArchive(given, wanted);
  if (start.length >= 4 && new DataView(start.buffer).getUint32(0) === 0x50415231)
    return importParquet(given, wanted);
  if (isIdx(start)) return fail('bad-file', say('idx-alone', { path }));
  const foreign = foreignFormat(start, path);
  if (foreign) return foreign;
  const { file: text, notes } = await inUtf8(file);
  return importLines({ path, file: text }, { ...wanted, before: [...wanted.before, ...notes] });
}

/** A table, JSON or a text, in UTF-8. */
async function importLines(given: GivenFile, wanted: Wanted): Promise<Result<Imported, 'bad-file'>> {
  const { path, file } = given;
  const { recipe } = wanted;
  const extension = /\.(\w+)(\.gz)?$/i.exec(path)?.[1].toLowerCase();
  if (extension === 'jsonl' || extension === 'ndjson' || extension === 'json')
    return importRows(await jsonRows(file, path), path, wanted);
  const start = await startOf(file);
  const isJson = looksLikeJson(start);
  const isTable = extension === 'csv' || extension === 'tsv' || extension === 'tab';
  const asRows = async (before = wanted.before): Promise<Result<Imported, 'bad-file'>> =>
    isJson
      ? importRows(await jsonRows(file, path), path, { ...wanted, before })
      : importCsv(given, { ...wanted, before });
  if ((isTable && !isJson) || recipe?.kind === 'field') return asRows();
  if (recipe?.kind === 'table') {
    const read = await asRows();
    return read.ok && !isTable ? ok({ ...read.value, other: 'text' }) : read;
  }
  const isOpen = !recipe || (recipe.kind === 'text' && !namesPairs(recipe));
  const couldBeTable = isOpen && (isJson || looksLikeTable(start));
  if (!recipe && couldBeTable) {
    const read = await asRows([...wanted.before, say(isJson ? 'json-in-text' : 'table-in-text')]);
    if (read.ok) return ok({ ...read.value, other: 'text' });
  }
  const read = await importText(file, shortName(path), [], wanted);
  return read.ok && couldBeTable ? ok({ ...read.value, other: 'table' }) : read;
}

/** Whether a whole value begins so, or one a line. */
function looksLikeJson(start: Uint8Array): boolean {
  return /^\uFEFF?\s*(\[\s*)?\{\s*"/.test(new TextDecoder().decode(start.subarray(0, 200)));
}

/** A table; of one that holds nothing but texts, the texts of a field. */
async function importCsv({ path, file }: GivenFile, wanted: Wanted): Promise<Result<Imported, 'bad-file'>> {
  const rows = await csvRows(file, path, tableWish(wanted.recipe));
  if (wanted.recipe?.kind === 'field') return importRows(rows, path, wanted);
  const read = await importTable(rows, path, wanted);
  const isOpen = !wanted.recipe || wanted.recipe.kind === 'text';
  if (read.ok || !isOpen || !rows.ok || !textsRemain.has(read.error.says?.code ?? '')) return read;
  const fields = await textFields(rows.value);
  if (!fields.ok || fields.value.length === 0) return read;
  const before = [...wanted.before, say('texts-in-table', { field: fields.value[0] })];
  return importRows(rows, path, { ...wanted, before });
}

/** Why a table of texts is refused. */
const textsRemain = new Set<string>(['nothing-to-learn-from', 'no-column-of-classes']);

/** Images, the two files of an IDX set, or one table or text among other files. */
async function importArchive(
  { path, file }: GivenFile,
  wanted: Wanted,
): Promise<Result<Imported, 'bad-file'>> {
  const entries = await zipEntries(file, path);
  if (!entries.ok) return entries;
  const files = entries.value.files.filter((entry) => !isHiddenPath(entry.path));
  const foreign = foreignArchive(
    files.map((entry) => entry.path),
    path,
  );
  if (foreign) return foreign;
  const before = [...wanted.before, ...entries.value.notes];
  if (hasImages(files)) return importImages(files, shortName(path), { ...wanted, before });
  if (hasSounds(files)) return importSounds(files, shortName(path), { ...wanted, before });
  const set = idxSet(files);
  if (set.length === 2) {
    const [one, other] = [await unpacked(set[0]), await unpacked(set[1])];
    if (!one.ok) return one;
    if (!other.ok) return other;
    const pair = await idxPair([one.value, other.value]);
    if (pair) return importIdx(...pair);
  }
  const chosen = chooseFile(files, path);
  if (!chosen.ok) return chosen;
  if (wanted.depth === mostDepth) return fail('bad-file', say('zip-too-deep', { name: path }));
  const inner = await unpacked(chosen.value.file);
  return inner.ok
    ? importFile(inner.value, {
        ...wanted,
        depth: wanted.depth + 1,
        before: [...before, ...chosen.value.notes],
      })
    : inner;
}

/** Whether there are images to learn from: some pictures that lie beside a table are none of a set. */
function hasImages(files: readonly { readonly path: string }[]): boolean {
  const images = files.filter(({ path }) => isImagePath(path));
  const others = files.filter(({ path }) => !isImagePath(path));
  return images.length > mostPictures || (images.length > 0 && !hasTable(others));
}

/** Whether there are sounds to learn from, and no table beside them that says what they are. */
function hasSounds(files: readonly { readonly path: string }[]): boolean {
  return files.some(({ path }) => isSoundPath(path)) && !hasTable(files);
}

async function unpacked(entry: PackedFile): Promise<Result<GivenFile, 'bad-file'>> {
  const bytes = await entry.bytes(mostInnerBytes);
  return bytes.ok ? ok({ path: entry.path, file: new Blob([bytes.value.slice()]) }) : bytes;
}

async function importIdx(images: GivenFile, labels: GivenFile): Promise<Result<Imported, 'bad-file'>> {
  return openedIdx(images.file, labels.file, shortName(images.path), { notes: [] });
}

/** `made`: what the reader knows beside the files themselves. */
async function openedIdx(
  inputFile: Blob,
  labelFile: Blob,
  name: string,
  { classNames, ...made }: Pick<ImportedIdx, 'recipe' | 'notes' | 'classNames'>,
): Promise<Result<ImportedIdx, 'bad-file'>> {
  const opened = await openIdx(inputFile, labelFile, name);
  if (!opened.ok) return opened;
  const { dataset, sha256 } = opened.value;
  const { length: examples, inputShape, classes } = dataset;
  return ok({
    kind: 'idx',
    inputFile,
    labelFile,
    name,
    sha256,
    examples,
    inputShape,
    classes,
    ...made,
    ...namesOf(classNames, classes),
    preview: previewExamples(dataset, shownSeed),
  });
}

async function importImages(
  files: readonly PackedFile[],
  name: string,
  { recipe, onProgress, before }: Wanted,
): Promise<Result<Imported, 'bad-file'>> {
  const wanted = recipe?.kind === 'images' ? recipe : undefined;
  const read = await readClassFolders(files, imageReader(wanted), name, (images) =>
    onProgress(images, 'images'),
  );
  if (!read.ok) return read;
  const { shape, values, labels, classNames, notes } = read.value;
  const { side, channels } = shape;
  const inputShape = channels === 1 ? [side, side] : [side, side, channels];
  return openedIdx(idxFile([labels.length, ...inputShape], values), idxFile([labels.length], labels), name, {
    recipe: { kind: 'images', side, channels },
    classNames,
    notes: [...before, ...notes],
  });
}

async function importSounds(
  files: readonly PackedFile[],
  name: string,
  { onProgress, before }: Wanted,
): Promise<Result<Imported, 'bad-file'>> {
  const read = await readClassFolders(files, soundReader, name, (sounds) => onProgress(sounds, 'sounds'));
  if (!read.ok) return read;
  const { values, labels, classNames, notes } = read.value;
  const shape = [labels.length, spectrogramSide, spectrogramSide];
  return openedIdx(idxFile(shape, values), idxFile([labels.length], labels), name, {
    recipe: soundRecipe,
    classNames,
    notes: [...before, ...notes],
  });
}

async function importParquet(
  { path, file }: GivenFile,
  wanted: Wanted,
): Promise<Result<Imported, 'bad-file'>> {
  const opened = await openParquet(file, path);
  if (!opened.ok) return opened;
  const { rows, images } = opened.value;
  const { recipe } = wanted;
  if (!images || recipe?.kind === 'table' || recipe?.kind === 'field')
    return importRows(ok(rows), path, wanted);
  const files = await images();
  if (!files.ok) return files;
  const before = [...wanted.before, ...files.value.notes];
  return importImages(files.value.files, shortName(path), { ...wanted, before });
}

/** A text where a field holds texts, else a table. */
async function importRows(
  source: Result<RowSource, 'bad-file'>,
  path: string,
  wanted: Wanted,
): Promise<Result<Imported, 'bad-file'>> {
  const { recipe } = wanted;
  if (!source.ok || recipe?.kind === 'table') return importTable(source, path, wanted);
  const fields = await textFields(source.value);
  if (!fields.ok) return fields;
  const field = recipe?.kind === 'field' ? recipe.field : fields.value[0];
  if (field === undefined) return importTable(source, path, wanted);
  const text = await readField(source.value, field, path);
  if (!text.ok) return text;
  const { file, texts, hasMore } = text.value;
  const notes = [...(hasMore ? [say('first-texts', { texts })] : []), ...(source.value.notes?.() ?? [])];
  const of = { field, choices: fields.value, hasMore };
  return importText(file, shortName(path), notes, wanted, of);
}

function asPacked({ path, file }: GivenFile): PackedFile {
  return { path, size: file.size, bytes: async () => ok(new Uint8Array(await file.arrayBuffer())) };
}

function folderName(path: string): string {
  return path.split('/')[0].slice(0, 120) || 'images';
}
