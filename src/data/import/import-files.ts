// Files that a person dropped or chose, whatever they are, as something to train on. The first file's name and first bytes
// say which reader takes them.
import { dataNote, type DataNote } from '../../base/data-notes';
import { fail, ok, type Result } from '../../base/result';
import { blobShelf, type ByteShelf } from '../byte-shelf';
import { openIdx } from '../idx-dataset';
import { mergesText } from '../byte-pairs';
import { JoinedPieces } from '../joined-pieces';
import { learnBytePairs } from '../learn-byte-pairs';
import { openText, textCapBytes } from '../text-file';
import { readPieces } from '../unpack';
import { maximumCharacters, vocabularySize, type Vocabulary } from '../vocabulary';
import { idxFile } from '../write-idx';
import { csvRows } from './csv-rows';
import { imageFormat } from './decode-image';
import { ExampleFiles } from './example-files';
import { readField, textFields } from './field-text';
import { isImagePath, readImageClasses } from './image-classes';
import type { Imported, ImportedExamples } from './imported';
import { jsonRows } from './json-lines';
import { openParquet } from './parquet-rows';
import { previewExamples } from './preview';
import { previewText } from './preview-text';
import { vocabularyIn, type Recipe, type RecipeWish } from '../recipe';
import type { RowSource } from './rows';
import { readTable, type TakeExample } from './table';
import { inputNames } from './table-plan';
import { zipEntries, type PackedFile } from './zip-entries';

/** `path`: with the folders that it was chosen in. */
export interface GivenFile {
  readonly path: string;
  readonly file: Blob;
}

/** `read`: so many so far, of `total` where that is known; 'merges' are byte pairs learnt. `file`: of several files, from
 *  0. */
export type OnProgress = (
  read: number,
  of: 'rows' | 'images' | 'bytes' | 'merges',
  total?: number,
  file?: { readonly at: number; readonly of: number },
) => void;

/** Only its beginning is unpacked. */
const mostPackedTextBytes = 2 ** 34;

type OpenShelf = () => ByteShelf;

/** The seed of every preset, for the split of the preview. */
const shownSeed = 1;
/** A configuration of which a command of the host has room for names of classes (host-command.ts). */
const mostNamesCharacters = 3000;

/** `recipe`: the room's, or a person's wish; undefined to choose. `openShelf`: keeps the examples of a table; what it throws
 *  is thrown. */
export async function importFiles(
  given: readonly GivenFile[],
  recipe: RecipeWish | undefined,
  onProgress: OnProgress,
  openShelf: OpenShelf = blobShelf,
): Promise<Result<Imported, 'bad-file'>> {
  const files = given.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
  const [first] = files;
  if (!first) return fail('bad-file', 'no file was given');
  const name = shortName(first.path);
  if (files.length === 2) {
    const pair = await idxPair(files);
    if (pair) return importIdx(...pair);
  }
  const start = new Uint8Array(await first.file.slice(0, 16).arrayBuffer());
  if (files.length > 1 && !files.some(({ path }) => isImagePath(path)))
    return fail('bad-file', 'give one file, the two files of an IDX set, or images in folders by class');
  if (files.length > 1 || imageFormat(start))
    return importImages(files.map(asPacked), recipe, folderName(first.path), onProgress);
  if (start[0] === 0x50 && start[1] === 0x4b && start[2] <= 0x08) {
    const entries = await zipEntries(first.file, first.path);
    return entries.ok ? importImages(entries.value, recipe, name, onProgress) : entries;
  }
  if (start.length >= 4 && new DataView(start.buffer).getUint32(0) === 0x50415231)
    return importParquet(first, recipe, onProgress, openShelf);
  if (await isIdx(first.file))
    return fail('bad-file', `${first.path} is one of two IDX files: give the images and the labels together`);
  const extension = /\.(\w+)(\.gz)?$/i.exec(first.path)?.[1].toLowerCase();
  if (extension === 'jsonl' || extension === 'ndjson' || extension === 'json')
    return importRows(await jsonRows(first.file, first.path), first.path, recipe, onProgress, openShelf);
  if (extension === 'csv' || extension === 'tsv' || recipe?.kind === 'table')
    return importTable(await csvRows(first.file, first.path), first.path, recipe, onProgress, openShelf);
  return importText(first.file, name, [], recipe, onProgress);
}

