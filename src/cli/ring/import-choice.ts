// Files or a folder of this device as data to train on, by the same reader as in the page: tables (CSV, JSON Lines,
// parquet), texts, a pair of IDX files, images in folders or a ZIP archive.
import { inEnglish } from '../english/in-english';
import type { Saying } from '../../base/sayings';
import { openAsBlob } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import { openTemporaryTokens } from './temporary-tokens';
import { temporaryShelf } from './temporary-shelf';
import { importFiles, type GivenFile } from '../../data/import/import-files';
import type { TextRoom } from '../../data/import/text-part';
import type { RecipeWish } from '../../data/recipe';
import { dataOfFiles } from '../../replica/file-data';
import { provideCommand, type GivenFiles } from '../../replica/provide-files';
import type { FileData } from '../../train/run/data-shape';
import type { FileChoice } from './file-choice';

/** The number of files that the page takes. */
const mostFiles = 70_000;

/** `notes`: what was left out, and why. */
export type ImportChoice =
  | Extract<FileChoice, { ok: false }>
  | Result<{ files: GivenFiles; data: FileData; notes: readonly string[] }, never>;

export interface ImportOptions {
  readonly limit?: number;
  /** The run uses only the beginning of its text. */
  readonly isCut?: boolean;
  readonly room?: TextRoom;
}

/** `paths`: files, or one folder. `wish`: the room's recipe, or what a person asks for. */
export async function readImport(
  paths: readonly string[],
  wish?: RecipeWish,
  { limit = mostFiles, isCut = false, room = { openTokens: openTemporaryTokens } }: ImportOptions = {},
): Promise<ImportChoice> {
  const files: GivenFile[] = [];
  try {
    for (const given of paths) await addFiles(files, given, path.basename(path.resolve(given)), limit);
  } catch (error) {
    return fail('unreadable', (error as Error).message);
  }
  let imported: Awaited<ReturnType<typeof importFiles>>;
  try {
    imported = await importFiles(
      files,
      wish,
      () => undefined,
      temporaryShelf,
      isCut ? { ...room, openTokens: undefined } : room,
    );
  } catch (error) {
    return fail('unreadable', (error as Error).message);
  }
  if (!imported.ok) return fail('not-a-dataset', inEnglish(imported.error.says));
  const { value } = imported;
  return ok({ files: provideCommand(value), data: dataOfFiles(value), notes: notesOf(value.notes) });
}

/** The first of each kind; the others of the kind are counted. */
function notesOf(notes: readonly Saying[]): readonly string[] {
  return [...new Set(notes.map(({ code }) => code))].flatMap((code) => {
    const alike = notes.filter((note) => note.code === code);
    const more = alike.length - mostAlike;
    return [
      ...alike.slice(0, mostAlike).map(inEnglish),
      ...(more > 0 ? [`… and ${groupDigits(more)} more of this kind.`] : []),
    ];
  });
}

/** A table of many columns has a note for each that is left out. */
const mostAlike = 3;

/** Throws what the disk says, or a sentence where there are more files than `limit`. */
async function addFiles(files: GivenFile[], at: string, name: string, limit: number): Promise<void> {
  const facts = await stat(at);
  if (facts.isDirectory()) {
    const inner = (await readdir(at)).filter((each) => !each.startsWith('.')).sort();
    for (const each of inner) await addFiles(files, path.join(at, each), `${name}/${each}`, limit);
    return;
  }
  if (files.length === limit)
    throw new Error(`${path.dirname(at)}: at most ${groupDigits(limit)} files are read at once`);
  if (facts.isFile()) files.push({ path: name, file: (await openAsBlob(at)) as Blob });
}
