// The models of `npm run bench -- finetune`: GPTs whose weights are frozen, and an adapter on each of their matrices. Pure.
import { gptPreset } from '../../../src/model/presets';
import type { ModelSpec } from '../../../src/model/spec';

export interface FinetuneShape {
  readonly title: string;
  readonly vocabulary: number;
  readonly context: number;
  readonly channels: number;
  readonly heads: number;
  readonly layers: number;
  /** Rows of a step, each of `context` tokens. */
  readonly rows: number;
}

export const rank = 8;
export const alpha = 16;

export const finetuneShapes = {
  distil: {
    title: 'DistilGPT-2’s shape',
    ...{ vocabulary: 50_257, context: 128, channels: 768, heads: 12, layers: 6, rows: 4 },
  },
  small: {
    title: 'GPT-2’s vocabulary, 2 × 128',
    ...{ vocabulary: 50_257, context: 128, channels: 128, heads: 4, layers: 2, rows: 4 },
  },
} as const satisfies Record<string, FinetuneShape>;

export type FinetuneShapeId = keyof typeof finetuneShapes;

/** The model itself, and the same one with adapters. */
export function finetuneModels({ title: _, rows: _rows, ...size }: FinetuneShape): {
  readonly whole: ModelSpec;
  readonly adapted: ModelSpec;
} {
  const whole = gptPreset({ ...size, dropout: 0, tied: true });
  const dense = ['0.1.qkv', '0.1.out', '1.1', '1.2'];
  const weights = Array.from({ length: size.layers }, (_block, block) =>
    dense.map((name) => `layers.${block + 1}.${name}.weight`),
  ).flat();
  return { whole, adapted: { ...whole, adapters: { rank, alpha, weights } } };
}
