// Files of a drop or of an input, with the folders that they lie in. A dropped folder is walked.
import { fail, ok, type Failure } from '../../../src/base/result';
import type { GivenFile } from '../../bridge/session/engine-room';
import { say } from '../../../src/base/sayings';

/** A class of images has hundreds; this is every file of CIFAR-10. */
const mostFiles = 70_000;

export function chosenFiles(list: FileList | null): readonly GivenFile[] {
  return [...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

export type Dropped =
  | { readonly ok: true; readonly value: readonly GivenFile[] }
  | { readonly ok: false; readonly error: Failure<'too-many'> };

/** A folder with more than `most` files is refused: a part of it would be another dataset. */
export async function droppedFiles(
  data: Pick<DataTransfer, 'items' | 'files'>,
  most = mostFiles,
): Promise<Dropped> {
  // The list of items is gone after the first wait.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  if (entries.length === 0) return ok(chosenFiles(data.files));
  const files: GivenFile[] = [];
  const walk = async (entry: FileSystemEntry, folder: string): Promise<void> => {
    if (files.length > most) return;
    const path = `${folder}${entry.name}`;
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      files.push({ path, file });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (some.length === 0) return;
      for (const inner of some) await walk(inner, `${path}/`);
    }
  };
  for (const entry of entries) await walk(entry, '');
  return files.length > most ? fail('too-many', say('too-many-files', { most })) : ok(files);
}