async function importIdx(images: GivenFile, labels: GivenFile): Promise<Result<Imported, 'bad-file'>> {
  const name = shortName(images.path);
  return examplesOf(images.file, labels.file, name, { notes: [] });
}

/** `made`: what the reader knows beside the files themselves. */
async function examplesOf(
  images: Blob,
  labels: Blob,
  name: string,
  { classNames, ...made }: Pick<ImportedExamples, 'recipe' | 'notes' | 'classNames'>,
): Promise<Result<ImportedExamples, 'bad-file'>> {
  const opened = await openIdx(images, labels, name);
  if (!opened.ok) return fail('bad-file', opened.error.message);
  const { dataset, sha256 } = opened.value;
  const { length: examples, inputShape, classes } = dataset;
  return ok({
    kind: 'idx',
    ...{ images, labels, name, sha256, examples, inputShape, classes, ...made },
    ...namesOf(classNames, classes),
    preview: previewExamples(dataset, shownSeed),
  });
}

function namesOf(
  classNames: readonly string[] | undefined,
  classes: number,
): Pick<ImportedExamples, 'classNames'> {
  const names = classNames?.slice(0, classes).map((className) => className.slice(0, 60));
  const areShort = names && names.join('').length + 4 * names.length <= mostNamesCharacters;
  return areShort ? { classNames: names } : {};
}

async function importImages(
  files: readonly PackedFile[],
  recipe: RecipeWish | undefined,
  name: string,
  onProgress: OnProgress,
  before: readonly DataNote[] = [],
): Promise<Result<Imported, 'bad-file'>> {
  const wanted = recipe?.kind === 'images' ? recipe : undefined;
  const read = await readImageClasses(files, wanted, name, (images) => onProgress(images, 'images'));
  if (!read.ok) return read;
  const { shape, pixels, labels, classNames, leftOut } = read.value;
  const { side, channels } = shape;
  const inputShape = channels === 1 ? [side, side] : [side, side, channels];
  const notes = [...before, ...(leftOut > 0 ? [dataNote('images-beyond', leftOut)] : [])];
  return examplesOf(idxFile([labels.length, ...inputShape], pixels), idxFile([labels.length], labels), name, {
    recipe: { kind: 'images', side, channels },
    classNames,
    notes,
  });
}

async function importTable(
  source: Result<RowSource, 'bad-file'>,
  path: string,
  recipe: RecipeWish | undefined,
  onProgress: OnProgress,
  openShelf: OpenShelf,
): Promise<Result<Imported, 'bad-file'>> {
  if (!source.ok) return source;
  const wanted = recipe?.kind === 'table' ? recipe.target : undefined;
  let files: ExampleFiles | undefined;
  const begin = (examples: number, width: number): TakeExample =>
    (files = new ExampleFiles(examples, width, openShelf())).add;
  const onRows = (rows: number): void => onProgress(rows, 'rows');
  const read = await readTable(source.value, wanted, path, begin, undefined, onRows);
  if (!read.ok) return read;
  const { plan, examples, classNames, rowsLeftOut, hasMore } = read.value;
  const notes = [
    ...(hasMore ? [dataNote('first-rows', examples)] : []),
    ...(rowsLeftOut > 0 ? [dataNote('rows-without-class', rowsLeftOut)] : []),
    ...plan.uses.flatMap((use) => (use.kind === 'left out' ? [use.why] : [])),
    ...(source.value.notes?.() ?? []),
  ];
  const { classes, ...written } = await files!.finish(shownSeed);
  return ok({
    kind: 'idx',
    ...{ ...written, name: shortName(path), examples, inputShape: [plan.inputs], classes },
    ...{ recipe: { kind: 'table', target: plan.target }, choices: plan.targets },
    ...{ inputNames: inputNames(plan, source.value.columns), ...namesOf(classNames, classes), notes },
  });
}

