// The layouts of every layer type, against plain loops over the axes.
import { describe, expect, test } from 'vitest';
import { cnnPreset, cnnSizes, gptPreset, gptSizes, layersPreset, residualLayers } from '../../model/presets';
import { compile } from '../../model/plan/plan';
import type { ModelSpec } from '../../model/spec';
import { testCnn, testGpt, testMlp } from '../../model/testing/models';
import { layerTypes, type Layer } from '../../ops/layers';
import { gpt2Of } from './gpt2';
import { fromFileOrder, toFileOrder } from './permute';
import { tensorLayouts, type TensorLayout } from './tensor-layout';

/** The flat vector of this model holds 0, 1, 2 …, so a value in the file says where it came from. */
function inFile(model: ModelSpec): (name: string) => { layout: TensorLayout; values: Float32Array } {
  const layouts = tensorLayouts(model);
  const flat = Float32Array.from({ length: compile(model, 1).parameterCount }, (_, i) => i);
  return (name) => {
    const layout = layouts.find((one) => one.name === name);
    if (!layout) throw new Error(`no ${name} in ${layouts.map((one) => one.name).join(', ')}`);
    const values = new Float32Array(layout.length);
    toFileOrder(layout, flat, 0, values);
    return { layout, values };
  };
}

const residual = layersPreset([8, 8, 2], 3, residualLayers({ widths: [4, 8], blocks: 1, groups: 2 }));
const untied = gptPreset({ ...gptSizes.tiny, vocabulary: 17, dropout: 0, tied: false });
/** No GPT-2: its attention stands alone. */
const odd: ModelSpec = {
  ...testGpt.spec,
  layers: [
    testGpt.spec.layers[0],
    { kind: 'attention', heads: 2 },
    { kind: 'layer-norm' },
    { kind: 'tied-head' },
  ],
};
const adapted: ModelSpec = {
  ...testCnn.spec,
  adapters: { rank: 2, alpha: 2, weights: ['layers.5.weight'] },
};
const models = [adapted, testMlp.spec, testCnn.spec, testGpt.spec, residual, untied, odd, cnnPreset([28, 28, 1], 10, cnnSizes.small)]; // prettier-ignore

test('these models use every layer type', () => {
  const kindsOf = (layers: readonly Layer[]): string[] =>
    layers.flatMap((layer) => [layer.kind, ...('layers' in layer ? kindsOf(layer.layers) : [])]);
  expect(new Set(models.flatMap(({ layers }) => kindsOf(layers)))).toEqual(new Set(Object.keys(layerTypes)));
});

test.each(models.map((model) => [model.name, model] as const))(
  '%s: one layout a slot, each value once, and back',
  (_, model) => {
    const { slots, parameterCount } = compile(model, 1);
    const layouts = tensorLayouts(model);
    expect(layouts.map(({ offset, length }) => [offset, length])).toEqual(slots.map(({ offset, length }) => [offset, length])); // prettier-ignore
    expect(new Set(layouts.map(({ name }) => name)).size).toBe(slots.length);
    const flat = Float32Array.from({ length: parameterCount }, (_value, i) => i);
    const back = new Float32Array(parameterCount).fill(-1);
    for (const layout of layouts) {
      expect(layout.shape.reduce((a, b) => a * b, 1)).toBe(layout.length);
      const whole = new Float32Array(layout.length);
      toFileOrder(layout, flat, 0, whole);
      expect([...whole].sort((a, b) => a - b)).toEqual([
        ...flat.subarray(layout.offset, layout.offset + layout.length),
      ]);
      // The vector is read in pieces that do not end at the axes' borders.
      for (let at = 0; at < layout.length; at += 7) {
        const piece = new Float32Array(Math.min(7, layout.length - at));
        toFileOrder(layout, flat, at, piece);
        expect(piece).toEqual(whole.subarray(at, at + 7));
        fromFileOrder(layout, piece, at, back);
      }
    }
    expect(back).toEqual(flat);
  },
);

