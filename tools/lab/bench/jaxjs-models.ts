// The three models in jax-js's idiom. Every array is used once, or kept by `.ref`.
import { lax, nn, numpy as np } from '@jax-js/jax';
import type { JaxModel } from './jaxjs-training';
import { cnnShape, gptShape } from './tasks';

export const jaxMlp: JaxModel = (parameters, inputs) => {
  let x = inputs; // (B, 784)
  for (let at = 0; at < parameters.length; at += 2) {
    if (at > 0) x = nn.relu(x);
    x = np.dot(x, parameters[at]).add(parameters[at + 1]);
  }
  return x;
};

/** Channels first, as its convolution expects. Filters are transposed once per step, which costs almost nothing. */
export const jaxCnn: JaxModel = ([f0, b0, f1, b1, w0, c0, w1, c1], inputs) => {
  const { hidden: _, ...shape } = cnnShape;
  const convolution = (x: np.Array, filters: np.Array, bias: np.Array): np.Array => {
    const turned = filters.transpose([3, 2, 0, 1]); // (out, in, 3, 3)
    const y = lax.conv(x, turned, [1, 1], 'SAME').add(bias.reshape([-1, 1, 1]));
    return nn.relu(lax.reduceWindow(y, np.max, [2, 2], [2, 2]));
  };
  const x = convolution(convolution(inputs, f0, b0), f1, b1); // (B, 32, 7, 7)
  const side = shape.side / 4;
  const flat = x.transpose([0, 2, 3, 1]).reshape([-1, side * side * shape.filters[1]]);
  return np.dot(nn.relu(np.dot(flat, w0).add(c0)), w1).add(c1);
};

/** `inputs` (B, T) are token ids. */
export const jaxGpt: JaxModel = (parameters, inputs) => {
  const { layers, channels, heads, vocabulary } = gptShape;
  const [batch, context] = inputs.shape;
  let at = 0;
  const next = (): np.Array => parameters[at++];
  const norm = (x: np.Array): np.Array => nn.standardize(x, -1).mul(next()).add(next());
  const linear = (x: np.Array): np.Array => np.dot(x, next()).add(next());

  let x = np.dot(nn.oneHot(inputs.reshape([-1]), vocabulary), next()); // (B·T, C)
  x = x.reshape([batch, context, channels]).add(next()).reshape([-1, channels]);
  for (let layer = 0; layer < layers; layer++) {
    const qkv = linear(norm(x.ref)).reshape([batch, context, 3, heads, channels / heads]);
    const [q, k, v] = np.moveaxis(qkv, 2, 0) as unknown as Iterable<np.Array>;
    const mixed = nn.dotProductAttention(q, k, v, { isCausal: true }); // (B, T, H, C/H)
    x = x.add(linear(mixed.reshape([-1, channels])));
    x = x.ref.add(linear(nn.gelu(linear(norm(x)))));
  }
  return linear(norm(x));
};
