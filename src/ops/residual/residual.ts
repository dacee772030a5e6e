// A residual branch: y = x + f(x) (He et al. 2016). f is a list of layers that keeps the shape. x is added to f(x) in
// place. So f must not end with a fused relu or tanh, whose backward reads its output.
import * as v from 'valibot';
import { say } from '../../base/sayings';
import { addTo } from '../add/add';
import { shapeText, sizeOf, type LayerType } from '../layer';
import { layerSchema, type Layer } from '../layers';

export interface ResidualLayer {
  readonly kind: 'residual';
  readonly layers: readonly Layer[];
}

export const residualLayer: LayerType<ResidualLayer> = {
  schema: v.strictObject({
    kind: v.literal('residual'),
    layers: v.pipe(v.array(v.lazy(() => layerSchema)), v.minLength(1), v.maxLength(16), v.readonly()),
  }),
  build({ layers }, x, builder) {
    const branch = builder.build(layers, x);
    const [inside, outside] = [shapeText(branch.y.shape), shapeText(x.shape)];
    if (inside !== outside) builder.refuse(say('layer-branch-turns', { from: outside, to: inside }));
    const length = builder.batch * sizeOf(x.shape);
    if (branch.keepsOutput) builder.refuse(say('layer-branch-ends'));
    builder.emit(addTo({ x: x.tensor, sum: branch.y.tensor, length }));
    return {
      y: branch.y,
      backward(dy, dx) {
        branch.backward(dy, dx);
        if (dx) builder.emit(addTo({ x: dy, sum: dx, length }));
      },
    };
  },
};
