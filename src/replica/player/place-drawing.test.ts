import { describe, expect, test } from 'vitest';
import { loadDataset } from '../../data/load-dataset';
import { sheetOf, usualSheet } from '../../data/sheet';
import { placeDrawing } from './place-drawing';

/** A filled rectangle. */
function rectangle(side: number, left: number, top: number, width: number, height: number): Float32Array {
  const ink = new Float32Array(side * side);
  for (let y = top; y < top + height; y++) ink.fill(1, y * side + left, y * side + left + width);
  return ink;
}

const sheet = usualSheet(28);

describe('a drawing on MNIST’s sheet', () => {
  test('a tall bar in a corner becomes 20 pixels tall, in the middle', () => {
    const placed = placeDrawing(rectangle(112, 3, 2, 10, 40), 112, sheet);
    const rowsWithInk = Array.from({ length: 28 }, (_, y) => placed.subarray(28 * y, 28 * y + 28)).map(
      (row) => row.reduce((sum, value) => sum + value, 0),
    );
    expect(rowsWithInk.slice(0, 4).concat(rowsWithInk.slice(24))).toEqual(Array(8).fill(0));
    for (const ink of rowsWithInk.slice(4, 24)) expect(ink).toBeCloseTo(5, 5);
  });

  test('size and place of the drawing do not matter', () => {
    const small = placeDrawing(rectangle(112, 60, 70, 12, 30), 112, sheet);
    const large = placeDrawing(rectangle(112, 20, 5, 36, 90), 112, sheet);
    const difference = small.map((value, i) => Math.abs(value - large[i]));
    expect(Math.max(...difference)).toBeLessThan(1e-6);
  });

  test('the centre of mass lies in the middle, not the box', () => {
    const ink = rectangle(112, 20, 20, 60, 10); // a T lies higher than its box
    rectangle(112, 45, 30, 10, 50).forEach((value, i) => (ink[i] = Math.max(ink[i], value)));
    const placed = placeDrawing(ink, 112, sheet);
    let [total, y] = [0, 0];
    placed.forEach((value, i) => {
      total += value;
      y += value * (Math.floor(i / 28) + 0.5);
    });
    expect(Math.abs(y / total - 14)).toBeLessThan(0.2);
    const top = placed.findIndex((value) => value > 0.5);
    expect(Math.floor(top / 28)).toBeGreaterThan(4); // its box would begin at 4
  });

  test('an empty sheet stays empty', () => {
    expect(placeDrawing(new Float32Array(112 * 112), 112, sheet).every((value) => value === 0)).toBe(true);
  });
});

test('the sheet of the drawn digits: they fill about two thirds, near the middle', () => {
  const digits = loadDataset({ kind: 'digits', examples: 200 }, 1);
  const images = new Float32Array(200 * 784);
  const label = new Uint8Array(1);
  for (let i = 0; i < 200; i++) digits.read(i, images, i * 784, label, 0);
  const found = sheetOf(images, 28);
  expect(found.longest).toBeGreaterThan(16);
  expect(found.longest).toBeLessThan(24);
  expect(Math.hypot(found.x - 14, found.y - 14)).toBeLessThan(1);
  // A digit of the set, put on the sheet as if it had been drawn, stays about as it was.
  expect(sheetOf(rectangle(28, 4, 4, 7, 18), 28)).toEqual({ side: 28, longest: 18, x: 7.5, y: 13 });
  expect(sheetOf(new Float32Array(784), 28)).toEqual(usualSheet(28));
});
