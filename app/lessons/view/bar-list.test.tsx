import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { whenItStops } from '../when-it-stops/lesson';
import { BarList } from './bar-list';

/** The lengths of the bars and the place of the limit, in shares of their tracks. */
function lengths(values: readonly number[], limit?: number, share = 1) {
  const items = values.map((value) => ({ label: String(value), value, words: `${100 * value} %` }));
  const bars = { title: 'Limits', items, ...(limit && { limit: { value: limit, words: 'the limit' } }) };
  const drawn = renderToStaticMarkup(<BarList bars={bars} share={share} />);
  const shares = (style: RegExp): readonly number[] =>
    [...drawn.matchAll(style)].map(([, percent]) => Number(percent) / 100);
  const [at] = shares(/inset-inline-start:([\d.]+)%/g);
  return { bars: shares(/width:([\d.]+)%/g), limit: at, drawn };
}

test('a bar is as long as its number says, and a line marks the limit on the same scale', () => {
  const under = lengths([0.4, 1], 1);
  expect(under.bars[0] / under.limit, 'below the limit').toBeCloseTo(0.4);
  const { bars, limit } = lengths([1.4, 0.7], 1);
  expect(bars[0], 'the longest one fits').toBeCloseTo(1);
  expect(bars[1] / limit, 'all have one scale').toBeCloseTo(0.7);
  expect(lengths([30, 1], 1), 'cut off at twice the limit').toMatchObject({ bars: [1, 0.5], limit: 0.5 });
  expect(lengths([5, 10]), 'without a limit the longest fills the track').toMatchObject({ bars: [0.5, 1] });
});

test('bars grow at one speed, and say their number once they are done', () => {
  const { bars, drawn } = lengths([5, 10], undefined, 0.6);
  expect(bars).toEqual([0.5, 0.6]);
  expect(drawn).toContain('500 %');
  expect(drawn).not.toContain('1000 %');
});

test('“When it stops” hands its bars the numbers that it writes beside them', async () => {
  const values = { model: '70', devices: '4096', group: '1', line: '25' };
  const { bars } = whenItStops.outcome(values, [], []);
  for (const { value, words } of bars!.items)
    expect(`${Math.round(100 * value)}`).toBe(words.replace(/\D/g, ''));
});
