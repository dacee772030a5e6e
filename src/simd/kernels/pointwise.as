// Element by element. Every tensor begins at and is padded to a multiple of 16 bytes, so a last quad may be partial: its
// padding is computed and never read.
import { activate, slope } from './math';
import { endOf, firstOf } from './thread';

/** y = f(x). x and y may be one tensor. */
export function activationForward(x: usize, y: usize, length: i32, activation: i32): void {
  const quads = (length + 3) >> 2;
  for (let i = firstOf(quads), end = endOf(quads); i < end; i++)
    v128.store(y + (i << 4), activate(activation, v128.load(x + (i << 4))));
}

/** dx = dy·f′. dx may be dy. */
export function activationBackward(saved: usize, dy: usize, dx: usize, length: i32, activation: i32): void {
  const quads = (length + 3) >> 2;
  for (let i = firstOf(quads), end = endOf(quads); i < end; i++) {
    const at = i << 4;
    v128.store(dx + at, f32x4.mul(v128.load(dy + at), slope(activation, v128.load(saved + at))));
  }
}

/** sum += x. */
export function add(x: usize, sum: usize, length: i32): void {
  const quads = (length + 3) >> 2;
  for (let i = firstOf(quads), end = endOf(quads); i < end; i++) {
    const at = i << 4;
    v128.store(sum + at, f32x4.add(v128.load(sum + at), v128.load(x + at)));
  }
}

/** y = `length` elements of x, from `from` on, written from `to` on. All other elements of y stay. */
export function copyPart(x: usize, from: i32, y: usize, to: i32, length: i32): void {
  const first = firstOf(length);
  memory.copy(y + (usize(to + first) << 2), x + (usize(from + first) << 2), usize(endOf(length) - first) << 2);
}

/** Zeros, `lines` of 64 bytes. */
export function clear(at: usize, lines: i32): void {
  const first = usize(firstOf(lines)) << 6;
  memory.fill(at + first, 0, (usize(endOf(lines)) << 6) - first);
}
