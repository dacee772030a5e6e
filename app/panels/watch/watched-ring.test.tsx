import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { watchedRing } from '../../../tools/lab/fixtures/watched';
import { WatchedRing } from './watched-ring';

const drawn = (state: string, change = {}): string => {
  const { picture } = watchedRing(state).shown!;
  return renderToStaticMarkup(<WatchedRing view={{ ...picture, ...change }} textPx={24} />);
};
const places = (markup: string) =>
  [...markup.matchAll(/translate\(([\d.]+)px, ([\d.]+)px\)/g)].map(([, x, y]) => [x, y]);

test('one replica stands in the middle, and is called no ring', () => {
  const markup = drawn('training-1');
  expect(places(markup)).toEqual([['160', '160']]);
  expect(markup).toContain('One replica, by itself: it sums with nobody.');
  expect(markup).not.toMatch(/a ring of/i);
  expect(markup.match(/<text/g), 'its rank, and no number over it').toHaveLength(1);
});

test('two replicas have a way there and a way back, beside their number, whatever the topology', () => {
  for (const path of ['ring', 'gathered', 'star'] as const) {
    const markup = drawn('training-2', { path });
    const arcs = [...markup.matchAll(/d="M[\d.]+ [\d.]+A/g)];
    expect(arcs).toHaveLength(2);
    expect(new Set(arcs.map(([arc]) => arc)).size).toBe(2);
    expect(markup).toContain('Arrows: the way of the sums');
    expect(markup).not.toContain('another way');
    expect(markup).not.toContain('Slowest');
  }
  expect(drawn('training-8', { path: 'star' })).toContain('went another way');
});