async function importParquet(
  { path, file }: GivenFile,
  recipe: RecipeWish | undefined,
  onProgress: OnProgress,
  openShelf: OpenShelf,
): Promise<Result<Imported, 'bad-file'>> {
  const opened = await openParquet(file, path);
  if (!opened.ok) return opened;
  const { rows, images } = opened.value;
  if (!images || recipe?.kind === 'table' || recipe?.kind === 'field')
    return importRows(ok(rows), path, recipe, onProgress, openShelf);
  const files = await images();
  if (!files.ok) return files;
  return importImages(files.value.files, recipe, shortName(path), onProgress, files.value.notes);
}

/** A text where a field holds texts, else a table. */
async function importRows(
  source: Result<RowSource, 'bad-file'>,
  path: string,
  recipe: RecipeWish | undefined,
  onProgress: OnProgress,
  openShelf: OpenShelf,
): Promise<Result<Imported, 'bad-file'>> {
  if (!source.ok || recipe?.kind === 'table') return importTable(source, path, recipe, onProgress, openShelf);
  const fields = await textFields(source.value);
  if (!fields.ok) return fields;
  const field = recipe?.kind === 'field' ? recipe.field : fields.value[0];
  if (field === undefined) return importTable(source, path, recipe, onProgress, openShelf);
  const text = await readField(source.value, field, path);
  if (!text.ok) return text;
  const { file, texts, hasMore } = text.value;
  const notes = [...(hasMore ? [dataNote('first-texts', texts)] : []), ...(source.value.notes?.() ?? [])];
  const of = { field, choices: fields.value, hasMore };
  return importText(file, shortName(path), notes, recipe, onProgress, of);
}

async function importText(
  file: Blob,
  name: string,
  notes: readonly DataNote[],
  wish: RecipeWish | undefined,
  onProgress: OnProgress,
  of?: { readonly field: string; readonly choices: readonly string[]; readonly hasMore: boolean },
): Promise<Result<Imported, 'bad-file'>> {
  const first = await firstPart(file);
  if (!first.ok) return first;
  const { part, cutFrom = of?.hasMore ? 0 : undefined } = first.value;
  const all = [...notes];
  let tokens = await wantedTokens(part, wish, onProgress);
  if (!tokens.ok) return tokens;
  let opened = await openText(part, textCapBytes, tokens.value);
  if (!opened.ok && opened.error.code === 'too-many-characters') {
    tokens = await learnMerges(part, usualTokens, onProgress);
    if (!tokens.ok) return tokens;
    opened = await openText(part, textCapBytes, tokens.value);
    all.push(dataNote('many-characters', maximumCharacters));
  }
  if (!opened.ok) return fail('bad-file', opened.error.message);
  const { vocabulary, characters, bytes, sha256 } = opened.value;
  if (first.value.cutFrom !== undefined)
    all.unshift(cutFrom ? dataNote('first-part', bytes, cutFrom) : dataNote('first-part-of-more', bytes));
  const recipe = textRecipe(of?.field, tokens.value);
  return ok({
    kind: 'text',
    ...(cutFrom === undefined ? {} : { cutFrom }),
    ...{
      file: first.value.cutFrom === undefined ? file : part,
      name,
      sha256,
      bytes,
      characters,
      tokens: opened.value.tokens.length,
    },
    vocabulary: vocabularySize(vocabulary),
    ...(recipe ? { recipe } : {}),
    ...(of ? { choices: of.choices } : {}),
    notes: all,
    preview: await previewText(part, opened.value),
  });
}

/** Where nobody chose how many: half of the most, so that short texts see each token often. */
const usualTokens = 512;

async function wantedTokens(
  text: Blob,
  wish: RecipeWish | undefined,
  onProgress: OnProgress,
): Promise<Result<Vocabulary | undefined, 'bad-file'>> {
  if (wish && 'learn' in wish) return learnMerges(text, wish.learn, onProgress);
  if (!wish || (wish.kind === 'text' && !('merges' in wish))) return ok(undefined);
  const named = vocabularyIn(wish);
  return named.ok ? named : fail('bad-file', named.error.message);
}

