// The base of adapters as a file: the parameters that a run does not train, in f16, under the names and in the layouts of a
// checkpoint. The same model gives the same bytes, so that a run names it by their hash (T17). Whatever its format was, all
// engines compute with the numbers of this file (E0).
import { toHalfs } from '../../base/float16';
import { fail, ok, type Result } from '../../base/result';
import { inFull, say } from '../../base/sayings';
import type { ModelSpec } from '../../model/spec';
import type { ForeignGpt, ForeignTensor } from './import/foreign-gpt';
import { fromFileOrder } from './permute';
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

/** One per slot of the base, in the order of the slots. */
export function baseLayouts({ adapters: _, ...model }: ModelSpec): readonly TensorLayout[] {
  return tensorLayouts(model);
}

/** Each number is rounded to the nearest of f16. Tensors in f16 are pieces of the given files: they are not read. */
export async function baseFileOf(gpt: ForeignGpt): Promise<Result<Blob, FileProblem>> {
  const head = safetensorsHead(
    gpt.tensors.map(({ layout: { name, shape } }) => ({ name, dtype: 'F16', shape })),
    { format: 'pt' },
  );
  const parts: BlobPart[] = [head];
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
  let beyond: number | undefined;
  // A part is a Blob of its own, which a browser may keep on the disk.
  const read = await readTensor({ file }, { ...placed, start: 0, end: file.size }, (values) => {
    const halves = toHalfs(values as Float32Array) as Uint16Array<ArrayBuffer>;
    beyond ??= values.find((_, at) => (halves[at] & 0x7c00) === 0x7c00);
    parts.push(new Blob([halves]));
  });
  if (!read.ok) return read;
  return beyond === undefined
    ? ok(parts)
    : fail('too-large', say('base-beyond-half', { tensor: short(layout.name), value: String(beyond) }));
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
