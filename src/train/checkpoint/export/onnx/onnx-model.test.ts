// Another runtime reads our file: ONNX Runtime computes the logits of the plain loops.
import * as ort from 'onnxruntime-web';
import { afterAll, expect, test } from 'vitest';
import { prng } from '../../../../base/prng';
import { createCpuEngine } from '../../../../model/cpu/cpu-engine';
import { compile } from '../../../../model/plan/plan';
import {
  cnnPreset,
  cnnSizes,
  gptPreset,
  gptSizes,
  layersPreset,
  mlpPreset,
  residualLayers,
} from '../../../../model/presets';
import type { ModelSpec } from '../../../../model/spec';
import { testCnn, testGpt } from '../../../../model/testing/models';
import { onnxModel } from './onnx-model';

ort.env.wasm.numThreads = 1;
ort.env.logLevel = 'error';

// ONNX Runtime defines a global Worker in Node. Later test files of this process would take it for a browser's.
const hadWorker = 'Worker' in globalThis;
afterAll(() => {
  if (!hadWorker) Reflect.deleteProperty(globalThis, 'Worker');
});

const rows = 3;
const embedding = { kind: 'embedding', vocabulary: 23, channels: 16 } as const;
const gpt = { ...gptSizes.mini, context: 48, vocabulary: 44, dropout: 0.1 };
const models: Readonly<Record<string, ModelSpec>> = {
  'MLP of an image': mlpPreset([28, 28], 10, [128, 64], 'relu'),
  'MLP of numbers, gelu': mlpPreset([20], 10, [32, 33], 'gelu'),
  'MLP of points, tanh': mlpPreset([2], 2, [8], 'tanh'),
  'MLP of a colour image': mlpPreset([6, 5, 3], 4, [7], 'relu'),
  'small CNN': cnnPreset([28, 28, 1], 10, cnnSizes.small),
  'CNN of an image without a channel axis': cnnPreset([28, 28], 10, cnnSizes.small),
  'CNN with every image layer': testCnn.spec,
  'residual CNN': layersPreset([16, 16, 3], 10, residualLayers({ widths: [8, 16], blocks: 1, groups: 4 })),
  'layers by hand: norms of an image and of numbers, a dense branch': layersPreset([12, 12], 4, [
    { kind: 'dropout', rate: 0.1 },
    { kind: 'group-norm', groups: 1 },
    { kind: 'conv2d', filters: 6, size: [3, 2], stride: 2, padding: 1, activation: 'gelu' },
    { kind: 'dense', units: 12, activation: 'tanh' },
    {
      kind: 'residual',
      layers: [
        { kind: 'group-norm', groups: 3 },
        { kind: 'dense', units: 12, activation: 'none' },
      ],
    },
  ]),
  'layers by hand: a branch first': layersPreset([9], 4, [
    { kind: 'residual', layers: [{ kind: 'dense', units: 9, activation: 'gelu' }] },
    { kind: 'dropout', rate: 0.5 },
  ]),
  'layers by hand: pools alone': layersPreset([8, 8, 3], 4, [
    { kind: 'max-pool', size: 2, stride: 1 },
    { kind: 'average-pool', size: [2, 3] },
  ]),
  'dense and norm at every pixel': {
    ...{ name: 'pixels', inputShape: [5, 4, 3], loss: 'softmax-cross-entropy' },
    layers: [
      { kind: 'dense', units: 6, activation: 'gelu', isPositionwise: true },
      { kind: 'layer-norm' },
      { kind: 'average-pool', size: 'all' },
      { kind: 'dense', units: 4, activation: 'none' },
    ],
  },
  'GPT, GPT-2’s layout': gptPreset({ ...gpt, tied: true }),
  'GPT with a head of its own': gptPreset({ ...gpt, tied: false }),
  'attention alone': {
    ...testGpt.spec,
    layers: [embedding, { kind: 'attention', heads: 2 }, { kind: 'layer-norm' }, { kind: 'tied-head' }],
  },
};

test.each(Object.entries(models))('%s: the logits of the plain loops', async (_, model) => {
  const { parameters, inputs, logits } = await ours(model);
  const session = await ort.InferenceSession.create(onnxModel(model, parameters));
  const { inputShape } = model;
  const isText = session.inputNames[0] === 'tokens';
  const x = isText
    ? new ort.Tensor('int64', BigInt64Array.from(inputs, BigInt), [rows, ...inputShape])
    : new ort.Tensor('float32', channelsFirst(inputs, inputShape), await shapeOf(session));
  const output = (await session.run({ [session.inputNames[0]]: x })).logits;
  const theirs = output.data as Float32Array;
  expect(theirs).toHaveLength(logits.length);
  const scale = logits.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const difference = logits.reduce((most, value, i) => Math.max(most, Math.abs(value - theirs[i])), 0);
  expect(scale).toBeGreaterThan(0.1);
  expect(difference).toBeLessThanOrEqual(1e-5 * Math.max(1, scale));
});

