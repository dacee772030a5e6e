// The user's files, read once: their bytes for the tabs, and their description for the run.
import { inEnglish } from '../english/in-english';
import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { defaultCapBytes, openIdx } from '../../data/idx-dataset';
import { largeTextCapBytes, openText, textCapBytes } from '../../data/text-file';
import type { TextRecipe } from '../../data/recipe';
import { tokenizerFileOf } from '../../data/recipe-tokens';
import { vocabularySize, type Vocabulary } from '../../data/vocabulary';
import { refusalBySize } from '../../data/unpack';
import { fail, ok, type Result } from '../../base/result';
import type { GivenFiles } from '../../replica/provide-files';
import type { FileData } from '../../train/run/data-shape';
import { openTemporaryTokens } from './temporary-tokens';

type Bytes = Uint8Array<ArrayBuffer>;

/** `files`: what every tab receives. A Blob may be a file on the disk, not read yet. */
export type FileChoice = Result<
  { readonly files: GivenFiles; readonly data: FileData },
  'unreadable' | 'not-a-dataset'
>;

export async function readIdxFiles(imagesFile: string, labelsFile: string): Promise<FileChoice> {
  const images = await readFileWithin(imagesFile, defaultCapBytes);
  if (!images.ok) return images;
  const labels = await readFileWithin(labelsFile, defaultCapBytes);
  if (!labels.ok) return labels;
  const name = path.basename(imagesFile);
  const opened = await openIdx(images.value, labels.value, name);
  if (!opened.ok) return fail('not-a-dataset', `${name}: ${inEnglish(opened.error.says)}`);
  const { dataset, sha256 } = opened.value;
  const { inputShape, classes, length: examples } = dataset;
  return ok({
    files: {
      kind: 'provide-files',
      inputFile: new Blob([images.value]),
      labelFile: new Blob([labels.value]),
      name,
    },
    data: { kind: 'idx', name, sha256, examples, inputShape, classes },
  });
}

/** `named`: the tokens of a model that was trained before, and the recipe that says so. */
export async function readTextFile(
  file: string,
  named?: { readonly vocabulary: Vocabulary; readonly recipe: TextRecipe },
): Promise<FileChoice> {
  const name = path.basename(file);
  let text: Blob;
  try {
    text = (await openAsBlob(file)) as Blob;
  } catch (error) {
    return fail('unreadable', (error as Error).message);
  }
  const tokenFile = text.size > textCapBytes ? await openTemporaryTokens(text.size) : undefined;
  const opened = await openText(text, tokenFile && largeTextCapBytes, named?.vocabulary, tokenFile);
  if (!opened.ok) return fail('not-a-dataset', `${name}: ${inEnglish(opened.error.says)}`);
  const { characters, bytes, sha256 } = opened.value;
  const tokens = opened.value.tokens.length;
  await opened.value.close();
  const vocabulary = vocabularySize(opened.value.vocabulary);
  const tokenizer = named && tokenizerFileOf(named.vocabulary);
  return ok({
    files: { kind: 'provide-text', text, named: tokenizer ? [new Blob([tokenizer])] : [] },
    data: {
      kind: 'text',
      name,
      sha256,
      bytes,
      characters,
      vocabulary,
      examples: 0,
      context: 0,
      ...(named && { tokens, recipe: named.recipe }),
    },
  });
}

/** The whole file. */
export async function readFileWithin(file: string, capBytes: number): Promise<Result<Bytes, 'unreadable'>> {
  try {
    const refusal = refusalBySize((await stat(file)).size, capBytes, path.basename(file));
    if (refusal) return fail('unreadable', refusal);
    return ok(new Uint8Array(await readFile(file)));
  } catch (error) {
    return fail('unreadable', (error as Error).message);
  }
}
