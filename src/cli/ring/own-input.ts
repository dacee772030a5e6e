// `--own PATH`: the files of the tabs that bring their own examples.
import { unexpected } from '../../base/sayings';
import { inEnglish } from '../english/in-english';
import { fail, ok, type Result } from '../../base/result';
import { ownMismatch } from '../../data/own-data';
import type { RunConfig } from '../../replica/protocol';
import type { TabFiles } from './file-choice';
import { readImport } from './import-choice';

/** The files of the other tabs, which must be of the first one's shape (E29). */
export async function readOwn(paths: readonly string[], { data }: RunConfig): Promise<Result<TabFiles[]>> {
  const all: TabFiles[] = [];
  for (const path of paths) {
    const read = await readImport([path], 'recipe' in data ? data.recipe : undefined);
    if (!read.ok) return fail(read.error.code, `${path}: ${inEnglish(read.error.says)}`);
    const { data: found, files } = read.value;
    const choice = found.kind === 'text' ? undefined : found.choice;
    const misfit =
      files.kind !== data.kind
        ? unexpected('it is of another kind than the first tab’s file')
        : data.kind === 'idx' && choice?.kind === 'idx' && ownMismatch(data, choice);
    if (misfit) return fail('not-a-dataset', `${path}: ${inEnglish(misfit)}`);
    all.push(files);
  }
  return ok(all);
}
