// The user's files, read once: their bytes for the tabs, and their description for the run.
import { inEnglish } from '../english/in-english';
import { openAsBlob } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { defaultCapBytes, openIdx } from '../../data/idx-dataset';
import { largeTextCapBytes, openText, textCapBytes } from '../../data/text-file';
import { windowCount } from '../../data/window-count';
import type { Recipe } from '../../data/recipe';
import { vocabularySize, type Vocabulary } from '../../data/vocabulary';
import { refusalBySize } from '../../data/unpack';
import { fail, ok, type Result } from '../../base/result';
import type { ChosenData } from './ring-config';
import { openTemporaryTokens } from './temporary-tokens';

type Bytes = Uint8Array<ArrayBuffer>;

/** The files that every tab receives. A Blob may be a file on the disk, not read yet. */
export type TabFiles =
  | { readonly kind: 'idx'; readonly images: Blob; readonly labels: Blob; readonly name: string }
  | { readonly kind: 'text'; readonly text: Blob };

export type FileChoice = Result<
  { readonly files: TabFiles; readonly data: ChosenData },
  'unreadable' | 'not-a-dataset'
>;

export async function readIdxFiles(imagesFile: string, labelsFile: string): Promise<FileChoice> {
  const images = await read(imagesFile, defaultCapBytes);
  if (!images.ok) return images;
  const labels = await read(labelsFile, defaultCapBytes);
  if (!labels.ok) return labels;
  const name = path.basename(imagesFile);
  const opened = await openIdx(images.value, labels.value, name);
  if (!opened.ok) return fail('not-a-dataset', `${name}: ${inEnglish(opened.error.says)}`);
  const { dataset, sha256 } = opened.value;
  const { inputShape, classes, length: examples } = dataset;
  return ok({
    files: { kind: 'idx', images: new Blob([images.value]), labels: new Blob([labels.value]), name },
    data: {
      kind: 'examples',
      choice: { kind: 'idx', name, sha256, examples, inputShape: [...inputShape], classes },
      inputShape,
      classes,
    },
  });
}

/** `named`: the tokens of a model that was trained before, and the recipe that says so. */
export async function readTextFile(
  file: string,
  named?: { readonly vocabulary: Vocabulary; readonly recipe: Recipe },
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
  return ok({
    files: { kind: 'text', text },
    data: {
      kind: 'text',
      vocabulary,
      choice: (context) => {
        const examples = windowCount(tokens, context);
        return {
          kind: 'text',
          name,
          sha256,
          bytes,
          characters,
          examples,
          context,
          vocabulary,
          ...(named && { tokens, recipe: named.recipe }),
        };
      },
    },
  });
}

async function read(file: string, capBytes: number): Promise<Result<Bytes, 'unreadable'>> {
  try {
    const refusal = refusalBySize((await stat(file)).size, capBytes, path.basename(file));
    if (refusal) return fail('unreadable', refusal);
    return ok(new Uint8Array(await readFile(file)));
  } catch (error) {
    return fail('unreadable', (error as Error).message);
  }
}
