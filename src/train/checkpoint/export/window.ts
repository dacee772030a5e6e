// The window of a convolution or a pool, as other libraries want it written. Rules: ops/conv2d/window.ts.

/** (height, width). */
export function pairOf(size: number | readonly [number, number]): readonly [number, number] {
  return typeof size === 'number' ? [size, size] : size;
}

/** Zeros before and behind an axis. */
export function paddingOf(
  length: number,
  outputs: number,
  kernel: number,
  stride: number,
  padding: 'same' | 'valid' | number,
): readonly [number, number] {
  if (padding === 'valid') return [0, 0];
  if (padding !== 'same') return [padding, padding];
  const total = Math.max(0, (outputs - 1) * stride + kernel - length);
  return [Math.floor(total / 2), total - Math.floor(total / 2)];
}
