// A run on the features of a model that was trained before: its layers up to the last one, and a new last layer. The first of
// them may be frozen, as the base of the run; the others begin with their parameters. The run has not begun: such a file goes
// the way of every saved run (E0). The base is rounded to f16, once, here.
import { say, unexpected } from '../../../base/sayings';
import { fail, ok, type Result } from '../../../base/result';
import { yieldToLoop } from '../../../base/yield-to-loop';
import { nameOfFile } from '../../../data/name-of-file';
import { endOf } from '../../../model/engine';
import { initialParameters } from '../../../model/plan/initial-parameters';
import { compile } from '../../../model/plan/plan';
import { type ModelSpec, wholeSpec } from '../../../model/spec';
import { createState } from '../../../optim/state/train-state';
import { stateShapeOf } from '../../run/exact-update';
import { canonical, parseRunConfig, type RunConfig } from '../../run/run-config';
import { newRun } from '../../run/run-state';
import { versionedState } from '../../state/versioned-state';
import { baseFileFrom } from '../base-file';
import { type FindNamed, type WholeModel, wholeModel } from '../export/merged-run';
import { readCheckpoint } from '../read-checkpoint';
import type { FileProblem } from '../safetensors-file';
import { checkpointPieces } from '../write-checkpoint';

/** A run before its first step. */
export interface BegunRun {
  readonly run: Blob;
  /** The file that the run names, where it trains a part of its model. */
  readonly base: Blob | undefined;
}

/** The whole model of a saved run. `find`: the base that it names, if it trains a part of its model. */
export async function wholeModelIn(
  checkpoint: Blob,
  find: FindNamed | undefined,
): Promise<Result<WholeModel, FileProblem>> {
  const read = await readCheckpoint(checkpoint);
  if (!read.ok) return read;
  const { state, tensors } = read.value.held;
  return wholeModel(state.config, tensors.parameters, find);
}

/** The base of a run of this model, made again of the model whose features it has. */
export function baseOfFeatures(from: WholeModel, model: ModelSpec): Result<Blob, 'foreign' | 'too-large'> {
  const { frozenLayers = 0 } = model;
  if (haveSameLayers(from.model, model, frozenLayers)) return baseFileFrom(model, from.parameters);
  const given = lengthOf(from.model, frozenLayers);
  return fail(
    'foreign',
    say('other-base-layers', { given, wanted: lengthOf(wholeSpec(model), frozenLayers) }),
  );
}

/** `config`: of the whole model, without a base. `frozenLayers`: of the first layers; 0: all are trained. */
export async function beginOnFeatures(
  from: WholeModel,
  config: RunConfig,
  frozenLayers: number,
  savedAtMs: number,
): Promise<Result<BegunRun, FileProblem | 'bad-config'>> {
  const last = config.model.layers.length - 1;
  if (!haveSameLayers(from.model, config.model, last)) return fail('foreign', say('other-features'));
  const model = frozenLayers > 0 ? { ...config.model, frozenLayers } : config.model;
  const file = frozenLayers > 0 ? baseFileFrom(model, from.parameters) : undefined;
  if (file && !file.ok) return file;
  const base = file?.value;
  const named = base && { base: await nameOfFile(base, yieldToLoop) };
  const made = parseRunConfig({ ...config, ...named, model });
  if (!made.ok) return made;
  const state = { ...newRun(made.value), initialized: true };
  const plan = compile(model, 1);
  try {
    const tensors = createState(stateShapeOf(state), plan.parameterCount);
    tensors.parameters.set(initialParameters(plan, config.seed));
    tensors.parameters.set(from.parameters.subarray(endOf(plan.base), lengthOf(from.model, last)));
    const around = { lineage: '0', savedAtMs, loss: undefined, engine: undefined, vocabulary: undefined };
    const pieces = [...checkpointPieces(versionedState(state, tensors), around)];
    return ok({ run: new Blob(pieces, { type: 'application/octet-stream' }), base });
  } catch (error) {
    return fail('too-large', say('run-without-memory', { detail: unexpected(String(error)) }));
  }
}

/** True where so many first layers of both models are the same, on inputs of one shape. */
function haveSameLayers(one: ModelSpec, other: ModelSpec, count: number): boolean {
  const features = ({ inputShape, layers }: ModelSpec): string =>
    canonical([inputShape, layers.slice(0, count)]);
  return one.layers.length >= count && features(one) === features(other);
}

/** The number of parameters of so many first layers. */
function lengthOf(model: ModelSpec, layers: number): number {
  return endOf(compile(model, 1).slots.filter(({ name }) => Number(name.split('.')[1]) < layers));
}
