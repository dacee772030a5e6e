// A GPT-2 that another program wrote: model.safetensors with Transformers' names and layouts, config.json, tokenizer.json.
// It is opened here, and checked before anything is allocated; its weights then begin a run (E0).
import { inFull, say, type Saying } from '../../../base/sayings';
import { groupDigits } from '../../../base/group-digits';
import { fail, ok, type Result } from '../../../base/result';
import { type Vocabulary, vocabularySize } from '../../../data/vocabulary';
import { gptPreset } from '../../../model/presets';
import {
  type FileProblem,
  mostFileBytes,
  type OpenedFile,
  openSafetensors,
  type PlacedTensor,
  short,
} from '../safetensors-file';
import { type TensorLayout, tensorLayouts } from '../tensor-layout';
import type { GptFiles } from './gpt-files';
import { type GptConfig, type GptShape, readGptConfig } from './gpt-config';
import { readTokenizer } from './tokenizer-file';

/** A parameter of ours and its tensor in the file. */
export interface ForeignTensor {
  readonly layout: TensorLayout;
  /** Undefined: it begins with zeros. */
  readonly placed: PlacedTensor | undefined;
  /** It has a row for each token. */
  readonly isByToken: boolean;
}

export interface ForeignGpt {
  readonly shape: GptShape;
  readonly vocabulary: Vocabulary;
  /** The rows of the token table, for each of our tokens. */
  readonly rows: readonly number[];
  readonly opened: OpenedFile;
  readonly tensors: readonly ForeignTensor[];
  /** What a person should know. */
  readonly notes: readonly Saying[];
}

export async function openForeignGpt(files: GptFiles): Promise<Result<ForeignGpt, FileProblem>> {
  const config = await readGptConfig(files.config);
  if (!config.ok) return config;
  const tokenizer = await readTokenizer(files);
  if (!tokenizer.ok) return tokenizer;
  const { vocabulary, rows, leftOut } = tokenizer.value;
  const beyond = rows.findIndex((row) => row >= config.value.rows);
  if (beyond >= 0)
    return misfit(
      `a token of the tokenizer has number ${groupDigits(rows[beyond])}, and the model ${groupDigits(config.value.rows)} tokens`,
    );
  const opened = await openShards([files.weights, ...(files.shards ?? [])]);
  if (!opened.ok) return opened;
  const { rows: _, ...shape } = config.value;
  const found = findTensors(opened.value, config.value, shape, vocabularySize(vocabulary));
  if (!found.ok) return found;
  const unused = config.value.rows - rows.length;
  return ok({
    shape,
    vocabulary,
    rows,
    opened: opened.value,
    tensors: found.value,
    notes:
      unused > 0
        ? [
            leftOut.length > 0
              ? say('tokens-of-no-text-such', { count: unused, such: short(leftOut[0]) })
              : say('tokens-of-no-text', { count: unused }),
          ]
        : [],
  });
}

/** Weights that were saved in several files, as if they were one. */
async function openShards(files: readonly Blob[]): Promise<Result<OpenedFile, FileProblem>> {
  const tensors = new Map<string, PlacedTensor>();
  let metadata: OpenedFile['metadata'] = {};
  let before = 0;
  for (const file of files) {
    const opened = await openSafetensors(file, ['F32', 'F16', 'BF16', 'U8', 'BOOL']);
    if (!opened.ok) return opened;
    metadata = { ...metadata, ...opened.value.metadata };
    for (const [name, tensor] of opened.value.tensors) {
      if (tensors.has(name)) return misfit(`“${short(name)}” is in two of its files`);
      tensors.set(name, { ...tensor, start: before + tensor.start, end: before + tensor.end });
    }
    before += file.size;
  }
  if (before > mostFileBytes)
    return fail('too-large', say('run-too-large', { bytes: before, most: mostFileBytes }));
  return ok({ file: files.length === 1 ? files[0] : new Blob([...files]), metadata, tensors });
}

/** Masks, which older versions of Transformers saved with the weights. */
const isMask = (name: string): boolean => /(^|\.)h\.\d+\.attn\.(masked_)?bias$/.test(name);

function findTensors(
  { tensors }: OpenedFile,
  { rows, tied }: GptConfig,
  shape: GptShape,
  vocabulary: number,
): Result<readonly ForeignTensor[], FileProblem> {
  // GPT2Model alone saves them without the prefix.
  const prefix = tensors.has('transformer.wte.weight') ? 'transformer.' : '';
  const used = new Set<string>();
  const found: ForeignTensor[] = [];
  for (const layout of tensorLayouts(gptPreset({ ...shape, vocabulary }))) {
    const name = layout.name.replace(/^transformer\./, prefix);
    const isByToken = layout.name === 'transformer.wte.weight' || layout.name.startsWith('lm_head.');
    const placed = tensors.get(name);
    if (!placed && layout.name === 'lm_head.bias') {
      found.push({ layout, placed, isByToken }); // Transformers' head has none
      continue;
    }
    if (!placed) return misfit(`“${name}” is missing`);
    if (placed.dtype === 'U8' || placed.dtype === 'BOOL')
      return misfit(`“${name}” holds ${placed.dtype} numbers; only F32, F16 and BF16 are weights`);
    const expected = isByToken ? [rows, ...layout.shape.slice(1)] : layout.shape;
    if (placed.shape.join() !== expected.join())
      return misfit(
        `“${name}” has the shape (${placed.shape.join(', ')}), and by config.json (${expected.join(', ')})`,
      );
    used.add(name);
    found.push({ layout, placed, isByToken });
  }
  // A tied head is the token table, whatever the file repeats.
  const extra = [...tensors.keys()].find(
    (name) => !used.has(name) && !isMask(name) && !(tied && name === 'lm_head.weight'),
  );
  return extra === undefined
    ? ok(found)
    : misfit(`it has a tensor that a GPT-2 does not have: “${short(extra)}”`);
}

function misfit(why: string): Result<never, FileProblem> {
  return fail('foreign', inFull(say('model-misfit'), `the model does not fit: ${why}`));
}
