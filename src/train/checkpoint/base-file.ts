// The base of a run as a file: the parameters that it does not train, in f16, under the names and in the layouts of a
// checkpoint. The same model gives the same bytes, so that a run names it by their hash (T17). Whatever its format was, all
// engines compute with the numbers of this file (E0).
import { toHalfs } from '../../base/float16';
import { fail, ok, type Result } from '../../base/result';
import { inFull, say } from '../../base/sayings';
import { compile } from '../../model/plan/plan';
import { type ModelSpec, wholeSpec } from '../../model/spec';
import type { ForeignGpt, ForeignTensor } from './import/foreign-gpt';
import { fromFileOrder, toFileOrder } from './permute';
import {
  type FileProblem,
  type PlacedTensor,
  openSafetensors,
  readHalves,
  readTensor,
  short,
} from './safetensors-file';
import { bytesPerElement, safetensorsHead } from './safetensors-header';
import { type TensorLayout, tensorLayouts } from './tensor-layout';

/** One per slot of the base, in the order of the slots: the first ones of the whole model, which are all under adapters. */
export function baseLayouts(model: ModelSpec): readonly TensorLayout[] {
  return tensorLayouts(wholeSpec(model)).slice(0, compile(model, 1).base.length);
}

/** `flat`: the parameters of the whole model, or of its base. Each number is rounded to the nearest of f16. */
export function baseFileFrom(model: ModelSpec, flat: Float32Array): Result<Blob, 'too-large'> {
  const layouts = baseLayouts(model);
  const parts: BlobPart[] = [headOf(layouts)];
  for (const layout of layouts) {
    const values = new Float32Array(layout.length);
    toFileOrder(layout, flat, 0, values);
    const halves = rounded(layout, values);
    if (!halves.ok) return halves;
    parts.push(halves.value);
  }
  return ok(new Blob(parts));
}

/** Each number is rounded to the nearest of f16. Tensors in f16 are pieces of the given files: they are not read. */
export async function baseFileOf(gpt: ForeignGpt): Promise<Result<Blob, FileProblem>> {
  const parts: BlobPart[] = [headOf(gpt.tensors.map(({ layout }) => layout))];
  for (const tensor of gpt.tensors) {
    const halves = await halvesOf(gpt, tensor);
    if (!halves.ok) return halves;
    parts.push(...halves.value);
  }
  return ok(new Blob(parts));
}

async function halvesOf(gpt: ForeignGpt, tensor: ForeignTensor): Promise<Result<BlobPart[], FileProblem>> {
  const { layout, placed } = tensor;
  if (!placed) return ok([new Uint8Array(bytesPerElement.F16 * layout.length)]);
  const bytes = bytesOf(gpt, tensor, placed);
  if (placed.dtype === 'F16') return ok(bytes);
  const file = new Blob(bytes);
  const parts: Blob[] = [];
  let problem: Result<never, 'too-large'> | undefined;
  // A part is a Blob of its own, which a browser may keep on the disk.
  const read = await readTensor({ file }, { ...placed, start: 0, end: file.size }, (values) => {
    const halves = rounded(layout, values as Float32Array);
    if (halves.ok) parts.push(new Blob([halves.value]));
    else problem ??= halves;
  });
  return read.ok ? (problem ?? ok(parts)) : read;
}

function headOf(layouts: readonly TensorLayout[]): Uint8Array<ArrayBuffer> {
  return safetensorsHead(
    layouts.map(({ name, shape }) => ({ name, dtype: 'F16', shape })),
    { format: 'pt' },
  );
}

/** Finite values as f16. Fails at one whose nearest f16 is infinite. */
function rounded(
  { name }: TensorLayout,
  values: Float32Array,
): Result<Uint16Array<ArrayBuffer>, 'too-large'> {
  const halves = toHalfs(values, new Uint16Array(values.length)) as Uint16Array<ArrayBuffer>;
  const beyond = halves.findIndex((bits) => (bits & 0x7c00) === 0x7c00);
  if (beyond < 0) return ok(halves);
  const value = String(Number(values[beyond].toPrecision(6)));
  return fail('too-large', say('base-beyond-half', { tensor: short(name), value }));
}

/** The tensor in the file, with the rows of our tokens alone. */
function bytesOf(
  { opened: { file }, rows }: ForeignGpt,
  { isByToken }: ForeignTensor,
  { start, end, shape }: PlacedTensor,
): BlobPart[] {
  if (!isByToken) return [file.slice(start, end)];
  const rowBytes = (end - start) / shape[0];
  const pieces: BlobPart[] = [];
  for (let first = 0; first < rows.length;) {
    let next = first + 1;
    while (next < rows.length && rows[next] === rows[next - 1] + 1) next++;
    const at = start + rows[first] * rowBytes;
    pieces.push(file.slice(at, at + (next - first) * rowBytes));
    first = next;
  }
  return pieces;
}

/** Strict: the tensors of this model's base and no others, all in f16 and finite, into the flat vector of the base. */
export async function readBase(
  file: Blob,
  model: ModelSpec,
  into: Uint16Array,
): Promise<Result<null, FileProblem>> {
  const opened = await openSafetensors(file, ['F16']);
  if (!opened.ok) return opened;
  const { tensors } = opened.value;
  const layouts = baseLayouts(model);
  for (const { name, shape } of layouts) {
    const found = tensors.get(name);
    if (!found) return misfit(`“${name}” is missing`);
    if (found.shape.join() !== shape.join())
      return misfit(
        `“${name}” has the shape (${found.shape.join(', ')}), and in the model (${shape.join(', ')})`,
      );
  }
  if (tensors.size > layouts.length) {
    const known = new Set(layouts.map(({ name }) => name));
    const unknown = [...tensors.keys()].find((name) => !known.has(name))!;
    return misfit(`“${short(unknown)}” is no tensor of the model`);
  }
  for (const layout of layouts) {
    const read = await readHalves(opened.value, tensors.get(layout.name)!, (halves, first) =>
      fromFileOrder(layout, halves, first, into),
    );
    if (!read.ok) return read;
  }
  return ok(null);
}

function misfit(why: string): Result<never, FileProblem> {
  return fail('foreign', inFull(say('model-misfit'), `the model does not fit: ${why}`));
}
