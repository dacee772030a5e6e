// A run that trains a part of its model as a run of the whole: its base, read from a file, with the adapters added or with
// the trained layers behind it.
import { fromHalfs } from '../../../base/float16';
import { fail, ok, type Result } from '../../../base/result';
import { say, unexpected } from '../../../base/sayings';
import { yieldToLoop } from '../../../base/yield-to-loop';
import { nameOfFile } from '../../../data/name-of-file';
import type { NamedFile } from '../../../data/named-file';
import { wholeParameters } from '../../../model/adapters/merge';
import { endOf } from '../../../model/engine';
import { compile } from '../../../model/plan/plan';
import { hasBase, type ModelSpec, wholeSpec } from '../../../model/spec';
import type { RunConfig } from '../../run/run-config';
import { readBase } from '../base-file';
import type { FileProblem } from '../safetensors-file';

/** Finds a file that a run names by its hash; undefined: it is not here. */
export type FindNamed = (file: NamedFile) => Promise<Blob | undefined>;

export interface WholeModel {
  readonly model: ModelSpec;
  readonly parameters: Float32Array;
}

type Adapted = Pick<RunConfig, 'model' | 'base'>;

/** `trained`: the flat parameters of the run. Without a base they are the whole model. */
export async function wholeModel(
  run: Adapted,
  trained: Float32Array,
  find: FindNamed | undefined,
): Promise<Result<WholeModel, FileProblem>> {
  if (!hasBase(run.model)) return ok({ model: run.model, parameters: trained });
  const frozen = await readFrozen(run, find);
  return frozen.ok ? ok(mergedModel(run.model, frozen.value, trained)) : frozen;
}

/** The flat parameters of the base that a run names. */
export async function readFrozen(
  { model, base }: Adapted,
  find: FindNamed | undefined,
): Promise<Result<Float32Array, FileProblem>> {
  const file = base && (await find?.(base));
  if (!base || !file) return fail('unreadable', say('base-not-here'));
  if (file.size !== base.bytes || (await nameOfFile(file, yieldToLoop)).root !== base.root)
    return fail('damaged', say('base-not-here'));
  let halves: Uint16Array;
  let frozen: Float32Array<ArrayBuffer>;
  try {
    halves = new Uint16Array(endOf(compile(model, 1).base));
    frozen = new Float32Array(halves.length);
  } catch (error) {
    return fail('too-large', say('run-without-memory', { detail: unexpected(String(error)) }));
  }
  const read = await readBase(file, model, halves);
  return read.ok ? ok(fromHalfs(halves, frozen)) : read;
}

/** `trained`: the flat parameters that the spec trains, on the base `frozen`. */
export function mergedModel(spec: ModelSpec, frozen: Float32Array, trained: Float32Array): WholeModel {
  return { model: wholeSpec(spec), parameters: wholeParameters(compile(spec, 1), spec, frozen, trained) };
}
