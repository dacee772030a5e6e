// The weights of a foreign GPT as a checkpoint of a run that has not begun: step 0, a fresh optimizer. Such a file goes the
// way of every saved run (E0).
import { say, unexpected } from '../../../base/sayings';
import { assert } from '../../../base/assert';
import { fail, ok, type Result } from '../../../base/result';
import { initialParameters } from '../../../model/plan/initial-parameters';
import { compile } from '../../../model/plan/plan';
import { createState, type TrainState } from '../../../optim/state/train-state';
import { stateShapeOf } from '../../run/exact-update';
import type { RunConfig } from '../../run/run-config';
import { newRun } from '../../run/run-state';
import { versionedState } from '../../state/versioned-state';
import { fromFileOrder } from '../permute';
import { type FileProblem, readTensor } from '../safetensors-file';
import { checkpointPieces } from '../write-checkpoint';
import type { ForeignGpt, ForeignTensor } from './foreign-gpt';

/** `config`: a run of this model's shape on a text in its tokens. With adapters the weights are its base, and only the
 *  adapters are in the checkpoint. */
export async function beginFromGpt(
  gpt: ForeignGpt,
  config: RunConfig,
  savedAtMs: number,
): Promise<Result<Blob, FileProblem>> {
  const state = { ...newRun(config), initialized: true };
  const plan = compile(config.model, 1);
  const { adapters } = config.model;
  assert(
    adapters !== undefined ||
      plan.parameterCount === gpt.tensors.reduce((sum, { layout }) => sum + layout.length, 0),
    'the run has this model',
  );
  let tensors: TrainState;
  try {
    tensors = createState(stateShapeOf(state), plan.parameterCount);
  } catch (error) {
    return fail('too-large', say('run-without-memory', { detail: unexpected(String(error)) }));
  }
  if (adapters) tensors.parameters.set(initialParameters(plan, config.seed));
  for (const tensor of adapters ? [] : gpt.tensors) {
    const read = await readWeights(gpt, tensor, tensors.parameters);
    if (!read.ok) return read;
  }
  const around = { lineage: '0', savedAtMs, loss: undefined, engine: undefined, vocabulary: gpt.vocabulary };
  return ok(
    new Blob([...checkpointPieces(versionedState(state, tensors), around)], {
      type: 'application/octet-stream',
    }),
  );
}

async function readWeights(
  { opened, rows }: ForeignGpt,
  { layout, placed, isByToken }: ForeignTensor,
  flat: Float32Array,
): Promise<Result<null, FileProblem>> {
  if (!placed) return ok(null);
  if (!isByToken)
    return readTensor(opened, placed, (values, first) =>
      fromFileOrder(layout, values as Float32Array, first, flat),
    );
  // (rows, C), or (rows) of a bias; ours has a row for each of our tokens.
  const table = new Float32Array(placed.shape.reduce((product, size) => product * size, 1));
  const read = await readTensor(opened, placed, (values, first) => table.set(values, first));
  if (!read.ok) return read;
  const width = table.length / placed.shape[0];
  const ours = new Float32Array(rows.length * width);
  rows.forEach((row, token) => ours.set(table.subarray(row * width, (row + 1) * width), token * width));
  fromFileOrder(layout, ours, 0, flat);
  return ok(null);
}
