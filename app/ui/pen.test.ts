import { expect, test } from 'vitest';
import { penAfter, type Pen } from './pen';

function press(keys: readonly string[]): { pen: Pen | undefined; lines: unknown[] } {
  let pen: Pen | undefined;
  const lines: unknown[] = [];
  for (const key of keys) {
    const after = penAfter(pen, key);
    if (!after || after === 'clear') throw new Error(key);
    ({ pen } = after);
    if (after.line) lines.push(after.line);
  }
  return { pen, lines };
}

test('arrows move the pen from the middle; space puts it down with a dot, draws, and lifts it', () => {
  const { pen, lines } = press(['ArrowLeft', ' ', 'ArrowUp', 'ArrowUp', ' ', 'ArrowRight']);
  expect(pen).toEqual({ at: [56, 48], isDown: false });
  expect(lines).toEqual([
    [
      [52, 56],
      [52, 56],
    ],
    [
      [52, 56],
      [52, 52],
    ],
    [
      [52, 52],
      [52, 48],
    ],
  ]);
});

test('the pen stays on the sheet; delete clears, and other keys are the page’s', () => {
  expect(press(Array<string>(40).fill('ArrowDown')).pen!.at).toEqual([56, 112]);
  expect(['Delete', 'Backspace'].map((key) => penAfter(undefined, key))).toEqual(['clear', 'clear']);
  expect(penAfter(undefined, 'Tab')).toBeUndefined();
});
