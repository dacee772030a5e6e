// Reads a checkpoint that a person gave, strict and bounded: the tensors that its configuration needs, no others, all
// finite, and the digest that the file names. So what is read is what was held, bit for bit.
import { say, unexpected } from '../../base/sayings';
import { groupDigits } from '../../base/group-digits';
import { fail, ok, type Result } from '../../base/result';
import { compile } from '../../model/plan/plan';
import { createState, type TrainState } from '../../optim/state/train-state';
import { rootDigest } from '../../optim/state/digest';
import { hashText } from '../run/run-config';
import { stateShapeOf } from '../run/exact-update';
import { versionedState, type VersionedState } from '../state/versioned-state';
import { type CheckpointFacts, decodeFacts } from './checkpoint-facts';
import { fromFileOrder } from './permute';
import {
  damaged,
  type FileProblem,
  type OpenedFile,
  openSafetensors,
  readTensor,
  short,
} from './safetensors-file';
import type { FileTensor } from './safetensors-header';
import { tensorLayouts } from './tensor-layout';
import { fileTensor, productsName } from './write-checkpoint';

export interface ReadCheckpoint extends CheckpointFacts {
  readonly held: VersionedState;
}

export interface OpenedCheckpoint {
  readonly opened: OpenedFile;
  readonly facts: CheckpointFacts;
}

/** The header alone: what the file says that it holds. The tensors are there, and may still be damaged. */
export async function openCheckpoint(file: Blob): Promise<Result<OpenedCheckpoint, FileProblem>> {
  const opened = await openSafetensors(file);
  if (!opened.ok) return opened;
  const facts = decodeFacts(opened.value.metadata);
  if (!facts.ok) return facts;
  if (!facts.value.state.initialized) return damaged('it holds a run without parameters');
  const problem = misfit(opened.value, expectedTensors(facts.value));
  return problem === undefined ? ok({ opened: opened.value, facts: facts.value }) : damaged(problem);
}

export async function readCheckpoint(file: Blob): Promise<Result<ReadCheckpoint, FileProblem>> {
  const checkpoint = await openCheckpoint(file);
  if (!checkpoint.ok) return checkpoint;
  const { opened, facts } = checkpoint.value;
  const { config } = facts.state;
  const layouts = tensorLayouts(config.model);
  let tensors: TrainState;
  try {
    tensors = createState(stateShapeOf(facts.state), compile(config.model, 1).parameterCount);
  } catch (error) {
    return fail('too-large', say('run-without-memory', { detail: unexpected(String(error)) }));
  }
  for (const [at, prefix] of prefixesOf(facts).entries()) {
    const flat = at === 0 ? tensors.parameters : tensors.vectors[at - 1];
    for (const layout of layouts) {
      const placed = opened.tensors.get(`${prefix}${layout.name}`)!;
      const read = await readTensor(opened, placed, (values, first) =>
        fromFileOrder(layout, values as Float32Array, first, flat),
      );
      if (!read.ok) return read;
    }
  }
  const products = opened.tensors.get(productsName);
  if (products) {
    const read = await readTensor(opened, products, (values) => tensors.scalars.set(values));
    if (!read.ok) return read;
  }
  tensors.step = facts.updates;
  const held = versionedState(facts.state, tensors);
  // The digest is over the state as the file has it, which may be an older version's.
  return hashText(rootDigest(tensors, held.hashes) + opened.metadata.state) === facts.digest
    ? ok({ ...facts, held })
    : damaged('its numbers are not those that were saved (their digest differs)');
}

/** The prefixes before the names of the parameters, and of each of the optimizer's vectors. */
function prefixesOf({ state }: CheckpointFacts): readonly string[] {
  return ['', ...stateShapeOf(state).vectors.map((name) => `optimizer.${name}.`)];
}

function expectedTensors(facts: CheckpointFacts): readonly FileTensor[] {
  const layouts = tensorLayouts(facts.state.config.model);
  const count = stateShapeOf(facts.state).products.length;
  const products: FileTensor[] = count > 0 ? [{ name: productsName, dtype: 'F64', shape: [count] }] : [];
  return [
    ...products,
    ...prefixesOf(facts).flatMap((prefix) => layouts.map((layout) => fileTensor(prefix, layout))),
  ];
}

/** Why the tensors in the file are not those that the run needs; undefined: they are. */
function misfit({ tensors }: OpenedFile, expected: readonly FileTensor[]): string | undefined {
  for (const { name, dtype, shape } of expected) {
    const found = tensors.get(name);
    if (!found) return `“${name}” is missing`;
    if (found.dtype !== dtype) return `“${name}” holds ${found.dtype} numbers, and the run ${dtype}`;
    if (found.shape.join() !== shape.join())
      return `“${name}” has the shape ${shapeText(found.shape)}, and in this run ${shapeText(shape)}`;
  }
  if (tensors.size === expected.length) return undefined;
  const known = new Set(expected.map(({ name }) => name));
  const unknown = [...tensors.keys()].find((name) => !known.has(name))!;
  return `${groupDigits(tensors.size - expected.length)} tensors are not of this run, such as “${short(unknown)}”`;
}

function shapeText(shape: readonly number[]): string {
  return `(${shape.join(', ')})`;
}
