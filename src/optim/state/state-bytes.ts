// Replicated state as little-endian bytes, for state transfer and checkpoints. A block's bytes are its parameters, then
// each vector's elements. The head is the step and the running products. Bytes from a peer are verified with
// hashBlockBytes before they are written. Every platform with WebGPU is little-endian: selfTest checks it.
import type { Hash64 } from '../../base/hash';
import { fail, ok, type Result } from '../../base/result';
import { blockRange } from './blocks';
import { hashRange } from './digest';
import type { TrainState } from './train-state';

export function blockBytes(state: TrainState, block: number): number {
  const { start, end } = blockRange(block, state.parameters.length);
  return 4 * (end - start) * (1 + state.vectors.length);
}

/** A copy. */
export function readBlock(state: TrainState, block: number): Uint8Array<ArrayBuffer> {
  const { start, end } = blockRange(block, state.parameters.length);
  const length = end - start;
  const floats = new Float32Array(length * (1 + state.vectors.length));
  floats.set(state.parameters.subarray(start, end));
  state.vectors.forEach((vector, i) => floats.set(vector.subarray(start, end), length * (i + 1)));
  return new Uint8Array(floats.buffer);
}

export function writeBlock(
  state: TrainState,
  block: number,
  bytes: Uint8Array,
): Result<void, 'wrong-length'> {
  const expected = blockBytes(state, block);
  if (bytes.byteLength !== expected)
    return fail('wrong-length', `block ${block} has ${expected} bytes, not ${bytes.byteLength}`);
  const { start, end } = blockRange(block, state.parameters.length);
  const length = end - start;
  const floats = new Float32Array(alignedCopy(bytes));
  state.parameters.set(floats.subarray(0, length), start);
  state.vectors.forEach((vector, i) =>
    vector.set(floats.subarray(length * (i + 1), length * (i + 2)), start),
  );
  return ok(undefined);
}

/** The blockHash of a state that holds these bytes; undefined when they cannot be a block of such a state. */
export function hashBlockBytes(vectorCount: number, bytes: Uint8Array): Hash64 | undefined {
  const arrays = 1 + vectorCount;
  if (bytes.byteLength % (4 * arrays) !== 0) return undefined;
  const words = new Uint32Array(alignedCopy(bytes));
  const length = words.length / arrays;
  return hashRange(
    Array.from({ length: arrays }, (_, a) => words.subarray(length * a, length * (a + 1))),
    0,
    length,
  );
}

/** The step (as f64, exact below 2⁵³) and the running products. */
export function readHead(state: TrainState): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new Float64Array([state.step, ...state.scalars]).buffer);
}

export function writeHead(state: TrainState, bytes: Uint8Array): Result<void, 'wrong-length' | 'bad-step'> {
  const expected = 8 * (1 + state.scalars.length);
  if (bytes.byteLength !== expected)
    return fail('wrong-length', `the head has ${expected} bytes, not ${bytes.byteLength}`);
  const values = new Float64Array(alignedCopy(bytes));
  if (!Number.isSafeInteger(values[0]) || values[0] < 0)
    return fail('bad-step', `${values[0]} is not a number of steps`);
  state.step = values[0];
  state.scalars.set(values.subarray(1));
  return ok(undefined);
}

/** Typed arrays need aligned offsets, but bytes received in a frame may start anywhere. (Not `slice`: Node's Buffer
 *  makes that a view.) */
function alignedCopy(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
