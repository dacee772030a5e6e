// New classes on the features of a saved run, for the UI. Loaded when somebody has chosen a saved run.
import { fail, ok, type Result } from '../../base/result';
import { readInWorker } from '../files/file-reader';
import { runFactsIn } from '../files/run-file';
import { featuresOf, trainedOnFeatures, transferConfig, type TransferWish } from '../transfer';
import type { SavedRun } from './kept-runs';

export { featuresOf, trainedOnFeatures };

/** A run of new classes before its first step. `frozenLayers`: 0: all layers are trained further. */
export async function beginOnFeatures(
  { file, base, facts }: SavedRun,
  wish: TransferWish,
  frozenLayers: number,
): Promise<Result<SavedRun, 'bad-file'>> {
  const config = transferConfig(facts.config, wish);
  if (!config.ok) return fail('bad-file', config.error.says);
  const source = { checkpoint: file, base };
  const begun = await readInWorker({ kind: 'begin-on-features', source, config: config.value, frozenLayers });
  if (!begun.ok) return begun;
  const begunFile = new File([begun.value.run], 'begun-on-features.safetensors');
  const read = await runFactsIn(begunFile);
  return read.ok
    ? ok({ name: begunFile.name, file: begunFile, base: begun.value.base, facts: read.value })
    : read;
}
