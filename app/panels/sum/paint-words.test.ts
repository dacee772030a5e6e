// The second line of words in the picture of a sum lies over no member, in languages whose words are longer too.
import { expect, test } from 'vitest';
import { plannedSum, type DrawnMember } from './drawn-sum';
import { detailLines, wordsRoom } from './paint-words';
import { detailSize, layoutOf } from './sum-layout';

const ten = (text: string): number => 10 * text.length;

test('a detail with room stays in one line', () => {
  expect(detailLines('all hold all colours', ten, 200)).toEqual(['all hold all colours']);
});

test('a longer one has the two lines that are most alike, and no word is lost', () => {
  expect(detailLines('todos tienen todos los colores', ten, 200)).toEqual([
    'todos tienen',
    'todos los colores',
  ]);
  expect(detailLines('tous les modèles changent à la fois', ten, 200)).toEqual([
    'tous les modèles',
    'changent à la fois',
  ]);
});

test('one word is never broken', () => {
  expect(detailLines('unverändert', ten, 20)).toEqual(['unverändert']);
});

const longest = 'tous les modèles changent à la fois';

test.each([1, 2, 3, 4, 5, 6, 8])('two lines lie beside every card of %i members', (count) => {
  const members = Array.from({ length: count }, (_, place): DrawnMember => ({
    id: `m${place}`,
    name: 'Brave Otter',
    isSelf: place === 0,
    adds: true,
  }));
  let broken = 0;
  for (const width of [380, 420, 500, 700, 1000]) {
    const layout = layoutOf(plannedSum('ring', members, {}), { width, height: 400 }, 16);
    if (layout.isMarks || !layout.hasDetail) continue;
    const { label, leastText, places, card } = layout;
    const letter = 0.55 * detailSize(label, leastText);
    const widthOf = (text: string): number => letter * text.length;
    const lines = detailLines(longest, widthOf, wordsRoom(layout));
    if (lines.length === 2) broken++;
    const half = Math.max(...lines.map(widthOf)) / 2;
    // The first line of the two, and the second, lie this far from the middle of the label.
    const rows = lines.map(
      (_, row) => label.size * 0.2 + letter * (lines.length > 1 ? 0.73 + 2.2 * row : 1.8),
    );
    for (const { x, y } of places)
      for (const row of rows)
        expect(
          Math.abs(x - label.x) - card.width / 2 >= half ||
            Math.abs(y - label.y - row) - card.height / 2 >= letter * 0.9,
        ).toBe(true);
  }
  if (count === 4) expect(broken).toBeGreaterThan(0);
});
