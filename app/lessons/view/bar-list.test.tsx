import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { whenItStops } from '../when-it-stops/lesson';
import { BarList } from './bar-list';

/** The lengths of the bars and the place of the whole, in shares of their tracks. */
function lengths(values: readonly number[], whole?: number) {
  const items = values.map((value) => ({ label: String(value), value, words: `${100 * value} %` }));
  const drawn = renderToStaticMarkup(<BarList bars={{ title: 'Limits', items, ...(whole && { whole }) }} />);
  const shares = (style: RegExp): readonly number[] =>
    [...drawn.matchAll(style)].map(([, percent]) => Number(percent) / 100);
  const [wholeAt] = shares(/inset-inline-start:([\d.]+)%/g);
  return { bars: shares(/width:([\d.]+)%/g), whole: wholeAt };
}

test('a bar is as long as its number says, and a line marks the whole where one is longer', () => {
  expect(lengths([0.4, 1], 1)).toEqual({ bars: [0.4, 1], whole: undefined });
  const { bars, whole } = lengths([1.4, 0.7], 1);
  expect(bars[0], 'the longest one fits').toBeCloseTo(1);
  expect(bars[1] / whole, 'all have one scale').toBeCloseTo(0.7);
  expect(lengths([30, 1], 1), 'cut off at twice the whole').toEqual({ bars: [1, 0.5], whole: 0.5 });
  expect(lengths([5, 10]), 'without a whole the longest fills the track').toEqual({
    bars: [0.5, 1],
    whole: undefined,
  });
});

test('“When it stops” hands its bars the numbers that it writes beside them', async () => {
  const values = { model: '70', devices: '4096', group: '1', line: '25' };
  const { bars } = whenItStops.outcome(values, [], []);
  for (const { value, words } of bars!.items)
    expect(`${Math.round(100 * value)}`).toBe(words.replace(/\D/g, ''));
});
