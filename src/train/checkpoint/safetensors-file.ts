// Opens a `.safetensors` file that a person gave: strict, and bounded before anything is allocated. The header names
// every tensor and its place; the data is read afterwards, a piece at a time. Every failure is a value that says what is
// wrong with which tensor.
import { inFull, say, unexpected } from '../../base/sayings';
import * as v from 'valibot';
import { fromUtf8 } from '../../base/bytes';
import { groupDigits } from '../../base/group-digits';
import { fail, type Failure, ok, type Result } from '../../base/result';
import { isDeep } from './deep-json';
import { duplicateKey } from './duplicate-keys';
import { bytesPerElement, type Dtype, elementsOf, type FileTensor } from './safetensors-header';

export type FileProblem =
  /** It cannot be read from the disk any more. */
  | 'unreadable'
  /** Not a safetensors file, or one that Lockstep did not write. */
  | 'foreign'
  /** Cut, or changed since it was written. */
  | 'damaged'
  | 'too-large'
  | 'other-version';

export interface PlacedTensor extends FileTensor {
  /** Bytes [start, end) of the file. */
  readonly start: number;
  readonly end: number;
}

export interface OpenedFile {
  readonly file: Blob;
  readonly metadata: Readonly<Record<string, string>>;
  readonly tensors: ReadonlyMap<string, PlacedTensor>;
}

/** The largest model takes 2²⁸ parameters, three times over with AdamW's vectors. */
export const mostFileBytes = 4 * 2 ** 30;
/** A thousand tensors take 200 KiB. JSON of this size is read in a tenth of a second. */
export const mostHeaderBytes = 8 * 2 ** 20;
/** Read at once: long enough that a read's overhead does not count. */
const pieceBytes = 2 ** 20;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const entry = v.strictObject({
  dtype: v.string(),
  shape: v.pipe(v.array(count), v.maxLength(8)),
  data_offsets: v.strictTuple([count, count]),
});
const metadataSchema = v.record(v.string(), v.string());

/** Reads the header alone. A tensor of another dtype than these refuses the file. */
export async function openSafetensors(
  file: Blob,
  dtypes: readonly Dtype[] = ['F32', 'F64'],
): Promise<Result<OpenedFile, FileProblem>> {
  if (file.size > mostFileBytes)
    return fail('too-large', say('run-too-large', { bytes: file.size, most: mostFileBytes }));
  if (file.size < 8) return foreign('it is too short');
  const first = await read(file, 0, 8);
  if (!first.ok) return first;
  const length = new DataView(first.value).getBigUint64(0, true);
  if (length > BigInt(mostHeaderBytes)) return foreign(`its header would have ${length} bytes`);
  const headerEnd = 8 + Number(length);
  if (headerEnd > file.size)
    return damaged(`it ends within its header: ${groupDigits(file.size)} of ${groupDigits(headerEnd)} bytes`);
  const bytes = await read(file, 8, headerEnd);
  if (!bytes.ok) return bytes;
  let header: unknown;
  let text: string;
  try {
    text = fromUtf8(new Uint8Array(bytes.value));
    if (isDeep(text)) return foreign('its header is nested too deeply');
    header = JSON.parse(text);
  } catch {
    return foreign('its header is not JSON');
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header))
    return foreign('its header is not an object');
  const twice = duplicateKey(text);
  if (twice !== undefined) return damaged(`“${short(twice)}” is in its header twice`);
  return placeTensors(file, headerEnd, header as Readonly<Record<string, unknown>>, dtypes);
}

function placeTensors(
  file: Blob,
  dataStart: number,
  { __metadata__, ...rest }: Readonly<Record<string, unknown>>,
  dtypes: readonly Dtype[],
): Result<OpenedFile, FileProblem> {
  const metadata = v.safeParse(metadataSchema, __metadata__ ?? {});
  if (!metadata.success) return damaged('its metadata are not strings');
  const placed: PlacedTensor[] = [];
  for (const [name, value] of Object.entries(rest)) {
    const parsed = v.safeParse(entry, value);
    if (!parsed.success) return damaged(`“${short(name)}” has no dtype, shape and place`);
    const {
      shape,
      data_offsets: [start, end],
    } = parsed.output;
    const dtype = dtypes.find((known) => known === parsed.output.dtype);
    if (dtype === undefined)
      return fail(
        'foreign',
        say('numbers-not-read', {
          tensor: short(name),
          dtype: short(parsed.output.dtype),
          read: dtypes.join(', '),
        }),
      );
    placed.push({ name, dtype, shape, start: dataStart + start, end: dataStart + end });
  }
  placed.sort((a, b) => a.start - b.start || a.end - b.end);
  let at = dataStart;
  for (const tensor of placed) {
    const { name, dtype, start, end } = tensor;
    const bytes = bytesPerElement[dtype] * elementsOf(tensor);
    if (start < at) return damaged(`“${short(name)}” overlaps the tensor before it`);
    if (start > at)
      return damaged(`nothing owns the ${groupDigits(start - at)} bytes before “${short(name)}”`);
    if (end - start !== bytes)
      return damaged(
        `“${short(name)}” has ${groupDigits(end - start)} bytes, and its shape ${groupDigits(bytes)}`,
      );
    at = end;
  }
  if (at > file.size) return damaged(`it is cut: ${groupDigits(file.size)} of ${groupDigits(at)} bytes`);
  if (at < file.size) return damaged(`nothing owns its last ${groupDigits(file.size - at)} bytes`);
  const tensors = new Map(placed.map((tensor) => [tensor.name, tensor]));
  return ok({ file, metadata: metadata.output, tensors });
}

