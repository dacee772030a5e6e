// The three models in tfjs's idiom, with its fused ops where their gradients exist.
import * as tf from '@tensorflow/tfjs-core';
import type { TfModel } from './tfjs-training';
import { cnnShape, gptShape } from './tasks';

export const tfMlp: TfModel = (parameters, inputs) => {
  let x = inputs as tf.Tensor2D; // (B, 784)
  for (let at = 0; at < parameters.length; at += 2)
    x = tf.fused.matMul({
      a: x,
      b: parameters[at] as tf.Tensor2D,
      bias: parameters[at + 1],
      activation: at + 2 < parameters.length ? 'relu' : 'linear',
    }) as tf.Tensor2D;
  return x;
};

/** `inputs` (B, 28, 28, 1). */
export const tfCnn: TfModel = ([f0, b0, f1, b1, ...dense], inputs) => {
  const convolution = (x: tf.Tensor4D, filter: tf.Tensor, bias: tf.Tensor): tf.Tensor4D =>
    tf.maxPool(
      tf.fused.conv2d({
        x,
        filter: filter as tf.Tensor4D,
        strides: 1,
        pad: 'same',
        bias,
        activation: 'relu',
      }),
      2,
      2,
      'valid',
    );
  const x = convolution(convolution(inputs as tf.Tensor4D, f0, b0), f1, b1);
  return tfMlp(dense, tf.reshape(x, [-1, (cnnShape.side / 4) ** 2 * cnnShape.filters[1]]));
};

/** `inputs` (B·T, V) are one-hot token ids: gathering rows has no gradient on this backend. */
export const tfGpt: TfModel = (parameters, inputs) => {
  const { layers, channels, heads, context } = gptShape;
  let at = 0;
  const next = (): tf.Tensor => parameters[at++];
  const linear = (x: tf.Tensor): tf.Tensor2D =>
    tf.fused.matMul({ a: x as tf.Tensor2D, b: next() as tf.Tensor2D, bias: next() }) as tf.Tensor2D;
  const norm = (x: tf.Tensor): tf.Tensor => tfLayerNorm(x, next(), next());
  const size = channels / heads;

  const embedded = tf.reshape(tf.matMul(inputs, next()), [-1, context, channels]);
  let x: tf.Tensor = tf.reshape(tf.add(embedded, next()), [-1, channels]); // (B·T, C)
  for (let layer = 0; layer < layers; layer++) {
    const qkv = tf.reshape(linear(norm(x)), [-1, context, 3, heads, size]);
    const [q, k, v] = tf.unstack(tf.transpose(qkv, [2, 0, 3, 1, 4])); // (B, H, T, C/H)
    const mixed = tf.reshape(tf.transpose(tfCausalAttention(q, k, v), [0, 2, 1, 3]), [-1, channels]);
    x = tf.add(x, linear(mixed));
    x = tf.add(x, linear(tfGelu(linear(norm(x)))));
  }
  return linear(norm(x));
};

/** The norm over the last axis of x (rows, C). */
export function tfLayerNorm(x: tf.Tensor, gain: tf.Tensor, bias: tf.Tensor): tf.Tensor {
  const { mean, variance } = tf.moments(x, -1, true);
  return tf.add(tf.mul(tf.mul(tf.sub(x, mean), tf.rsqrt(tf.add(variance, 1e-5))), gain), bias);
}

/** softmax(q·kᵀ/√d + mask)·v of (B, H, T, d). */
export function tfCausalAttention(q: tf.Tensor, k: tf.Tensor, v: tf.Tensor): tf.Tensor {
  const [, , context, size] = q.shape;
  const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(size));
  return tf.matMul(tf.softmax(tf.add(scores, causalMask(context))), v);
}

const masks = new Map<number, tf.Tensor>();

function causalMask(context: number): tf.Tensor {
  let mask = masks.get(context);
  if (!mask) {
    const values = Float32Array.from({ length: context * context }, (_, at) =>
      at % context > Math.floor(at / context) ? -1e9 : 0,
    );
    mask = tf.keep(tf.tensor(values, [context, context]));
    masks.set(context, mask);
  }
  return mask;
}

function tfGelu(x: tf.Tensor): tf.Tensor {
  const inner = tf.mul(tf.add(x, tf.mul(tf.mul(tf.square(x), x), 0.044715)), Math.sqrt(2 / Math.PI));
  return tf.mul(tf.mul(x, 0.5), tf.add(tf.tanh(inner), 1));
}
