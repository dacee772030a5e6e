// Where the picture of a sum has its members: what travels stays in the picture, and off the words in its middle.
import { expect, test } from 'vitest';
import { stripesOf } from './mark-stripes';
import { plannedSum, type DrawnMember } from './drawn-sum';
import { alongWay, discShare, layoutOf, onWay, wordsReach, type SumLayout } from './sum-layout';

const boxes = [
  { width: 385, height: 265 },
  { width: 360, height: 200 },
  { width: 700, height: 500 },
];

function laidOut(count: number, way: 'ring' | 'tree', box: (typeof boxes)[number]): SumLayout {
  const members = Array.from({ length: count }, (_, place): DrawnMember => ({
    id: `m${place}`,
    name: 'Brave Otter',
    isSelf: place === 0,
    adds: true,
  }));
  return layoutOf(plannedSum(way, members, {}), box);
}

test.each([2, 3, 4, 5, 8, 12])('chunks on their way around a ring of %i stay in the picture', (count) => {
  for (const box of boxes) {
    const { places, bend, column, isMarks } = laidOut(count, 'ring', box);
    // A chunk that travels between marks is a small square.
    if (isMarks) continue;
    for (const [place, from] of places.entries())
      for (const share of [0.25, 0.5, 0.75]) {
        const { y } = onWay(from, places[(place + 1) % count], bend, share);
        expect(y - column.height / 2).toBeGreaterThanOrEqual(0);
        expect(y + column.height / 2).toBeLessThanOrEqual(box.height);
      }
  }
});

test.each(boxes)('between two, chunks pass above and below the words: $width × $height', (box) => {
  const layout = laidOut(2, 'ring', box);
  const [left, right] = layout.places;
  const above = onWay(left, right, layout.bend, 0.5);
  expect(layout.isMarks).toBe(false);
  expect(Math.abs(above.y - layout.label.y)).toBeGreaterThanOrEqual(
    wordsReach(layout).y + layout.column.height / 2,
  );
});

test('two in a narrow picture are cards without the second line of words', () => {
  const { isMarks, hasDetail } = laidOut(2, 'ring', { width: 240, height: 200 });
  expect({ isMarks, hasDetail }).toEqual({ isMarks: false, hasDetail: false });
});

test('a tree of five has room for whole names', () => {
  const { card, nameSize } = laidOut(5, 'tree', boxes[2]);
  expect(card.width).toBeGreaterThanOrEqual(0.55 * nameSize * 'Brave Otter'.length);
});

const sumOf = (size: number) =>
  plannedSum(
    'ring',
    Array.from({ length: size }, (_, index) => ({
      id: `${index}`,
      name: `Pestaña ${index + 1}`,
      isSelf: false,
      adds: true,
    })),
  );

test.each([2, 3, 4])('around a disc %s cards are in the picture, and most of the disc is free', (size) => {
  for (const side of [180, 250, 380, 560, 800]) {
    const { places, card, label } = layoutOf(sumOf(size), { width: side, height: side }, 12, true);
    expect(label.size).toBe(0);
    for (const { x, y } of places) {
      const [fromMiddleX, fromMiddleY] = [Math.abs(x - side / 2), Math.abs(y - side / 2)];
      expect(fromMiddleX + card.width / 2).toBeLessThanOrEqual(side / 2);
      expect(fromMiddleY + card.height / 2).toBeLessThanOrEqual(side / 2);
      const nearest = Math.hypot(
        Math.max(0, fromMiddleX - card.width / 2),
        Math.max(0, fromMiddleY - card.height / 2),
      );
      expect(nearest / ((discShare * side) / 2), `of ${side} px`).toBeGreaterThan(0.75);
    }
  }
});

test('around a disc chunks travel on a circle', () => {
  const layout = layoutOf(sumOf(3), { width: 560, height: 560 }, 12, true);
  const { places, circle } = layout;
  for (const [place, from] of places.entries())
    for (const share of [0, 0.25, 0.5, 1]) {
      const at = alongWay(layout, from, places[(place + 1) % 3], share);
      expect(Math.hypot(at.x - circle!.x, at.y - circle!.y)).toBeCloseTo(circle!.radius, 6);
    }
  const [top, right] = places;
  const halfway = alongWay(layout, top, right, 0.5);
  expect(halfway.x).toBeGreaterThan(280);
  expect(halfway.y).toBeLessThan(280);
});

test.each([...boxes, { width: 690, height: 230 }])(
  'a member alone stands above the words about it: $width × $height',
  (box) => {
    for (const leastText of [12, 24]) {
      const members = [{ id: 'm', name: '0', isSelf: false, adds: true }];
      const { places, card, label } = layoutOf(plannedSum('ring', members, {}), box, leastText);
      expect(places[0].y + card.height / 2).toBeLessThan(label.y - 0.75 * label.size);
      expect(places[0].y - card.height / 2).toBeGreaterThanOrEqual(0);
    }
  },
);

test.each([13, 16, 30, 64])('the marks of %i members do not cover each other', (count) => {
  for (const box of [...boxes, { width: 760, height: 550 }, { width: 690, height: 230 }]) {
    const { places, card, isMarks } = laidOut(count, 'ring', box);
    for (const [at, a] of isMarks ? places.entries() : [])
      for (const b of places.slice(at + 1)) {
        const isBeside = Math.abs(a.x - b.x) >= card.width;
        expect(isBeside || Math.abs(a.y - b.y) >= card.height, JSON.stringify(box)).toBe(true);
      }
  }
});

test('a mark shows several chunks also where patterns take the place of colours', () => {
  for (const count of [30, 64]) {
    const { isMarks, card } = laidOut(count, 'ring', boxes[0]);
    expect(isMarks).toBe(true);
    expect(stripesOf(card.height, count, true)).toBeGreaterThanOrEqual(3);
  }
  expect(stripesOf(40, 2, true)).toBe(2);
});
