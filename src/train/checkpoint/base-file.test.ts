// The base of adapters as a file: what a GPT's files hold, in f16, and of what does not fit each misfit is named.
import { expect, test } from 'vitest';
import { concatBytes } from '../../base/bytes';
import { fromHalfs, toHalfs } from '../../base/float16';
import type { Result } from '../../base/result';
import { gpt2Names } from '../../data/testing/gpt2';
import { inEnglish } from '../../cli/english/in-english';
import { endOf } from '../../model/engine';
import { compile } from '../../model/plan/plan';
import { gptPreset, gptSizes } from '../../model/presets';
import type { ModelSpec } from '../../model/spec';
import { baseFileOf, baseLayouts, readBase } from './base-file';
import { beginFromGpt } from './import/begin-from-gpt';
import { openForeignGpt } from './import/foreign-gpt';
import { readCheckpoint } from './read-checkpoint';
import { safetensorsHead, type FileTensor } from './safetensors-header';
import { gpt2Tokens, randomGpt, runOfGpt } from './testing/random-gpt';

const size = { ...gptSizes.tiny, context: 8, channels: 16 };
const adapters = { rank: 2, alpha: 4, weights: ['layers.1.0.1.qkv.weight', 'layers.1.1.1.weight'] };

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.says));
  return result.value;
}

test.each(['F32', 'F16', 'BF16'] as const)(
  'it holds weights that were published in %s, each as the nearest of f16, whatever rows the table has',
  async (dtype) => {
    const files = randomGpt(size, dtype, gpt2Tokens + 47);
    const ids = ['<|endoftext|>', ...gpt2Names].map((name, id) => [name, id]); // our tokens have another order
    const tokenizer = new Blob([JSON.stringify(Object.fromEntries(ids))]);
    const gpt = given(await openForeignGpt({ ...files, tokenizer }));
    expect(gpt.rows.at(-1)).toBe(0);
    const config = runOfGpt(gpt);
    const model = { ...config.model, adapters };
    const file = given(await baseFileOf(gpt));
    const halves = new Uint16Array(endOf(compile(model, 1).base));
    given(await readBase(file, model, halves));
    // Another way to the same weights: a run that trains all of them.
    const whole = given(await readCheckpoint(given(await beginFromGpt(gpt, config, 0))));
    const published = whole.held.tensors.parameters;
    expect(halves).toEqual(toHalfs(published));
    // f16 holds to the bit what was published in it.
    if (dtype === 'F16') expect(fromHalfs(halves)).toEqual(published);
    expect(file.size).toBeLessThan(2 * halves.length + 4096);
  },
);

test('a weight beyond f16 is named, and no base is made', async () => {
  const gpt = given(await openForeignGpt(randomGpt(size, 'F32')));
  const { placed, layout } = gpt.tensors.at(-1)!;
  const bytes = new Uint8Array(await gpt.opened.file.arrayBuffer());
  new DataView(bytes.buffer).setFloat32(placed!.end - 4, -65_520, true);
  const file = await baseFileOf({ ...gpt, opened: { ...gpt.opened, file: new Blob([bytes]) } });
  expect(file.ok ? '' : inEnglish(file.error.says)).toContain(`“${layout.name}” has -65520`);
});

const small: ModelSpec = {
  ...gptPreset({ ...size, vocabulary: 11, dropout: 0, tied: true }),
  adapters,
};

/** A base of zeros whose tensors are changed before they are written. */
function written(change: (tensors: FileTensor[]) => void, fill = 0, cut = 0): Blob {
  const tensors = baseLayouts(small).map(({ name, shape }): FileTensor => ({ name, dtype: 'F16', shape }));
  change(tensors);
  const elements = tensors.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
  const values = toHalfs(new Float32Array(elements));
  if (fill) values[elements - 1] = fill;
  const bytes = concatBytes(safetensorsHead(tensors, {}), new Uint8Array(values.buffer));
  return new Blob([bytes.subarray(0, bytes.length - cut)]);
}

test('the base that is given is read, whatever the order of its tensors', async () => {
  const flat = new Uint16Array(endOf(compile(small, 1).base)).fill(1);
  given(
    await readBase(
      written((tensors) => tensors.reverse()),
      small,
      flat,
    ),
  );
  expect(flat.every((value) => value === 0)).toBe(true);
});

test.each([
  ['“transformer.wpe.weight” is missing', written((tensors) => tensors.splice(1, 1))],
  [
    '“more” is no tensor of the model',
    written((tensors) => tensors.push({ name: 'more', dtype: 'F16', shape: [1] })),
  ],
  [
    '“transformer.wpe.weight” has the shape (9, 16), and in the model (8, 16)',
    written((tensors) => (tensors[1] = { ...tensors[1], shape: [9, 16] })),
  ],
  ['of “transformer.ln_f.bias” is NaN', written(() => undefined, 0x7e00)],
  ['of “transformer.ln_f.bias” is -Infinity', written(() => undefined, 0xfc00)],
  ['the file is damaged: it is cut', written(() => undefined, 0, 2)],
  ['U8', written((tensors) => (tensors[tensors.length - 1] = { ...tensors.at(-1)!, dtype: 'U8' }), 0, 16)],
  ['BF16', written((tensors) => tensors.splice(0, 1, { ...tensors[0], dtype: 'BF16' }))],
  ['this is not a safetensors file', new Blob(['no'])],
])('refused: %s', async (why, file) => {
  const read = await readBase(file, small, new Uint16Array(endOf(compile(small, 1).base)));
  expect(read.ok ? '' : inEnglish(read.error.says)).toContain(why);
});