describe('against plain loops', () => {
  test('a convolution is OIHW', () => {
    const { layout, values } = inFile(testCnn.spec)('layers.2.weight');
    const [filters, channels, height, width] = layout.shape;
    expect(layout.shape).toEqual([6, 8, 3, 2]);
    for (let o = 0; o < filters; o++)
      for (let i = 0; i < channels; i++)
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++)
            expect(values[((o * channels + i) * height + y) * width + x]).toBe(
              layout.offset + ((y * width + x) * channels + i) * filters + o,
            );
  });

  test('a linear layer is (out, in), and after an image its inputs are (C, H, W)', () => {
    const plain = inFile(testMlp.spec)('layers.1.weight');
    expect(plain.layout.shape).toEqual([33, 32]);
    for (let o = 0; o < 33; o++)
      for (let i = 0; i < 32; i++) expect(plain.values[o * 32 + i]).toBe(plain.layout.offset + i * 33 + o);
    const { layout, values } = inFile(cnnPreset([8, 12, 1], 10, { filters: [4], units: 0 }))(
      'layers.2.weight',
    );
    const [height, width, channels] = [4, 6, 4];
    expect(layout.shape).toEqual([10, channels * height * width]);
    for (let o = 0; o < 10; o++)
      for (let c = 0; c < channels; c++)
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++)
            expect(values[((o * channels + c) * height + y) * width + x]).toBe(
              layout.offset + ((y * width + x) * channels + c) * 10 + o,
            );
  });

  test('an adapter is two linear layers, the first with the axes of the weight that it changes', () => {
    const tensors = inFile(adapted);
    const [a, b] = ['A', 'B'].map((part) => tensors(`base_model.model.layers.5.lora_${part}.weight`));
    const [rank, height, width, channels, units] = [2, 2, 2, 6, 5];
    expect([a.layout.shape, b.layout.shape]).toEqual([
      [rank, channels * height * width],
      [units, rank],
    ]);
    for (let r = 0; r < rank; r++) {
      for (let c = 0; c < channels; c++)
        for (let y = 0; y < height; y++)
          for (let x = 0; x < width; x++)
            expect(a.values[((r * channels + c) * height + y) * width + x]).toBe(
              a.layout.offset + ((y * width + x) * channels + c) * rank + r,
            );
      for (let o = 0; o < units; o++) expect(b.values[o * rank + r]).toBe(b.layout.offset + r * units + o);
    }
  });

  test('norms have weight and bias, tables stay as they are', () => {
    const norm = inFile(testCnn.spec);
    expect(norm('layers.3.weight').layout.shape).toEqual([6]);
    expect(norm('layers.3.bias').values[0]).toBe(norm('layers.3.weight').values[5] + 1);
    const table = inFile(odd)('layers.0.tokens.weight');
    expect(table.layout.shape).toEqual([17, 16]);
    expect(table.values).toEqual(Float32Array.from({ length: 17 * 16 }, (_, i) => i));
    expect(inFile(odd)('layers.1.qkv.weight').layout.shape).toEqual([48, 16]);
    expect(inFile(residual)('layers.1.1.weight').layout.shape).toEqual([4, 4, 3, 3]);
  });
});

test('a GPT has the names and shapes of GPT2LMHeadModel, whose Conv1D is (in, out)', () => {
  const shapes = tensorLayouts(testGpt.spec).map(({ name, shape }) => `${name} ${shape.join(' × ')}`);
  const block = (n: number): string[] =>
    [
      'ln_1.weight 16', 'ln_1.bias 16', 'attn.c_attn.weight 16 × 48', 'attn.c_attn.bias 48',
      'attn.c_proj.weight 16 × 16', 'attn.c_proj.bias 16', 'ln_2.weight 16', 'ln_2.bias 16',
      'mlp.c_fc.weight 16 × 64', 'mlp.c_fc.bias 64', 'mlp.c_proj.weight 64 × 16', 'mlp.c_proj.bias 16',
    ].map((text) => `transformer.h.${n}.${text}`); // prettier-ignore
  expect(shapes).toEqual([
    'transformer.wte.weight 17 × 16',
    'transformer.wpe.weight 12 × 16',
    ...block(0),
    ...block(1),
    'transformer.ln_f.weight 16',
    'transformer.ln_f.bias 16',
  ]);
  const head = inFile(untied)('lm_head.weight');
  expect(head.layout.shape).toEqual([17, 24]);
  expect([head.values[0], head.values[1]]).toEqual([head.layout.offset, head.layout.offset + 17]);
});

test('what is GPT-2, and what is not', () => {
  expect(gpt2Of(testGpt.spec)).toMatchObject({
    ...{ vocabulary: 17, context: 12, channels: 16, heads: 2, blocks: 2, inner: 64 },
    ...{ embeddingDropout: 0.1, residualDropout: 0.1, isTied: true },
  });
  expect(gpt2Of(untied)).toMatchObject({ isTied: false, embeddingDropout: 0, blocks: 1 });
  for (const model of [testMlp.spec, testCnn.spec, odd, residual]) expect(gpt2Of(model)).toBeUndefined();
  const [first, ...rest] = testGpt.spec.layers;
  expect(gpt2Of({ ...testGpt.spec, layers: [first, ...rest.slice(2)] })).toMatchObject({ blocks: 1, embeddingDropout: 0 }); // prettier-ignore
  expect(
    gpt2Of({ ...testGpt.spec, layers: [first, { kind: 'layer-norm' }, ...rest.slice(1)] }),
  ).toBeUndefined();
});
