// `--init DIR`: a run that begins with the weights of a GPT-2 in this folder, on the text of --text, or trains adapters on
// them.
import { inEnglish } from '../english/in-english';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../base/result';
import { groupDigits } from '../../base/group-digits';
import { yieldToLoop } from '../../base/yield-to-loop';
import { nameOfFile } from '../../data/name-of-file';
import { recipeOf } from '../../data/recipe-tokens';
import { type AdapterChoice, trainedIn, withAdapters } from '../../replica/adapter-choice';
import type { RunConfig } from '../../replica/protocol';
import { baseFileOf } from '../../train/checkpoint/base-file';
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
  if (options.adapters) return adaptersInput(gpt, config.value, options.adapters, files);
  const begun = await beginFromGpt(gpt, config.value, Date.now());
  if (!begun.ok) return fail(begun.error.code, `${folder}: ${inEnglish(begun.error.says)}`);
  const bytes = new Uint8Array(await begun.value.arrayBuffer());
  return ok({
    config: config.value,
    files,
    base: undefined,
    own: [],
    resumed: { bytes, step: 0 },
    notes: gpt.notes.map(inEnglish),
  });
}

async function adaptersInput(
  gpt: ForeignGpt,
  whole: RunConfig,
  choice: AdapterChoice,
  files: RingInput['files'],
): Promise<Result<RingInput>> {
  const file = await baseFileOf(gpt);
  if (!file.ok) return fail(file.error.code, inEnglish(file.error.says));
  const base = file.value;
  const config = withAdapters(whole, choice, await nameOfFile(base, yieldToLoop));
  if (!config.ok) return config;
  const trained = trainedIn(config.value.model);
  const all = trainedIn(whole.model);
  const note = `${groupDigits(trained)} numbers of adapters are trained and summed in each step, ${groupDigits(4 * trained)} bytes in place of ${groupDigits(4 * all)}`;
  const notes = [...gpt.notes.map(inEnglish), note];
  return ok({ config: config.value, files, base, own: [], resumed: undefined, notes });
}

/** The weights under the adapters of a saved run, from the folder of its GPT. */
export async function readBaseOf(
  { base }: RunConfig,
  folder: string | undefined,
): Promise<Result<Blob | undefined>> {
  if (!base)
    return folder === undefined
      ? ok(undefined)
      : fail('bad-option', 'the saved run trains its whole model: leave --init out');
  if (folder === undefined)
    return fail('needs-file', 'the saved run trains adapters: give the folder of its GPT by --init');
  const opened = await openFolder(folder);
  if (!opened.ok) return fail(opened.error.code, `${folder}: ${inEnglish(opened.error.says)}`);
  const file = await baseFileOf(opened.value);
  if (!file.ok) return fail(file.error.code, `${folder}: ${inEnglish(file.error.says)}`);
  const { root } = await nameOfFile(file.value, yieldToLoop);
  return root === base.root
    ? file
    : fail('other-base', `${folder}: these are not the weights that the saved run began with`);
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
