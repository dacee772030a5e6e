// The user's IDX files, read once: their bytes for the tabs, and their description for the run.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openIdx } from '../data/idx-dataset';
import { fail, ok, type Result } from '../base/result';
import type { DataChoice } from '../replica/protocol';
import type { ChosenData } from './ring-config';

export interface FilePair {
  readonly images: Uint8Array<ArrayBuffer>;
  readonly labels: Uint8Array<ArrayBuffer>;
  readonly name: string;
}

export async function readIdxFiles(
  imagesFile: string,
  labelsFile: string,
): Promise<Result<{ readonly files: FilePair; readonly data: ChosenData }, 'unreadable' | 'not-a-dataset'>> {
  const read: Uint8Array<ArrayBuffer>[] = [];
  for (const file of [imagesFile, labelsFile])
    try {
      read.push(new Uint8Array(await readFile(file)));
    } catch (error) {
      return fail('unreadable', (error as Error).message);
    }
  const [images, labels] = read;
  const name = path.basename(imagesFile);
  const opened = await openIdx(images, labels, name);
  if (!opened.ok) return fail('not-a-dataset', `${name}: ${opened.error.message}`);
  const { dataset, sha256 } = opened.value;
  const { inputShape, classes, length } = dataset;
  const choice: DataChoice = {
    kind: 'idx',
    name,
    sha256,
    examples: length,
    inputShape: [...inputShape],
    classes,
  };
  return ok({ files: { images, labels, name }, data: { choice, inputShape, classes } });
}
