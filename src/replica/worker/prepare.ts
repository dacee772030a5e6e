// From a configuration to an engine and a dataset on this device.
import { groupDigits } from '../../base/group-digits';
import { loadDataset } from '../../data/load-dataset';
import type { Dataset } from '../../data/dataset';
import { EngineError } from '../../model/engine';
import type { DataChoice, RunConfig } from '../protocol';
import { runProblem } from '../../train/run/run-problem';
import { PrepareError, type Prepared } from '../../train/context/trainer-options';
import type { FileStore } from '../files/file-store';
import type { EngineChooser } from './engine-chooser';

/** Rejects with PrepareError (a file is missing, or the data does not match the run) or EngineError. */
export async function prepare(
  config: RunConfig,
  store: FileStore,
  chooser: EngineChooser,
): Promise<Prepared> {
  const dataset = findDataset(config, store);
  const problem = runProblem({ ...config, data: withRealShape(config.data, dataset) });
  if (problem !== undefined || dataset.length !== config.data.examples) {
    const message =
      problem ??
      `the data has ${groupDigits(dataset.length)} examples on this device, ${groupDigits(config.data.examples)} in this room`;
    throw new PrepareError({ kind: 'failed', error: { code: 'wrong-config', message } }, message);
  }
  try {
    return { ...(await chooser.choose(config)), dataset };
  } catch (error) {
    if (!(error instanceof EngineError) || error.code !== 'wrong-answers') throw error;
    const { code, message } = error;
    throw new PrepareError({ kind: 'failed', error: { code, message } }, message); // starting again would not help
  }
}

/** A file's real shape on this device, whatever the room claims. */
function withRealShape(data: DataChoice, { inputShape, classes }: Dataset): DataChoice {
  switch (data.kind) {
    case 'idx':
      return { ...data, inputShape, classes };
    case 'text':
      return { ...data, vocabulary: classes };
    default:
      return data;
  }
}

function findDataset({ data, seed }: RunConfig, store: FileStore): Dataset {
  if (data.kind !== 'idx' && data.kind !== 'text') return loadDataset(data, seed);
  const { name, sha256 } = data;
  const dataset = data.kind === 'idx' ? store.images(sha256) : store.text(sha256, data.context, name);
  if (dataset) return dataset;
  const problem = store.problem ?? (store.isEmpty ? undefined : 'This is another file than the room’s.');
  const { kind: what } = data;
  throw new PrepareError(
    { kind: 'needs-file', what, name, sha256, ...(problem ? { problem } : {}) },
    `the room trains on “${name}”, which is not on this device`,
  );
}
