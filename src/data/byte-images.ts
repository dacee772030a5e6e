// A dataset of images kept as bytes, a quarter of their f32 size. Pixel k of 0 … 255 is read as the f32 nearest k/255.
import { assert } from '../base/assert';
import { hashDataset } from './dataset-hash';
import type { Dataset } from './dataset';

export interface ByteImages {
  readonly name: string;
  readonly inputShape: readonly number[]; // of one image
  readonly classes: number;
  readonly pixels: Uint8Array; // (n, …inputShape)
  readonly labels: Uint8Array; // (n)
}

export function byteImageDataset({ name, inputShape, classes, pixels, labels }: ByteImages): Dataset {
  const inputLength = inputShape.reduce((product, size) => product * size, 1);
  assert(
    pixels.length === labels.length * inputLength,
    `the pixels are those of ${labels.length} images, one per label`,
  );
  const scale = Float32Array.from({ length: 256 }, (_, byte) => byte / 255);
  const unhashed = {
    name,
    inputShape,
    classes,
    terms: 1,
    length: labels.length,
    read(index, inputs, at, into, labelAt) {
      assert(
        index >= 0 && index < labels.length,
        `index ${index} is within a dataset of ${labels.length} examples`,
      );
      const start = index * inputLength;
      for (let i = 0; i < inputLength; i++) inputs[at + i] = scale[pixels[start + i]];
      into[labelAt] = labels[index];
    },
  } satisfies Omit<Dataset, 'hash'>;
  return { ...unhashed, hash: hashDataset(unhashed) };
}
