// The saved runs of this device, for the UI.
import { inFull, logged, say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import type { GivenFile } from '../../data/import/import-files';
import { type FineTuning, fineTuningConfig } from '../fine-tuning';
import type { BaseSource } from '../files/find-base';
import { gptAmong } from '../files/gpt-among';
import { usualAlpha } from '../adapter-choice';
import type { GptFacts, GptSource } from '../files/gpt-file';
import { readInWorker } from '../files/file-reader';
import { type RunFacts, runFactsIn } from '../files/run-file';
import type { RunConfig } from '../protocol';
import { forgetRun, savedRunFiles, savedRunsFolder } from '../files/saved-runs';

/** A saved run in a file that was read and found whole, or whose header was. */
export interface SavedRun {
  readonly name: string;
  readonly file: File;
  /** The file that the run names, where it was found. */
  readonly base?: Blob | undefined;
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

/** A GPT whose files were found to fit. */
export interface GivenGpt {
  readonly source: GptSource;
  readonly facts: GptFacts;
}

/** One GPT among the files of a folder. */
export async function readGpt(given: readonly GivenFile[]): Promise<Result<GivenGpt, 'bad-file'>> {
  const files = gptAmong(given);
  if (!files.ok) return files;
  const facts = await readInWorker({ kind: 'gpt', source: files.value });
  return facts.ok ? ok({ source: files.value, facts: facts.value }) : facts;
}

/** The language model of a saved run; undefined: it has none that another run could begin with. */
export function gptOfRun({ file, facts }: SavedRun): GivenGpt | undefined {
  return facts.gpt && { source: { checkpoint: file }, facts: facts.gpt };
}

/** A run that trains it further, or adapters of a rank on it, before its first step. */
export async function beginWithGpt(
  { source, facts }: GivenGpt,
  wish: Omit<FineTuning, 'shape'>,
  rank: number | undefined,
): Promise<Result<SavedRun, 'bad-file'>> {
  const config = fineTuningConfig({ ...wish, shape: facts.shape });
  if (!config.ok) return fail('bad-file', inFull(say('settings-misfit'), logged(config.error.says)));
  const adapters = rank === undefined ? undefined : ({ rank, alpha: usualAlpha(rank), on: 'all' } as const);
  const begun = await readInWorker({ kind: 'begin', source, config: config.value, adapters });
  if (!begun.ok) return begun;
  const { run, base } = begun.value;
  const file = new File([run], 'begun-with-a-gpt.safetensors');
  const read = await runFactsIn(file);
  return read.ok ? ok({ name: file.name, file, base, facts: read.value }) : read;
}

/** A run, as far as its base is concerned. */
export type BasedRun = Pick<RunConfig, 'model' | 'base'>;

/** The run in a file, by its header; undefined: there is none. */
export async function basedRunIn(file: Blob): Promise<BasedRun | undefined> {
  const facts = await runFactsIn(file);
  return facts.ok ? facts.value.config : undefined;
}

/** The base of a run. Undefined: it is not kept on this device. */
export async function keptBase({ base, model }: BasedRun): Promise<Blob | undefined> {
  const found = base && (await readInWorker({ kind: 'base', run: { model, base }, source: undefined }));
  return found?.ok ? found.value : undefined;
}

/** The same from the files of the model that it was: of a GPT; or a checkpoint, with those that it stands on itself. */
export async function readBaseFrom(
  { base, model }: BasedRun,
  given: readonly GivenFile[],
): Promise<Result<Blob, 'bad-file'>> {
  const areWeights = given.every(({ path }) => path.endsWith('.safetensors'));
  const areRuns = given.length === 1 || (model.frozenLayers !== undefined && areWeights);
  const files: Result<BaseSource, 'bad-file'> = areRuns
    ? ok({ checkpoints: given.map(({ file }) => file) })
    : gptAmong(given);
  if (!files.ok) return files;
  const read = base && (await readInWorker({ kind: 'base', run: { model, base }, source: files.value }));
  if (read && !read.ok) return read;
  return read?.value ? ok(read.value) : fail('bad-file', say('files-not-read'));
}
