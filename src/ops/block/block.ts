// Layers that belong together: a transformer block, a stage of a network. A block is the unit of activation
// checkpointing (Chen et al. 2016). With checkpointing, a block's activations are dropped and the backward recomputes
// them from x.
import * as v from 'valibot';
import type { LayerType } from '../layer';
import { layerSchema, type Layer } from '../layers';

export interface BlockLayer {
  readonly kind: 'block';
  readonly layers: readonly Layer[];
}

export const blockLayer: LayerType<BlockLayer> = {
  schema: v.strictObject({
    kind: v.literal('block'),
    layers: v.pipe(v.array(v.lazy(() => layerSchema)), v.minLength(1), v.maxLength(64), v.readonly()),
  }),
  build({ layers }, x, builder) {
    const built = builder.build(layers, x);
    if (!builder.checkpoints) return built;
    return {
      y: built.y,
      keepsOutput: built.keepsOutput,
      backward: (dy, dx) => builder.again(() => builder.build(layers, x)).backward(dy, dx),
    };
  },
};
