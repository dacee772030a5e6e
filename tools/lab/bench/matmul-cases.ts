// Square products, in the three layouts a dense layer needs: NN forward, NT for dX, TN for dW.
import type { numpy as jnp } from '@jax-js/jax';
import { randomReals } from './training-task';
import type { BenchCase } from './contender';

const sizes = [256, 512, 1024, 2048];
/** tfjs on a software adapter needs a quarter of a minute for one product of 2048³. */
const longFrom = 2048;
const layouts = ['nn', 'nt', 'tn'] as const;

export const matmulCases: readonly BenchCase[] = sizes.flatMap((size) =>
  layouts.map((layout) => matmulCase(size, layout)),
);

function matmulCase(size: number, layout: (typeof layouts)[number]): BenchCase {
  const values = () => ['a', 'b'].map((name) => randomReals(`matmul ${name}`, size * size));
  return {
    name: `matmul ${size} ${layout}`,
    unit: 'GFLOP/s',
    flops: 2 * size ** 3,
    bytes: 12 * size ** 2,
    tolerance: 1e-4,
    isLong: size >= longFrom,
    contenders: {
      async ours() {
        const { matmul } = await import('../../../src/ops/matmul/matmul');
        const [a, b] = values();
        const shape = { layout, a: 'a', b: 'b', out: 'out', m: size, n: size, k: size, accumulate: false };
        return {
          kind: 'calls',
          calls: [matmul(shape)],
          tensors: { a, b, out: size * size },
          results: [{ tensor: 'out', length: size * size }],
        };
      },
      async 'jax-js'() {
        const [{ jit, numpy: np }, { jaxArray, jaxOp }] = await Promise.all([
          import('@jax-js/jax'),
          import('./jaxjs'),
        ]);
        const product = jit((a: jnp.Array, b: jnp.Array) => [
          np.matmul(layout === 'tn' ? a.transpose() : a, layout === 'nt' ? b.transpose() : b),
        ]);
        return jaxOp(
          values().map((array) => jaxArray(array, [size, size])),
          product as (...inputs: jnp.Array[]) => jnp.Array[],
        );
      },
      async tfjs() {
        const [tf, { tfOp }] = await Promise.all([import('@tensorflow/tfjs-core'), import('./tfjs')]);
        const [a, b] = values().map((array) => tf.tensor2d(array, [size, size]));
        return tfOp([a, b], () => [tf.matMul(a, b, layout === 'tn', layout === 'nt')]);
      },
    },
  };
}
