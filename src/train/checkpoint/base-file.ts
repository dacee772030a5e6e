// The base of adapters as a file: the parameters that a run does not train, under the names and in the layouts of a
// checkpoint, each in the format in which it was published. The same model gives the same bytes, so that a run names it by
// their hash (T17).
import { fail, ok, type Result } from '../../base/result';
import { inFull, say } from '../../base/sayings';
import type { ModelSpec } from '../../model/spec';
import type { ForeignGpt, ForeignTensor } from './import/foreign-gpt';
import { fromFileOrder } from './permute';
import { type FileProblem, openSafetensors, readTensor, short } from './safetensors-file';
import { bytesPerElement, type FileTensor, safetensorsHead } from './safetensors-header';
import { type TensorLayout, tensorLayouts } from './tensor-layout';

/** One per slot of the base, in the order of the slots. */
export function baseLayouts({ adapters: _, ...model }: ModelSpec): readonly TensorLayout[] {
  return tensorLayouts(model);
}

/** Pieces of the given files: nothing is read yet. */
export function baseFileOf(gpt: ForeignGpt): Blob {
  const parts = gpt.tensors
    .map((tensor) => ({ head: headOf(tensor), bytes: bytesOf(gpt, tensor) }))
    .toSorted((a, b) => bytesPerElement[b.head.dtype] - bytesPerElement[a.head.dtype]);
  const head = safetensorsHead(
    parts.map((part) => part.head),
    { format: 'pt' },
  );
  return new Blob([head, ...parts.flatMap(({ bytes }) => bytes)]);
}

function headOf({ layout: { name, shape }, placed }: ForeignTensor): FileTensor {
  return { name, dtype: placed?.dtype ?? 'F32', shape };
}

function bytesOf(
  { opened: { file }, rows }: ForeignGpt,
  { layout, placed, isByToken }: ForeignTensor,
): BlobPart[] {
  if (!placed) return [new Uint8Array(bytesPerElement.F32 * layout.length)];
  const { start, end } = placed;
  if (!isByToken) return [file.slice(start, end)];
  const rowBytes = (end - start) / placed.shape[0];
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

/** Strict: the tensors of this model's base and no others, all finite, into the flat vector of the base. */
export async function readBase(
  file: Blob,
  model: ModelSpec,
  into: Float32Array,
): Promise<Result<null, FileProblem>> {
  const opened = await openSafetensors(file, ['F32', 'F16', 'BF16']);
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
    const read = await readTensor(opened.value, tensors.get(layout.name)!, (values, first) =>
      fromFileOrder(layout, values as Float32Array, first, into),
    );
    if (!read.ok) return read;
  }
  return ok(null);
}

function misfit(why: string): Result<never, FileProblem> {
  return fail('foreign', inFull(say('model-misfit'), `the model does not fit: ${why}`));
}
