import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { whenItStops } from '../when-it-stops/lesson';
import { BarList } from './bar-list';

const lengths = (values: readonly number[], whole?: number): readonly number[][] => {
  const items = values.map((value) => ({ label: String(value), value, words: `${100 * value} %` }));
  const drawn = renderToStaticMarkup(<BarList bars={{ title: 'Limits', items, ...(whole && { whole }) }} />);
  const widths = [...drawn.matchAll(/width:([\d.]+)%/g)].map(([, width]) => Number(width));
  return values.map((_, at) => widths.slice(2 * at, 2 * at + 2));
};

test('a bar is as long, in tracks, as its number says', () => {
  expect(lengths([0.4, 1], 1)).toEqual([
    [100, 40],
    [100, 100],
  ]);
  const [over, under] = lengths([1.4, 0.7], 1);
  expect([over[1], under[1]], 'of the track, which is the whole').toEqual([140, 70]);
  expect(over[0], 'the longest one fits').toBeCloseTo(100 / 1.4, 3);
  expect(under[0], 'all have one scale').toBe(over[0]);
  expect(lengths([30, 1], 1), 'cut off at twice the whole').toEqual([
    [50, 200],
    [50, 100],
  ]);
  expect(lengths([5, 10]), 'without a whole the longest fills the track').toEqual([
    [100, 50],
    [100, 100],
  ]);
});

test('“When it stops” hands its bars the numbers that it writes beside them', async () => {
  const values = { model: '70', devices: '4096', group: '1', line: '25' };
  const { bars } = whenItStops.outcome(values, [], []);
  for (const { value, words } of bars!.items)
    expect(`${Math.round(100 * value)}`).toBe(words.replace(/\D/g, ''));
});
