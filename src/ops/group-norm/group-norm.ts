// The group normalisation layer: over images (height, width, channels), or over (channels) as one pixel. Scale starts
// at 1, offset at 0. Neither decays.
import * as v from 'valibot';
import { say } from '../../base/sayings';
import { imageOf } from '../conv2d/window';
import { vectorParameter, type LayerType } from '../layer';
import { groupNorm, groupNormGradient } from './normalise';

const schema = v.strictObject({
  kind: v.literal('group-norm'),
  groups: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4096)),
});

export type GroupNormLayer = v.InferOutput<typeof schema>;

export const groupNormLayer: LayerType<GroupNormLayer> = {
  schema,
  build({ groups }, x, builder) {
    const { shape } = x;
    const { height, width, channels } = imageOf(shape.length === 1 ? [1, 1, ...shape] : shape, builder);
    if (channels % groups !== 0) builder.refuse(say('layer-unequal-groups', { channels, groups }));
    const { batch } = builder;
    const norm = { batch, pixels: height * width, channels, groups };
    const scale = vectorParameter(builder, 'scale', channels, 1);
    const offset = vectorParameter(builder, 'offset', channels, 0);
    const y = builder.activation('out', batch * norm.pixels * channels);
    const statistics = builder.activation('statistics', 2 * batch * groups, 'f32');
    builder.emit(groupNorm(norm, { x: x.tensor, scale, offset, y, statistics }));
    return {
      y: { tensor: y, shape, holds: 'reals' },
      backward(dy, dx) {
        builder.emit(
          groupNormGradient(norm, {
            x: x.tensor,
            dy,
            statistics,
            scale,
            dx,
            scaleGradient: builder.parameterGradient(scale),
            offsetGradient: builder.parameterGradient(offset),
          }),
        );
      },
    };
  },
};
