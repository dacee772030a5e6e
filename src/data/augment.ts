// Examples of a training set, altered a little each time that they are read: images are shifted, mirrored and brightened, sounds
// shifted in time and made louder or softer. What is drawn is a function of the seed and the position in the sampler's stream
// alone, so an example that is done again, by whichever member, is the same one. f32 made from f64 + − ×: the same bits on
// every engine (E9a).
import { prng } from '../base/prng';
import type { Positions } from './positions';

/** The largest settings: what is left of most pictures can still be told. */
export const mostShift = 8;
export const mostBrightness = 0.9;

export interface Augment {
  /** The most pixels that an example moves, to each side and up and down; sounds only along time. */
  readonly shift: number;
  /** Half of the images change left and right. */
  readonly flip: boolean;
  /** The largest part by which an image gets brighter or darker; of a sound the part of the whole scale of loudness
   *  (spectrogram.ts) by which it gets louder or softer. */
  readonly brightness: number;
}

export interface Alteration {
  /** Pixels to the right. */
  readonly right: number;
  /** Pixels down. */
  readonly down: number;
  readonly isFlipped: boolean;
  /** −brightness … brightness. */
  readonly brighter: number;
}

/** The alteration of the example at each of these positions, in order. */
export function alterations(augment: Augment, seed: number, positions: Positions): Alteration[] {
  return positions.flatMap(([start, count]) =>
    Array.from({ length: count }, (_, at) => drawn(augment, seed, start + at)),
  );
}

function drawn({ shift, flip, brightness }: Augment, seed: number, position: number): Alteration {
  const random = prng('augment', seed, position);
  // Everything is drawn, so that one setting does not change what another draws.
  const right = random.below(2 * shift + 1) - shift;
  const down = random.below(2 * shift + 1) - shift;
  const isFlipped = random.below(2) === 1 && flip;
  return { right, down, isFlipped, brighter: brightness * (2 * random.float() - 1) };
}

/** Alters an example in place. `example`: (height, width, channels) of `shape`; pixels that move in are those of the edge. */
export function alter(
  example: Float32Array,
  [height, width, channels = 1]: readonly number[],
  { right, down, isFlipped, brighter }: Alteration,
  kind: 'images' | 'sounds',
): void {
  const before = example.slice();
  const moved = kind === 'images' ? down : 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const row = within(y - moved, height);
      const column = within(x - right, width);
      const from = channels * (row * width + (isFlipped ? width - 1 - column : column));
      const to = channels * (y * width + x);
      for (let c = 0; c < channels; c++)
        example[to + c] =
          kind === 'images' ? lit(before[from + c], brighter) : louder(before[from + c], brighter);
    }
}

function within(at: number, length: number): number {
  return Math.max(0, Math.min(length - 1, at));
}

/** Brighter pixels stay within 0 … 1, unless they were above. */
function lit(value: number, brighter: number): number {
  return Math.min(value * (1 + brighter), Math.max(1, value));
}

/** Pixels of a sound are decibels on a scale, and what is silent stays so. */
function louder(value: number, by: number): number {
  return value === 0 ? 0 : Math.max(0, Math.min(1, value + by));
}
