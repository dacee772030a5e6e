// Attention, layer norm and cross-entropy, each forward, and backward from a given output gradient. Their sizes are
// those of the timed GPT, and one larger.
import type { numpy as jnp } from '@jax-js/jax';
import type { Tensor } from '@tensorflow/tfjs-core';
import type { BenchCase } from './contender';
import { randomIds, randomReals } from './training-task';

export const opCases: readonly BenchCase[] = [
  attentionCase({ batch: 8, context: 128, heads: 4, size: 32 }),
  attentionCase({ batch: 2, context: 512, heads: 4, size: 64 }),
  layerNormCase(1024, 128),
  layerNormCase(4096, 512),
  crossEntropyCase(1024, 65),
  crossEntropyCase(1024, 4096),
];

interface AttentionSizes {
  readonly batch: number; // B
  readonly context: number; // T
  readonly heads: number; // H
  readonly size: number; // D
}

/** Causal, from qkv (B, T, 3, H, D), the layout of one projection, to out (B, T, H, D); dQkv from dOut. */
function attentionCase(sizes: AttentionSizes): BenchCase {
  const { batch, context, heads, size } = sizes;
  const length = batch * context * heads * size;
  const values = () => [randomReals('qkv', 3 * length), randomReals('attention dOut', length)];
  const qkvShape = [batch, context, 3, heads, size];
  const outShape = [batch, context, heads, size];
  return {
    name: `attention ${batch}×${context}×${heads}×${size}`,
    unit: 'GFLOP/s',
    // Two products forward and four backward, over the pairs that the mask leaves.
    flops: 6 * batch * heads * context * (context + 1) * size,
    bytes: 4 * 8 * length,
    tolerance: 1e-4,
    isLong: false,
    contenders: {
      async ours() {
        const { attention, attentionGradient } = await import('../../../src/ops/attention/attention');
        const [qkv, dOut] = values();
        const tensors = { qkv: 'qkv', out: 'out', logSums: 'logSums', dOut: 'dOut', dQkv: 'dQkv' };
        return {
          kind: 'calls',
          calls: [attention({ ...sizes, ...tensors }), attentionGradient({ ...sizes, ...tensors })],
          tensors: { qkv, dOut, out: length, logSums: batch * heads * context, dQkv: 3 * length },
          results: [
            { tensor: 'out', length },
            { tensor: 'dQkv', length: 3 * length },
          ],
        };
      },
      async 'jax-js'() {
        const { jit, nn, np, vjp, jaxArray, jaxOp } = await jaxParts();
        const attend = (qkv: jnp.Array): jnp.Array => {
          const [q, k, v] = np.moveaxis(qkv, 2, 0);
          return nn.dotProductAttention(q, k, v, { isCausal: true });
        };
        const both = jit((qkv: jnp.Array, dOut: jnp.Array): jnp.Array[] => {
          const [out, pullBack] = vjp(attend, [qkv]);
          return [out, pullBack(dOut)[0]];
        });
        const [qkv, dOut] = values();
        return jaxOp([jaxArray(qkv, qkvShape), jaxArray(dOut, outShape)], both);
      },
      async tfjs() {
        const { tf, tfOp, tfCausalAttention } = await tfParts();
        const attend = (qkv: Tensor): Tensor => {
          const [q, k, v] = tf.unstack(tf.transpose(qkv, [2, 0, 3, 1, 4])); // (B, H, T, D)
          return tf.transpose(tfCausalAttention(q, k, v), [0, 2, 1, 3]);
        };
        const [qkv, dOut] = values();
        const inputs = [tf.tensor(qkv, qkvShape), tf.tensor(dOut, outShape)];
        return tfOp(inputs, () => {
          const { value, grads } = tf.valueAndGrads(attend)([inputs[0]], inputs[1]);
          return [value, ...grads];
        });
      },
    },
  };
}