test('a shorter text has the logits of the text’s beginning', async () => {
  const model = gptPreset({ ...gpt, tied: true });
  const { parameters, inputs, logits } = await ours(model);
  const session = await ort.InferenceSession.create(onnxModel(model, parameters));
  const tokens = new ort.Tensor('int64', BigInt64Array.from(inputs.subarray(0, 5), BigInt), [1, 5]);
  const { logits: output } = await session.run({ tokens });
  expect(output.dims).toEqual([1, 5, 44]);
  for (const [i, value] of (output.data as Float32Array).entries()) expect(value).toBeCloseTo(logits[i], 4);
});

async function shapeOf(session: ort.InferenceSession): Promise<number[]> {
  const [metadata] = session.inputMetadata;
  if (!metadata.isTensor) throw new Error('the input is no tensor');
  return metadata.shape.map((size) => (typeof size === 'number' ? size : rows));
}

/** (batch, H, W, C) → (batch, C, H, W). */
function channelsFirst(values: Float32Array, shape: readonly number[]): Float32Array {
  if (shape.length !== 3) return values;
  const [height, width, channels] = shape;
  const size = height * width;
  return values.map((_, i) => {
    const [row, rest] = [Math.floor(i / (size * channels)), i % (size * channels)];
    const [channel, place] = [Math.floor(rest / size), rest % size];
    return values[row * size * channels + place * channels + channel];
  });
}

async function ours(
  model: ModelSpec,
): Promise<{ parameters: Float32Array; inputs: Float32Array; logits: Float32Array }> {
  const plan = compile(model, rows);
  const engine = createCpuEngine(model, rows);
  const random = prng('onnx', 1);
  // Biases and norms must count too.
  const parameters = engine.initialParameters(1).map((value) => value + 0.05 * random.normal());
  engine.setParameters(parameters);
  const inputs = Float32Array.from({ length: rows * plan.inputs }, () =>
    plan.holds === 'tokens' ? random.below(17) : random.normal(),
  );
  const terms = rows * plan.terms;
  const logits = await engine.predict({
    inputs,
    labels: new Uint32Array(terms),
    weights: new Float32Array(terms).fill(1),
  });
  engine.destroy();
  return { parameters, inputs, logits };
}

test('of a table the graph takes raw values, and a gap as the mean', async () => {
  const model = mlpPreset([3], 2, [8], 'relu');
  const { parameters } = await ours(model);
  const columns = [
    { kind: 'number', name: 'a', mean: 1990, deviation: 20 },
    { kind: 'category', name: 'b', values: ['x', 'y'] },
  ] as const;
  const run = async (file: Uint8Array<ArrayBuffer>, values: readonly number[]): Promise<Float32Array> => {
    const session = await ort.InferenceSession.create(file);
    const { logits } = await session.run({ x: new ort.Tensor('float32', Float32Array.from(values), [2, 3]) });
    return logits.data as Float32Array;
  };
  const raw = await run(onnxModel(model, parameters, {}, { columns }), [2020, 0, 1, NaN, 1, 0]);
  const standardised = await run(onnxModel(model, parameters), [1.5, 0, 1, 0, 1, 0]);
  expect([...raw]).toEqual([...standardised]);
});

test('amounts come in their own unit', async () => {
  const model = { ...mlpPreset([3], 2, [8], 'relu'), loss: 'squared' } as const;
  const { parameters } = await ours(model);
  const amounts = [
    { name: 'price', mean: 250, deviation: 80 },
    { name: 'rent', mean: -9, deviation: 0.5 },
  ];
  const run = async (file: Uint8Array<ArrayBuffer>) => {
    const session = await ort.InferenceSession.create(file);
    return session.run({ x: new ort.Tensor('float32', Float32Array.of(1.5, 0, 1), [1, 3]) });
  };
  const inUnits = (await run(onnxModel(model, parameters, {}, { amounts }))).amounts.data as Float32Array;
  const bare = (await run(onnxModel(model, parameters))).logits.data as Float32Array;
  for (const [i, { mean, deviation }] of amounts.entries())
    expect(inUnits[i]).toBeCloseTo(bare[i] * deviation + mean, 3);
});
