// The head of a language model that shares the token table (Press & Wolf 2017): logits (T, V) = x·tokensᵀ. Its
// gradient of the table and the embedding's gradient add up in one slot.
import * as v from 'valibot';
import { say } from '../../base/sayings';
import { shapeText, sizeOf, type LayerType } from '../layer';
import { matmul } from '../matmul/matmul';

const schema = v.strictObject({
  kind: v.literal('tied-head'),
  /** Full name of the table (V, C); by default the first layer's. */
  to: v.optional(v.pipe(v.string(), v.maxLength(256))),
});

export type TiedHeadLayer = v.InferOutput<typeof schema>;

export const tiedHeadLayer: LayerType<TiedHeadLayer> = {
  schema,
  build({ to = 'layers.0.tokens' }, x, builder) {
    const table = builder.sharedParameter(to);
    const [vocabulary, channels] = table.shape;
    if (table.shape.length !== 2 || x.shape[x.shape.length - 1] !== channels)
      builder.refuse(
        say('layer-other-table', { name: to, table: shapeText(table.shape), shape: shapeText(x.shape) }),
      );
    const rows = (builder.batch * sizeOf(x.shape)) / channels;
    const y = builder.activation('logits', rows * vocabulary);
    const matrix = { b: table.tensor, bStorage: table.storage } as const;
    builder.emit(
      matmul({ layout: 'nt', a: x.tensor, ...matrix, out: y, m: rows, n: vocabulary, k: channels }),
    );
    return {
      y: { tensor: y, shape: [...x.shape.slice(0, -1), vocabulary], holds: 'reals' },
      backward(dy, dx) {
        const shape = { m: vocabulary, n: channels, k: rows, accumulate: true };
        const out = builder.parameterGradient(table.tensor);
        builder.emit(matmul({ layout: 'tn', a: dy, b: x.tensor, out, ...shape }));
        if (dx)
          builder.emit(
            matmul({ layout: 'nn', a: dy, ...matrix, out: dx, m: rows, n: channels, k: vocabulary }),
          );
      },
    };
  },
};
