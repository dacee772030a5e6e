// Seeded ragged windows for the tests of convolution and the pools: odd sizes, strides 1 to 3, every padding.
import { prng } from '../../base/prng';
import { SaidError } from '../../base/said-error';
import type { Saying } from '../../base/sayings';
import type { Builder } from '../layer';
import { windowsOf, type Padding, type Windows } from '../conv2d/window';

/** The parts of a Builder that windowsOf uses. */
export const builderOf = (batch: number): Builder =>
  ({
    batch,
    refuse(reason: Saying): never {
      throw new SaidError(reason);
    },
  }) as unknown as Builder;

export function randomWindows(
  title: string,
  round: number,
  channels: number,
  paddings: readonly Padding[],
  largest = 11,
): Windows {
  const random = prng('windows', title, round);
  const [height, width] = [3 + random.below(largest - 2), 3 + random.below(largest - 2)];
  const size: [number, number] = [1 + random.below(3), 1 + random.below(3)];
  const padding = paddings[round % paddings.length];
  return windowsOf(
    { height, width, channels },
    size,
    1 + (round % 3),
    typeof padding === 'number' ? Math.min(padding, Math.min(...size) - 1) : padding,
    builderOf(1 + random.below(4)),
  );
}

export function nameOf(windows: Windows): string {
  const { batch, input, kernelHeight, kernelWidth, stride, top, left, outHeight, outWidth } = windows;
  return (
    `${batch}×${input.height}×${input.width}×${input.channels}, window ${kernelHeight}×${kernelWidth}, ` +
    `stride ${stride}, padding ${top},${left} → ${outHeight}×${outWidth}`
  );
}
