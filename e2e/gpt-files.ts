// The files of a small GPT-2 with random weights, as another program would write them.
import { prng } from '../src/base/prng';
import { tokenizerFiles, transformersConfig } from '../src/train/checkpoint/export/transformers-files';
import { safetensorsHead, type FileTensor } from '../src/train/checkpoint/safetensors-header';
import type { Vocabulary } from '../src/data/vocabulary';
import { vocabularySize } from '../src/data/vocabulary';
import type { FilePayload } from './own-files';

export const letters: Vocabulary = {
  kind: 'characters',
  characters: Array.from(' .,abcdefghijklmnopqrstuvwxyz'),
};
const context = 16;

export const file = (name: string, buffer: Buffer | string): FilePayload => ({
  name,
  mimeType: '',
  buffer: Buffer.from(buffer),
});

/** One block. `seed`: of its weights. */
export function gptFiles(vocabulary: Vocabulary, channels = 16, seed = 'foreign'): readonly FilePayload[] {
  const tokens = vocabularySize(vocabulary);
  return [
    file('model.safetensors', weights(tokens, channels, seed)),
    file('config.json', configOf(tokens, channels)),
    file('tokenizer.json', tokenizerFiles(vocabulary, context)['tokenizer.json']),
  ];
}

/** PyTorch's names; conv1d weights are (in, out). */
function weights(tokens: number, channels: number, seed: string): Buffer {
  const norms = ['h.0.ln_1', 'h.0.ln_2', 'ln_f'].flatMap((norm): [string, number[]][] => [
    [`${norm}.weight`, [channels]],
    [`${norm}.bias`, [channels]],
  ]);
  const products = (
    [
      ['h.0.attn.c_attn', channels, 3 * channels],
      ['h.0.attn.c_proj', channels, channels],
      ['h.0.mlp.c_fc', channels, 4 * channels],
      ['h.0.mlp.c_proj', 4 * channels, channels],
    ] as const
  ).flatMap(([name, from, to]): [string, number[]][] => [
    [`${name}.weight`, [from, to]],
    [`${name}.bias`, [to]],
  ]);
  const shapes: [string, number[]][] = [
    ['wte.weight', [tokens, channels]],
    ['wpe.weight', [context, channels]],
    ...norms,
    ...products,
  ];
  const tensors = shapes.map(([name, shape]): FileTensor => ({ name, dtype: 'F32', shape }));
  const random = prng(seed);
  const values = shapes.flatMap(([, shape]) =>
    Array.from({ length: shape.reduce((size, length) => size * length, 1) }, () => 0.02 * random.normal()),
  );
  return Buffer.concat([safetensorsHead(tensors, {}), Buffer.from(Float32Array.from(values).buffer)]);
}

function configOf(vocabulary: number, channels: number): string {
  return transformersConfig({
    vocabulary,
    context,
    channels,
    heads: 2,
    blocks: 1,
    inner: 4 * channels,
    embeddingDropout: 0,
    residualDropout: 0,
    isTied: true,
    names: new Map(),
  });
}
