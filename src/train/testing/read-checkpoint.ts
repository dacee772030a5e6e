// Reads a checkpoint file by the safetensors format alone, strict and bounded, and returns the versioned state in it.
// For the proof that files are whole: nothing loads checkpoints into a run yet.
import * as v from 'valibot';
import { fromUtf8 } from '../../base/bytes';
import { fail, ok, type Result } from '../../base/result';
import { compile } from '../../model/plan/plan';
import { createState } from '../../optim/state/train-state';
import { versionedState, type VersionedState } from '../state/versioned-state';
import { stateShapeOf } from '../run/exact-update';
import { decodeRunState } from '../run/run-state';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const header = v.objectWithRest(
  { __metadata__: v.record(v.string(), v.string()) },
  v.strictObject({
    dtype: v.picklist(['F32', 'F64']),
    shape: v.pipe(v.array(count), v.maxLength(8)),
    data_offsets: v.strictTuple([count, count]),
  }),
);
const maxHeaderBytes = 100 * 2 ** 20;

export interface SafetensorsFile {
  readonly metadata: Readonly<Record<string, string>>;
  readonly tensors: ReadonlyMap<string, { readonly shape: readonly number[]; readonly values: Float32Array | Float64Array }>; // prettier-ignore
}

export function readSafetensors(file: Uint8Array): Result<SafetensorsFile, 'malformed'> {
  if (file.byteLength < 8) return fail('malformed', 'no header length');
  const length = Number(new DataView(file.buffer, file.byteOffset).getBigUint64(0, true));
  if (length > maxHeaderBytes || length > file.byteLength - 8 || length % 8 !== 0)
    return fail('malformed', `a header of ${length} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(fromUtf8(file.subarray(8, 8 + length)));
  } catch {
    return fail('malformed', 'the header is not JSON');
  }
  const parsed = v.safeParse(header, json);
  if (!parsed.success) return fail('malformed', parsed.issues[0].message);
  const { __metadata__: metadata, ...entries } = parsed.output;
  const data = file.slice(8 + length).buffer;
  const tensors = new Map<string, { shape: readonly number[]; values: Float32Array | Float64Array }>();
  let at = 0;
  for (const [name, { dtype, shape, data_offsets }] of Object.entries(entries).sort(
    ([, a], [, b]) => a.data_offsets[0] - b.data_offsets[0] || a.data_offsets[1] - b.data_offsets[1],
  )) {
    const elements = shape.reduce((a, b) => a * b, 1);
    const [start, end] = data_offsets;
    const bytes = elements * (dtype === 'F64' ? 8 : 4);
    if (start !== at || end - start !== bytes || end > data.byteLength)
      return fail('malformed', `${name} lies at ${start} … ${end}`);
    const values = dtype === 'F64' ? new Float64Array(data, start, elements) : new Float32Array(data, start, elements); // prettier-ignore
    tensors.set(name, { shape, values });
    at = end;
  }
  return at === data.byteLength ? ok({ metadata, tensors }) : fail('malformed', 'bytes that no tensor owns');
}

/** The state in the file, with the digest computed from its bytes alone. */
export function readCheckpoint(file: Uint8Array): Result<VersionedState, 'malformed'> {
  const read = readSafetensors(file);
  if (!read.ok) return read;
  const { metadata, tensors } = read.value;
  const state = decodeRunState(metadata.state ?? '');
  if (!state.ok) return fail('malformed', state.error.message);
  const { config } = state.value;
  const { slots, parameterCount } = compile(config.model, config.microBatch);
  const shape = stateShapeOf(state.value);
  const held = createState(shape, parameterCount);
  const fill = (prefix: string, flat: Float32Array): boolean =>
    slots.every(({ name, shape, offset }) => {
      const tensor = tensors.get(`${prefix}.${name}`);
      if (JSON.stringify(tensor?.shape) !== JSON.stringify(shape)) return false;
      flat.set(tensor!.values, offset);
      return true;
    });
  const areFilled =
    fill('parameters', held.parameters) &&
    shape.vectors.every((name, i) => fill(`optimizer.${name}`, held.vectors[i]));
  if (!areFilled) return fail('malformed', 'a tensor is missing or has another shape');
  held.scalars.set(tensors.get('optimizer.products')?.values ?? []);
  held.step = Number(metadata.updates);
  return ok(versionedState(state.value, held));
}