/** Passes the tensor's elements to `take` in pieces, those of 16 bits widened to 32. The first element that is not finite refuses the tensor. */
export async function readTensor(
  { file }: Pick<OpenedFile, 'file'>,
  tensor: PlacedTensor,
  take: (values: Float32Array | Float64Array, firstElement: number) => void,
): Promise<Result<null, FileProblem>> {
  const { name, dtype } = tensor;
  return eachPiece(file, tensor, (bytes, first) => {
    const values = dtype === 'F64' ? new Float64Array(bytes) : widened(bytes, dtype);
    const wrong = values.findIndex((value) => !Number.isFinite(value));
    if (wrong >= 0) return notFinite(name, first + wrong, values[wrong]);
    take(values, first);
    return ok(null);
  });
}

/** The same of a tensor in F16, whose bits are passed on. */
export async function readHalves(
  { file }: Pick<OpenedFile, 'file'>,
  tensor: PlacedTensor,
  take: (halves: Uint16Array, firstElement: number) => void,
): Promise<Result<null, FileProblem>> {
  return eachPiece(file, tensor, (bytes, first) => {
    const halves = new Uint16Array(bytes);
    const wrong = halves.findIndex((bits) => (bits & 0x7c00) === 0x7c00);
    if (wrong >= 0) return notFinite(tensor.name, first + wrong, halfOf(halves[wrong]));
    take(halves, first);
    return ok(null);
  });
}

async function eachPiece(
  file: Blob,
  { dtype, start, end }: PlacedTensor,
  take: (bytes: ArrayBuffer, firstElement: number) => Result<null, FileProblem>,
): Promise<Result<null, FileProblem>> {
  for (let at = start; at < end; at += pieceBytes) {
    const bytes = await read(file, at, Math.min(at + pieceBytes, end));
    if (!bytes.ok) return bytes;
    const taken = take(bytes.value, (at - start) / bytesPerElement[dtype]);
    if (!taken.ok) return taken;
  }
  return ok(null);
}

function notFinite(name: string, element: number, value: number): Result<null, FileProblem> {
  return damaged(`element ${groupDigits(element)} of “${short(name)}” is ${value}`);
}

async function read(file: Blob, start: number, end: number): Promise<Result<ArrayBuffer, FileProblem>> {
  try {
    return ok(await file.slice(start, end).arrayBuffer());
  } catch (error) {
    return fail('unreadable', say('run-unreadable', { detail: unexpected(String(error)) }));
  }
}

/** Names come from the file: only a short piece of one is shown. */
export function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

export function damaged(what: string): { readonly ok: false; readonly error: Failure<'damaged'> } {
  return fail('damaged', inFull(say('run-damaged'), `the file is damaged: ${what}`));
}

function foreign(what: string): { readonly ok: false; readonly error: Failure<'foreign'> } {
  return fail('foreign', inFull(say('no-safetensors'), `this is not a safetensors file: ${what}`));
}

/** Numbers of 16 bits as f32, exactly: IEEE half precision, and bfloat16, which is the upper half of an f32. */
function widened(bytes: ArrayBuffer, dtype: Exclude<Dtype, 'F64'>): Float32Array {
  switch (dtype) {
    case 'F32':
      return new Float32Array(bytes);
    case 'F16':
      return Float32Array.from(new Uint16Array(bytes), halfOf);
    case 'BF16':
      return new Float32Array(Uint32Array.from(new Uint16Array(bytes), (bits) => bits << 16).buffer);
    case 'U8':
    case 'BOOL':
      return Float32Array.from(new Uint8Array(bytes));
    default:
      return dtype satisfies never;
  }
}

/** 1 bit of sign, 5 of exponent, 10 of fraction. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