/** y, then dx, dScale and dOffset from dy. */
function layerNormCase(rows: number, channels: number): BenchCase {
  const length = rows * channels;
  const values = () => [
    randomReals('layer norm x', length),
    randomReals('scale', channels),
    randomReals('offset', channels),
    randomReals('layer norm dy', length),
  ];
  const shapes = [[rows, channels], [channels], [channels], [rows, channels]];
  return {
    name: `layer-norm ${rows}×${channels}`,
    unit: 'GB/s',
    flops: 0,
    bytes: 4 * 5 * length, // x and dy are read, y and dx written, and x is read once more for the backward pass
    tolerance: 1e-4,
    isLong: false,
    contenders: {
      async ours() {
        const { layerNorm, layerNormBackward, layerNormParameterBackward } =
          await import('../../../src/ops/layer-norm/layer-norm');
        const [x, scale, offset, dy] = values();
        const shape = { x: 'x', scale: 'scale', offset: 'offset', y: 'y', dy: 'dy', rows, channels };
        return {
          kind: 'calls',
          calls: [
            layerNorm(shape),
            layerNormParameterBackward({ ...shape, dScale: 'dScale', dOffset: 'dOffset' }),
            layerNormBackward({ ...shape, dx: 'dx' }),
          ],
          tensors: { x, scale, offset, dy, y: length, dx: length, dScale: channels, dOffset: channels },
          results: [
            { tensor: 'y', length },
            { tensor: 'dx', length },
            { tensor: 'dScale', length: channels },
            { tensor: 'dOffset', length: channels },
          ],
        };
      },
      async 'jax-js'() {
        const { jit, nn, vjp, jaxArray, jaxOp } = await jaxParts();
        const norm = (x: jnp.Array, scale: jnp.Array, offset: jnp.Array): jnp.Array =>
          nn.standardize(x, -1).mul(scale).add(offset);
        const both = jit((x: jnp.Array, scale: jnp.Array, offset: jnp.Array, dy: jnp.Array): jnp.Array[] => {
          const [y, pullBack] = vjp(norm, [x, scale, offset]);
          return [y, ...pullBack(dy)];
        });
        return jaxOp(
          values().map((array, at) => jaxArray(array, shapes[at])),
          both,
        );
      },
      async tfjs() {
        const { tf, tfOp, tfLayerNorm } = await tfParts();
        const inputs = values().map((array, at) => tf.tensor(array, shapes[at]));
        return tfOp(inputs, () => {
          const { value, grads } = tf.valueAndGrads(tfLayerNorm)(inputs.slice(0, 3), inputs[3]);
          return [value, ...grads];
        });
      },
    },
  };
}

/** Softmax cross-entropy per row, and its gradient. */
function crossEntropyCase(rows: number, classes: number): BenchCase {
  const length = rows * classes;
  const logits = () => randomReals('logits', length, 2);
  const labels = () => randomIds('labels', rows, classes);
  return {
    name: `cross-entropy ${rows}×${classes}`,
    unit: 'GB/s',
    flops: 0,
    bytes: 4 * 2 * length,
    tolerance: 1e-4,
    isLong: false,
    contenders: {
      async ours() {
        const { crossEntropy } = await import('../../../src/ops/cross-entropy/cross-entropy');
        const targets = new Uint32Array(2 * rows); // labels, then the bits of weights
        targets.set(labels());
        new Float32Array(targets.buffer).fill(1, rows);
        const tensors = { logits: 'logits', targets: 'targets', gradient: 'gradient', rowStats: 'rowStats' };
        return {
          kind: 'calls',
          calls: [crossEntropy({ ...tensors, rows, classes, firstLabel: 0, firstWeight: rows })],
          tensors: { logits: logits(), targets, gradient: length, rowStats: 2 * rows },
          results: [
            { tensor: 'rowStats', length: rows },
            { tensor: 'gradient', length },
          ],
        };
      },
      async 'jax-js'() {
        const { jit, nn, np, vjp, jaxArray, jaxOp } = await jaxParts();
        const both = jit((x: jnp.Array, y: jnp.Array): jnp.Array[] => {
          const loss = (z: jnp.Array): jnp.Array =>
            nn.logSoftmax(z).mul(nn.oneHot(y.ref, classes)).sum(-1).neg();
          const [losses, pullBack] = vjp(loss, [x]);
          y.dispose();
          return [losses, pullBack(np.ones([rows]))[0]];
        });
        return jaxOp([jaxArray(logits(), [rows, classes]), np.array(labels(), { dtype: np.int32 })], both);
      },
      async tfjs() {
        const { tf, tfOp } = await tfParts();
        const ids = tf.tensor1d(labels(), 'int32');
        const inputs = [tf.tensor2d(logits(), [rows, classes]), tf.oneHot(ids, classes), tf.ones([rows])];
        const loss = (x: Tensor): Tensor =>
          tf.losses.softmaxCrossEntropy(inputs[1], x, undefined, 0, tf.Reduction.NONE);
        return tfOp([...inputs, ids], () => {
          const { value, grads } = tf.valueAndGrads(loss)([inputs[0]], inputs[2]);
          return [value, ...grads];
        });
      },
    },
  };
}

async function jaxParts() {
  const [{ jit, nn, numpy: np, vjp }, jax] = await Promise.all([import('@jax-js/jax'), import('./jaxjs')]);
  return { jit, nn, np, vjp, ...jax };
}

async function tfParts() {
  const [tf, { tfOp }, models] = await Promise.all([
    import('@tensorflow/tfjs-core'),
    import('./tfjs'),
    import('./tfjs-models'),
  ]);
  return { tf, tfOp, ...models };
}
