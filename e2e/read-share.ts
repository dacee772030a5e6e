// How many images a saved MLP reads right, in plain loops from its file: dense layers with ReLU between them.
import type { SavedWeights } from './file-weights';

export interface LabelledImages {
  readonly count: number;
  /** Pixels of an image. */
  readonly size: number;
  /** The byte of pixel `index`, image by image. */
  readonly byteAt: (index: number) => number;
  readonly labelAt: (image: number) => number;
}

/** 0 to 1. A pixel enters the model as its byte / 255. */
export function readShare(
  { tensor }: SavedWeights,
  { count, size, byteAt, labelAt }: LabelledImages,
): number {
  const weights = [0, 1].map((layer) => ({
    ...tensor(`layers.${layer}.weight`), // (out, in)
    bias: tensor(`layers.${layer}.bias`).values,
  }));
  let right = 0;
  for (let image = 0; image < count; image++) {
    let x = Array.from({ length: size }, (_, pixel) => byteAt(image * size + pixel) / 255);
    for (const [layer, { shape, values, bias }] of weights.entries()) {
      x = Array.from({ length: shape[0] }, (_, out) => {
        let sum = bias[out];
        for (let at = 0; at < shape[1]; at++) sum += values[out * shape[1] + at] * x[at];
        return layer === 0 ? Math.max(0, sum) : sum;
      });
    }
    if (x.indexOf(Math.max(...x)) === labelAt(image)) right++;
  }
  return right / count;
}
