// The saved runs of this device, for the UI.
import { inFull, logged, say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import type { GivenFile } from '../../data/import/import-files';
import { type FineTuning, fineTuningConfig } from '../fine-tuning';
import { gptAmong } from '../files/gpt-among';
import type { GptFacts, GptFiles } from '../files/gpt-file';
import { readInWorker } from '../files/file-reader';
import { type RunFacts, runFactsIn } from '../files/run-file';
import { forgetRun, savedRunFiles, savedRunsFolder } from '../files/saved-runs';

/** A saved run in a file that was read and found whole, or whose header was. */
export interface SavedRun {
  readonly name: string;
  readonly file: File;
  readonly facts: RunFacts;
}

/** Newest first; 'none here': this page has no storage of its own. */
export async function keptRuns(): Promise<readonly SavedRun[] | 'none here'> {
  const folder = await savedRunsFolder();
  if (!folder) return 'none here';
  const runs: SavedRun[] = [];
  for (const file of await savedRunFiles(folder)) {
    const facts = await runFactsIn(file);
    if (facts.ok) runs.push({ name: file.name, file, facts: facts.value });
  }
  return runs.sort((a, b) => b.facts.savedAtMs - a.facts.savedAtMs);
}

export async function forgetKeptRun(name: string): Promise<void> {
  const folder = await savedRunsFolder();
  if (folder) await forgetRun(folder, name);
}

/** Read whole, in a Worker. */
export async function readSavedRun(file: File): Promise<Result<SavedRun, 'bad-file'>> {
  const read = await readInWorker({ kind: 'run', file });
  return read.ok ? { ok: true, value: { name: file.name, file, facts: read.value } } : read;
}

/** A checkpoint as an archive for PyTorch, or for Transformers where the model is theirs. `data`: the files that the
 *  run trained on; the archive then holds them. */
export async function exportedRun(
  file: Blob,
  data: readonly Blob[] | undefined,
): Promise<Result<Blob, 'bad-file'>> {
  return readInWorker({ kind: 'export', file, data });
}

/** A GPT of others, whose files were found to fit. */
export interface GivenGpt {
  readonly files: GptFiles;
  readonly facts: GptFacts;
}

/** One GPT among the files of a folder. */
export async function readGpt(given: readonly GivenFile[]): Promise<Result<GivenGpt, 'bad-file'>> {
  const files = gptAmong(given);
  if (!files.ok) return files;
  const facts = await readInWorker({ kind: 'gpt', files: files.value });
  return facts.ok ? ok({ files: files.value, facts: facts.value }) : facts;
}

/** A run that trains it further, before its first step. */
export async function beginWithGpt(
  { files, facts }: GivenGpt,
  wish: Omit<FineTuning, 'shape'>,
): Promise<Result<SavedRun, 'bad-file'>> {
  const config = fineTuningConfig({ ...wish, shape: facts.shape });
  if (!config.ok) return fail('bad-file', inFull(say('settings-misfit'), logged(config.error.says)));
  const begun = await readInWorker({ kind: 'begin', files, config: config.value });
  if (!begun.ok) return begun;
  const file = new File([begun.value], 'begun-with-a-gpt.safetensors');
  const read = await runFactsIn(file);
  return read.ok ? ok({ name: file.name, file, facts: read.value }) : read;
}
