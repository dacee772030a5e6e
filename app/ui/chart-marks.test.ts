import { expect, test } from 'vitest';
import { placeMarks } from './chart-marks';

const marks = [100, 130, 390, 395, 398, 399].map((x, index) => ({
  x,
  label: `change ${index}: 9 → 14 ms`,
  short: `change ${index}`,
}));
const widthOf = (text: string): number => 6 * text.length;

test('no label covers another one or leaves the plot, and every line stays', () => {
  const placed = placeMarks(marks, (x) => x, [50, 400], widthOf);
  expect(placed.map(({ at }) => at)).toEqual([399, 398, 395, 390, 130, 100]);
  const labels = placed.flatMap(({ text, left, row }) =>
    text === undefined ? [] : [{ row, from: left, to: left + widthOf(text) }],
  );
  expect(labels.length).toBeGreaterThan(3);
  for (const { from, to } of labels) expect([from >= 50, to <= 400]).toEqual([true, true]);
  for (const [i, a] of labels.entries())
    for (const b of labels.slice(i + 1))
      expect(a.row !== b.row || a.to < b.from || b.to < a.from, JSON.stringify([a, b])).toBe(true);
  expect(placed[0].text, 'the newest in full').toBe('change 5: 9 → 14 ms');
});

test('marks outside the plot are not drawn', () => {
  expect(placeMarks(marks, (x) => x - 1000, [50, 400], widthOf)).toEqual([]);
});

test('labels of joins and leaves yield to those of settings', () => {
  const people = [200, 204, 208, 212].map((x) => ({ x, label: `Calm Heron joined, step ${x}: measuring`, short: 'Calm Heron joined', isMinor: true })); // prettier-ignore
  const change = { x: 196, label: 'Neat Beaver slowed: 5 Mbit/s, 40 ms, step 196: 30.1 to 25.3 ms', short: 'Neat Beaver slowed' }; // prettier-ignore
  const placed = placeMarks([change, ...people], (x) => x, [50, 400], widthOf);
  expect(placed.find(({ mark }) => mark === change)?.text).toBe('Neat Beaver slowed');
  expect(placed).toHaveLength(5);
});

test('a short label comes before another one’s long label', () => {
  const changes = [
    { x: 110, label: 'overlap off, step 110: 40 to 55 ms', short: 'overlap off' },
    { x: 220, label: 'sent as 8 bits, step 220: 55 to 33 ms', short: 'sent as 8 bits' },
    { x: 330, label: 'Swift Lynx slowed, step 330: 33 to 60 ms', short: 'Swift Lynx slowed' },
    { x: 399, label: 'learning rate 0.01, step 399: measuring …', short: 'learning rate 0.01' },
  ];
  const texts = placeMarks(changes, (x) => x, [50, 400], widthOf).map(({ text }) => text);
  expect(texts.filter((text) => text === undefined)).toEqual([]);
  expect(texts[0]).toBe(changes[3].label);
});
