// GPT-2 at its own size, 124 million parameters and 1,024 positions: nothing refuses it, neither whole nor in several files, and
// its sizes are those that a run of adapters may name. The weights are zeros, of which no piece is held twice.
import { expect, test } from 'vitest';
import { inEnglish } from '../../../cli/english/in-english';
import type { Result } from '../../../base/result';
import { endOf } from '../../../model/engine';
import { compile } from '../../../model/plan/plan';
import { gptPreset } from '../../../model/presets';
import { parseRunConfig } from '../../run/run-config';
import { baseFileOf } from '../base-file';
import { transformersConfig } from '../export/transformers-files';
import { gpt2Of } from '../gpt2';
import { bytesPerElement, elementsOf, type FileTensor, safetensorsHead } from '../safetensors-header';
import { tensorLayouts } from '../tensor-layout';
import { gpt2Tokens, randomGpt, runOfGpt } from '../testing/random-gpt';
import { openForeignGpt } from './foreign-gpt';
import { gptFilesIn } from './gpt-files';

const size = { layers: 12, channels: 768, heads: 12, context: 1024 };
const model = gptPreset({ ...size, vocabulary: gpt2Tokens, dropout: 0, tied: true });
const zeros = new Blob([new Uint8Array(2 ** 20)]);

function fileOf(tensors: readonly FileTensor[]): Blob {
  let left = tensors.reduce((sum, each) => sum + bytesPerElement[each.dtype] * elementsOf(each), 0);
  const parts: Blob[] = [];
  for (; left > 0; left -= parts.at(-1)!.size) parts.push(zeros.slice(0, Math.min(left, zeros.size)));
  return new Blob([safetensorsHead(tensors, { format: 'pt' }), ...parts]);
}

function given<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(inEnglish(result.error.says));
  return result.value;
}

test.each([
  ['F32', 1],
  ['F16', 3],
  ['BF16', 2],
] as const)('%s in %i files', async (dtype, count) => {
  const tensors = tensorLayouts(model).map(({ name, shape }): FileTensor => ({ name, dtype, shape }));
  const each = Math.ceil(tensors.length / count);
  const files = new Map(
    Array.from({ length: count }, (_, at) => [
      count === 1 ? 'model.safetensors' : `model-0000${at + 1}-of-0000${count}.safetensors`,
      fileOf(tensors.slice(at * each, (at + 1) * each)),
    ]),
  );
  const names = ['model.safetensors.index.json', 'config.json', 'vocab.json', 'merges.txt'];
  const found = given(gptFilesIn([...names, ...files.keys()]));
  const { tokenizer, merges } = randomGpt({ layers: 1, channels: 4, heads: 1, context: 8 });
  const gpt = given(
    await openForeignGpt({
      tokenizer,
      merges,
      weights: files.get(found.weights)!,
      shards: found.shards?.map((name) => files.get(name)!) ?? [],
      config: new Blob([transformersConfig(gpt2Of(model)!)]),
    }),
  );
  expect(gpt.shape).toMatchObject(size);
  const parameters = endOf(compile(model, 1).slots);
  expect(parameters).toBe(124_439_808);

  const whole = runOfGpt(gpt);
  const weights = Array.from({ length: size.layers }, (_, block) => `layers.${block + 1}.0.1.qkv.weight`);
  const bytes = given(await baseFileOf(gpt)).size;
  expect(bytes - bytesPerElement.F16 * parameters).toBeLessThan(2 ** 16);
  const run = parseRunConfig({
    ...whole,
    model: { ...whole.model, adapters: { rank: 8, alpha: 16, weights } },
    base: { root: 'b'.repeat(64), bytes },
  });
  expect(run.ok || inEnglish(run.error.says)).toBe(true);
});
