// The dense layer: y = activation(x·W + b), W (inputs, units), b (units). It works on the whole flattened example, or
// with `isPositionwise` on the last axis of every position: (T, C) → (T, units). Initial weights are normal: with
// He's scale before relu and gelu (He et al. 2015), with Glorot's otherwise (Glorot & Bengio 2010), or with a given
// deviation.
import * as v from 'valibot';
import { say } from '../../base/sayings';
import { activationBackwardCall, activationForwardCall } from '../activation/activation';
import { columnSum } from '../column-sum/column-sum';
import { shapeText, sizeOf, vectorParameter, type LayerType } from '../layer';
import { matmul } from '../matmul/matmul';
import { lowRank } from './low-rank';

const schema = v.strictObject({
  kind: v.literal('dense'),
  units: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(262_144)),
  activation: v.picklist(['none', 'relu', 'tanh', 'gelu']),
  isPositionwise: v.optional(v.boolean()),
  /** The deviation of the initial weights. */
  deviation: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(10))),
});

export type DenseLayer = v.InferOutput<typeof schema>;
export type Activation = DenseLayer['activation'];

export const denseLayer: LayerType<DenseLayer> = {
  schema,
  build({ units, activation, isPositionwise = false, deviation }, x, builder) {
    const { shape } = x;
    if (isPositionwise && shape.length < 2)
      builder.refuse(say('layer-wants-positions', { shape: shapeText(shape) }));
    const fanIn = isPositionwise ? shape[shape.length - 1] : sizeOf(shape);
    const rows = (builder.batch * sizeOf(shape)) / fanIn;
    const rectified = activation === 'relu' || activation === 'gelu';
    const scale = deviation ?? Math.sqrt(2 / (rectified ? fanIn : fanIn + units));
    const weight = builder.parameter('weight', [fanIn, units], {
      initialiser: { kind: 'normal', deviation: scale },
      decays: true,
      isMatrix: true,
    });
    const bias = vectorParameter(builder, 'bias', units, 0);
    const y = builder.activation('out', rows * units);
    const adapter = builder.adapterOf('weight');
    // Products alone fuse relu and tanh; a sum of two products is an input of the activation's own call.
    const isApart = activation === 'gelu' || (adapter && activation !== 'none');
    const z = isApart ? builder.activation(`before-${activation}`, rows * units) : y;
    const matrix = { b: weight, bStorage: builder.matrixStorage } as const;
    const product = { layout: 'nn', a: x.tensor, ...matrix, m: rows, n: units, k: fanIn } as const;
    const change = adapter && lowRank(adapter, x.tensor, { rows, inputs: fanIn, units }, builder);
    if (change) {
      change.forward(z);
      const epilogue = { bias, activation: 'none' } as const;
      builder.emit(matmul({ ...product, out: z, epilogue, accumulate: true, outStorage: 'real' }));
      if (activation !== 'none')
        builder.emit(activationForwardCall({ activation, x: z, y, length: rows * units }));
    } else {
      const epilogue = activation === 'gelu' ? { bias, activation, before: z } : { bias, activation };
      builder.emit(matmul({ ...product, out: y, epilogue }));
    }
    return {
      y: { tensor: y, shape: isPositionwise ? [...shape.slice(0, -1), units] : [units], holds: 'reals' },
      keepsOutput: activation === 'relu' || activation === 'tanh',
      backward(dy, dx) {
        let dz = dy;
        if (activation !== 'none') {
          dz = builder.activation('before.grad', rows * units);
          const saved = activation === 'gelu' ? z : y;
          builder.emit(activationBackwardCall({ activation, saved, dy, dx: dz, length: rows * units }));
        }
        builder.emit(columnSum({ x: dz, out: builder.parameterGradient(bias), rows, columns: units }));
        // dW = xᵀ·dy before dx = dy·Wᵀ, so that a bucket of weights leaves while the rest of the backward pass runs.
        const out = builder.parameterGradient(weight);
        builder.emit(
          matmul({ layout: 'tn', a: x.tensor, b: dz, out, m: fanIn, n: units, k: rows, accumulate: true }),
        );
        if (dx)
          builder.emit(matmul({ layout: 'nt', a: dz, ...matrix, out: dx, m: rows, n: fanIn, k: units }));
        change?.backward(dz, dx);
      },
    };
  },
};
