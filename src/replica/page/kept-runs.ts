// The saved runs of this device, for the UI.
import type { Result } from '../../base/result';
import { readInWorker } from '../files/file-reader';
import { runFactsIn, type RunFacts } from '../files/run-file';
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

/** A checkpoint as an archive for PyTorch, or for Transformers where the model is theirs. */
export async function exportedRun(file: Blob): Promise<Result<Blob, 'bad-file'>> {
  return readInWorker({ kind: 'export', file });
}
