// A model with residual blocks and group norms, which no screen offers.
import type { Layer, ModelSpec } from '../spec';

/** Residual stages of the given widths (He et al. 2016), norms first; each later stage halves the image. Widths are
 *  multiples of `groups`. [64, 128, 256] with two blocks each, 8 groups: 3,472,906 parameters on 28 × 28 × 1. */
export function residualCnnPreset(
  inputShape: readonly number[],
  classes: number,
  widths: readonly number[],
  { blocks, groups }: { readonly blocks: number; readonly groups: number },
): ModelSpec {
  const conv = { kind: 'conv2d', size: 3, padding: 'same' } as const;
  const block = (filters: number): Layer => ({
    kind: 'block',
    layers: [
      {
        kind: 'residual',
        layers: [
          { kind: 'group-norm', groups },
          { ...conv, filters, activation: 'relu' },
          { ...conv, filters, activation: 'none' },
        ],
      },
    ],
  });
  return {
    name: ['residual-cnn', ...widths].join('-'),
    inputShape,
    layers: [
      ...widths.flatMap((filters, stage): Layer[] => [
        { ...conv, filters, stride: stage === 0 ? 1 : 2, activation: 'none' },
        ...Array.from({ length: blocks }, () => block(filters)),
      ]),
      { kind: 'group-norm', groups },
      { kind: 'average-pool', size: 'all' },
      { kind: 'dense', units: classes, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  };
}
