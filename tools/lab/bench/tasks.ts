// The three models whose steps are timed, in the rivals' usual layouts: dense (inputs, units), filters (height, width,
// in, out), layer norms (C).
import {
  randomIds,
  randomReals,
  taskParameter,
  type TaskParameter,
  type TrainingTask,
} from './training-task';

export const mlpWidths = [784, 512, 512, 10] as const;

export function mlpTask(): TrainingTask {
  const batch = 128;
  const layers = mlpWidths.slice(1).map((units, index) => ({ inputs: mlpWidths[index], units, index }));
  const products = layers.reduce(
    (sum, { inputs, units, index }) => sum + (index ? 3 : 2) * inputs * units,
    0,
  );
  return {
    name: 'mlp',
    batch,
    parameters: layers.flatMap(({ inputs, units, index }) => dense('mlp', `dense${index}`, inputs, units)),
    inputs: randomReals('mlp inputs', batch * mlpWidths[0], 0.5),
    labels: randomIds('mlp labels', batch, 10),
    flops: 2 * batch * products,
  };
}

/** 28×28×1 → conv 3×3 16, pool 2 → conv 3×3 32, pool 2 → dense 128 → 10; convolutions padded to keep their size. */
export const cnnShape = { side: 28, filters: [16, 32], kernel: 3, hidden: 128, classes: 10 } as const;

export function cnnTask(): TrainingTask {
  const batch = 64;
  const { side, filters, kernel, hidden, classes } = cnnShape;
  const [first, second] = filters;
  const flat = (side / 4) ** 2 * second;
  const convolution = (name: string, from: number, to: number): TaskParameter[] => [
    taskParameter('cnn', `${name}.weight`, [kernel, kernel, from, to], {
      deviation: Math.sqrt(2 / (kernel ** 2 * from)),
    }),
    taskParameter('cnn', `${name}.bias`, [to], { value: 0 }),
  ];
  // Forward, dW and (except for the first layer) dX take the same number of products.
  const products =
    2 * side ** 2 * kernel ** 2 * first +
    3 * (side / 2) ** 2 * kernel ** 2 * first * second +
    3 * (flat * hidden + hidden * classes);
  return {
    name: 'cnn',
    batch,
    parameters: [
      ...convolution('conv0', 1, first),
      ...convolution('conv1', first, second),
      ...dense('cnn', 'dense0', flat, hidden),
      ...dense('cnn', 'dense1', hidden, classes),
    ],
    inputs: randomReals('cnn inputs', batch * side ** 2, 0.5),
    labels: randomIds('cnn labels', batch, classes),
    flops: 2 * batch * products,
  };
}

export const gptShape = { layers: 4, channels: 128, heads: 4, context: 128, vocabulary: 65 } as const;

/** Pre-norm blocks, learned positions, GELU (tanh form) MLP of 4C, untied head, no dropout. */
export function gptTask(): TrainingTask {
  const batch = 8;
  const { layers, channels: c, context: t, vocabulary: v } = gptShape;
  const weight = (name: string, shape: readonly number[]): TaskParameter =>
    taskParameter('gpt', name, shape, { deviation: 0.02 });
  const norm = (name: string): TaskParameter[] => [
    taskParameter('gpt', `${name}.gain`, [c], { value: 1 }),
    taskParameter('gpt', `${name}.bias`, [c], { value: 0 }),
  ];
  const linear = (name: string, inputs: number, units: number): TaskParameter[] => [
    weight(`${name}.weight`, [inputs, units]),
    taskParameter('gpt', `${name}.bias`, [units], { value: 0 }),
  ];
  const block = (index: number): TaskParameter[] => [
    ...norm(`block${index}.norm0`),
    ...linear(`block${index}.qkv`, c, 3 * c),
    ...linear(`block${index}.projection`, c, c),
    ...norm(`block${index}.norm1`),
    ...linear(`block${index}.up`, c, 4 * c),
    ...linear(`block${index}.down`, 4 * c, c),
  ];
  const tokens = batch * t;
  // The operations of each token and pass: 12 C² per block, and the head. Attention's two products count the causal
  // half only.
  const perPass = tokens * (layers * (12 * c * c + t * c) + c * v);
  return {
    name: 'gpt',
    batch,
    parameters: [
      weight('tokens', [v, c]),
      weight('positions', [t, c]),
      ...Array.from({ length: layers }, (_, index) => block(index)).flat(),
      ...norm('norm'),
      ...linear('head', c, v),
    ],
    inputs: Float32Array.from(randomIds('gpt inputs', tokens, v)),
    labels: randomIds('gpt labels', tokens, v),
    flops: 2 * 3 * perPass,
  };
}

function dense(task: string, name: string, inputs: number, units: number): TaskParameter[] {
  return [
    taskParameter(task, `${name}.weight`, [inputs, units], { deviation: Math.sqrt(2 / inputs) }),
    taskParameter(task, `${name}.bias`, [units], { value: 0 }),
  ];
}
