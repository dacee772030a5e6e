// `--init DIR`: a run that begins with the weights of a GPT-2 in this folder, on the text of --text.
import { inEnglish } from '../english/in-english';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../base/result';
import { recipeOf } from '../../data/recipe-tokens';
import { beginFromGpt } from '../../train/checkpoint/import/begin-from-gpt';
import { openForeignGpt, type ForeignGpt } from '../../train/checkpoint/import/foreign-gpt';
import { gptFilesIn } from '../../train/checkpoint/import/gpt-files';
import { mostFileBytes } from '../../train/checkpoint/safetensors-file';
import { readFileWithin, readTextFile } from './file-choice';
import { ringConfig } from './ring-config';
import type { RingInput } from './ring-input';
import type { RingOptions } from './ring-options';

/** `options`: with --text. */
export async function readInit(folder: string, options: RingOptions): Promise<Result<RingInput>> {
  const opened = await openFolder(folder);
  if (!opened.ok) return fail(opened.error.code, `${folder}: ${inEnglish(opened.error.says)}`);
  const gpt = opened.value;
  const { vocabulary, shape } = gpt;
  if (options.data.kind !== 'text')
    return fail('needs-file', 'a GPT is trained on a text: give it by --text');
  const text = await readTextFile(options.data.file, { vocabulary, recipe: recipeOf(vocabulary) });
  if (!text.ok) return text;
  const { data, files } = text.value;
  const config = ringConfig({ ...options, model: { family: 'gpt', ...shape } }, data);
  if (!config.ok) return config;
  const begun = await beginFromGpt(gpt, config.value, Date.now());
  if (!begun.ok) return fail(begun.error.code, `${folder}: ${inEnglish(begun.error.says)}`);
  const bytes = new Uint8Array(await begun.value.arrayBuffer());
  return ok({
    config: config.value,
    files,
    own: [],
    resumed: { bytes, step: 0 },
    notes: gpt.notes.map(inEnglish),
  });
}

async function openFolder(folder: string): Promise<Result<ForeignGpt>> {
  try {
    const found = gptFilesIn(await readdir(folder));
    if (!found.ok) return found;
    const { weights, shards = [], config, tokenizer, merges } = found.value;
    const blobs = new Map<string, Blob>();
    for (const name of [weights, config, tokenizer, ...(merges === undefined ? [] : [merges]), ...shards]) {
      const file = await readFileWithin(path.join(folder, name), mostFileBytes);
      if (!file.ok) return file;
      blobs.set(name, new Blob([file.value]));
    }
    const of = (name: string): Blob => blobs.get(name)!;
    return openForeignGpt({
      weights: of(weights),
      shards: shards.map(of),
      config: of(config),
      tokenizer: of(tokenizer),
      ...(merges !== undefined && { merges: of(merges) }),
    });
  } catch (error) {
    return fail('unreadable', (error as Error).message);
  }
}