async function learnMerges(
  text: Blob,
  tokens: number,
  onProgress: OnProgress,
): Promise<Result<Vocabulary, 'bad-file'>> {
  const learnt = await learnBytePairs(text, tokens, (count, of) => onProgress(count, 'merges', of));
  if (!learnt.ok) return learnt;
  return learnt.value.length === 0
    ? fail('bad-file', 'no two bytes of the text come together twice, so there are no byte pairs to learn')
    : ok({ kind: 'byte-pairs', merges: learnt.value });
}

function textRecipe(field: string | undefined, tokens: Vocabulary | undefined): Recipe | undefined {
  if (tokens?.kind === 'characters') return { kind: 'characters', characters: tokens.characters.join('') };
  const learnt = tokens && { merges: mergesText(tokens.merges) };
  if (field !== undefined) return { kind: 'field', field, ...learnt };
  return learnt && { kind: 'text', ...learnt };
}

/** What is read of a text, unpacked: all of it, or whole lines up to the limit. `cutFrom`: as of an imported text. */
async function firstPart(
  file: Blob,
): Promise<Result<{ readonly part: Blob; readonly cutFrom?: number }, 'bad-file'>> {
  const plain = await plainText(file);
  if (!plain.ok) return plain;
  const { value: text } = plain;
  if (text.size <= textCapBytes) return ok({ part: text });
  const tail = new Uint8Array(await text.slice(textCapBytes - 65_536, textCapBytes).arrayBuffer());
  // A byte of UTF-8 below 0x80 is a character of its own.
  const lineEnd = tail.lastIndexOf(0x0a);
  const part = text.slice(0, textCapBytes - (lineEnd < 0 ? 0 : tail.length - lineEnd - 1));
  return ok({ part, cutFrom: text === file ? file.size : 0 });
}

/** Of a gzipped file no more is unpacked than is read. */
async function plainText(file: Blob): Promise<Result<Blob, 'bad-file'>> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first !== 0x1f || second !== 0x8b) return ok(file);
  const joined = new JoinedPieces();
  const read = await readPieces(file, mostPackedTextBytes, 'the text file', (piece) => {
    joined.append(piece);
    return joined.length <= textCapBytes;
  });
  return read.ok ? ok(await joined.finish()) : fail('bad-file', read.error.message);
}

async function idxPair(files: readonly GivenFile[]): Promise<[GivenFile, GivenFile] | undefined> {
  const dimensions = await Promise.all(files.map(({ file }) => idxDimensions(file)));
  if (dimensions.some((count) => count === undefined)) {
    const named = files.map(({ path }) => (/label|idx1/i.test(path) ? 1 : /image|idx3/i.test(path) ? 3 : 0));
    if (named[0] + named[1] !== 4) return undefined;
    return named[0] === 1 ? [files[1], files[0]] : [files[0], files[1]];
  }
  return dimensions[0]! < dimensions[1]! ? [files[1], files[0]] : [files[0], files[1]];
}

async function isIdx(file: Blob): Promise<boolean> {
  return (await idxDimensions(file)) !== undefined;
}

/** Undefined: not IDX. Looks into gzip. */
async function idxDimensions(file: Blob): Promise<number | undefined> {
  let start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (start[0] === 0x1f && start[1] === 0x8b) {
    const reader = file.slice(0, 65_536).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
    start = await reader.read().then(
      ({ value }) => value ?? new Uint8Array(),
      () => new Uint8Array(),
    );
    reader.cancel().catch(() => undefined);
  }
  return start[0] === 0 && start[1] === 0 && start[2] >= 0x08 && start[2] <= 0x0e ? start[3] : undefined;
}

function asPacked({ path, file }: GivenFile): PackedFile {
  return { path, size: file.size, bytes: async () => ok(new Uint8Array(await file.arrayBuffer())) };
}

/** Without folders and endings. */
function shortName(path: string): string {
  const file = path.split('/').at(-1)!;
  return file.replace(/\.(gz|zip|csv|tsv|jsonl|ndjson|parquet|idx\d?-ubyte)/gi, '').slice(0, 120) || 'data';
}

function folderName(path: string): string {
  return path.split('/')[0].slice(0, 120) || 'images';
}
