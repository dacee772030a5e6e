import { expect, test } from 'vitest';
import { emptySheet, sheetSide, withStroke } from './ink';

const at = (ink: Float32Array, x: number, y: number): number => ink[y * sheetSide + x];

test('a stroke covers its line and a pen’s width, and nothing else', () => {
  const before = emptySheet();
  const ink = withStroke(before, [20, 50], [80, 50]);
  for (let x = 20; x < 80; x++) expect(at(ink, x, 50)).toBe(1);
  expect(at(ink, 50, 53)).toBe(1);
  expect(at(ink, 50, 54)).toBeGreaterThan(0);
  expect(at(ink, 50, 56)).toBe(0);
  expect(at(ink, 90, 50)).toBe(0);
  expect(before.every((value) => value === 0)).toBe(true);
});

test('a press without a move is a dot, also at the edge of the sheet', () => {
  const ink = withStroke(emptySheet(), [0, sheetSide], [0, sheetSide]);
  expect(at(ink, 0, sheetSide - 1)).toBe(1);
  const total = ink.reduce((sum, value) => sum + value, 0);
  expect(total).toBeGreaterThan(10);
  expect(total).toBeLessThan(30); // a quarter of the pen’s 64 pixels
});
