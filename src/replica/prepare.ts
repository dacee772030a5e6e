// From a configuration to an engine and a dataset on this device: WebGPU, or the CPU backend where the user chose it.
import { loadDataset } from '../data/load-dataset';
import type { Dataset } from '../data/dataset';
import { createCpuEngine } from '../model/cpu-engine';
import { compile } from '../model/plan';
import { createWebGpuEngine } from '../model/webgpu-engine';
import { serialEngine } from '../train/serial-engine';
import type { RunConfig } from '../train/run-config';
import { PrepareError, type Prepared } from '../train/trainer-options';
import type { FileShelf } from './file-shelf';

/** Rejects with PrepareError (a file is missing, the data does not fit the model) or EngineError. */
export async function prepare(config: RunConfig, shelf: FileShelf, useCpu: boolean): Promise<Prepared> {
  const dataset = findDataset(config, shelf);
  const { classes } = compile(config.model, config.microBatch);
  const isFitting =
    product(dataset.inputShape) === product(config.model.inputShape) &&
    dataset.classes <= classes &&
    dataset.length === config.data.examples;
  if (!isFitting) {
    const message = `the data (${dataset.length} examples of ${dataset.inputShape.join('×')}, ${dataset.classes} classes) do not fit the model (${config.data.examples} of ${config.model.inputShape.join('×')}, ${classes} classes)`;
    throw new PrepareError({ kind: 'failed', error: { code: 'wrong-config', message } }, message);
  }
  const engine = useCpu
    ? createCpuEngine(config.model, config.microBatch)
    : await createWebGpuEngine(config.model, config.microBatch);
  return { engine: serialEngine(engine), dataset };
}

function findDataset({ data, seed }: RunConfig, shelf: FileShelf): Dataset {
  if (data.kind !== 'idx') return loadDataset(data, seed);
  const dataset = shelf.get(data.sha256);
  if (dataset) return dataset;
  const problem = shelf.problem ?? (shelf.isEmpty ? undefined : 'These are other files than the room’s.');
  const { name, sha256 } = data;
  throw new PrepareError(
    { kind: 'needs-file', name, sha256, ...(problem ? { problem } : {}) },
    `the room trains on the files “${name}”, which are not on this device`,
  );
}

function product(shape: readonly number[]): number {
  return shape.reduce((total, size) => total * size, 1);
}
