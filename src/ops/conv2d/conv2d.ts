// The convolution layer: y = activation(x ∗ w + b) over images (height, width, channels), with filters (kernelHeight,
// kernelWidth, channels, filters). Initial weights are normal: with He's scale before relu and gelu (He et al. 2015),
// with Glorot's otherwise (Glorot & Bengio 2010).
import * as v from 'valibot';
import { activationBackwardCall, activationForwardCall } from '../activation/activation';
import { columnSum } from '../column-sum/column-sum';
import { vectorParameter, type LayerType } from '../layer';
import { biasGradientCall } from './bias-gradient';
import { convolution, convolutionInput, convolutionWeight } from './convolution';
import { imageOf, paddingSchema, sizeSchema, strideSchema, windowsOf } from './window';

const schema = v.strictObject({
  kind: v.literal('conv2d'),
  filters: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096)),
  size: sizeSchema,
  /** The stride; 1 when absent. */
  stride: v.optional(strideSchema),
  padding: paddingSchema,
  activation: v.picklist(['none', 'relu', 'tanh', 'gelu']),
});

export type Conv2dLayer = v.InferOutput<typeof schema>;

export const conv2dLayer: LayerType<Conv2dLayer> = {
  schema,
  build({ filters, size, stride = 1, padding, activation }, x, builder) {
    const windows = windowsOf(imageOf(x.shape, builder), size, stride, padding, builder);
    const { batch, input, kernelHeight, kernelWidth, outHeight, outWidth } = windows;
    const conv = { ...windows, filters };
    const area = kernelHeight * kernelWidth;
    const rectified = activation === 'relu' || activation === 'gelu';
    const fan = area * (rectified ? input.channels : input.channels + filters);
    const weight = builder.parameter('weight', [kernelHeight, kernelWidth, input.channels, filters], {
      initialiser: { kind: 'normal', deviation: Math.sqrt(2 / fan) },
      decays: true,
    });
    const bias = vectorParameter(builder, 'bias', filters, 0);
    const rows = batch * outHeight * outWidth;
    const length = rows * filters;
    const y = builder.activation('out', length);
    const z = activation === 'gelu' ? builder.activation('before-gelu', length) : y;
    builder.emit(
      convolution(conv, { x: x.tensor, weight, bias, y: z }, activation === 'gelu' ? 'none' : activation),
    );
    if (activation === 'gelu') builder.emit(activationForwardCall({ activation, x: z, y, length }));
    return {
      y: { tensor: y, shape: [outHeight, outWidth, filters], holds: 'reals' },
      keepsOutput: activation === 'relu' || activation === 'tanh',
      backward(dy, dx) {
        const biasGradient = builder.parameterGradient(bias);
        const dz = activation === 'none' ? dy : builder.activation('before.grad', length);
        if (activation === 'relu' || activation === 'tanh')
          builder.emit(biasGradientCall({ activation, y, dy, dz, biasGradient, rows, columns: filters }));
        else {
          if (activation === 'gelu')
            builder.emit(activationBackwardCall({ activation, saved: z, dy, dx: dz, length }));
          builder.emit(columnSum({ x: dz, out: biasGradient, rows, columns: filters }));
        }
        // dW before dx, so that a bucket of weights leaves while the rest of the backward pass runs.
        const weightGradient = builder.parameterGradient(weight);
        builder.emit(convolutionWeight(conv, { x: x.tensor, dy: dz, weightGradient }));
        if (dx) builder.emit(convolutionInput(conv, { dy: dz, weight, dx }));
      },
    };
  },
};
