import { expect, test } from 'vitest';
import { alonePath, parseAloneQuery, splitQuery, withoutScreen } from './alone-link';

test('a demo’s query falls back field by field and ignores unknown keys', () => {
  expect(parseAloneQuery('?replicas=6&preset=digits&__proto__=1&x=y')).toEqual({
    replicas: 6,
    preset: 'digits',
  });
  for (const replicas of ['0', '9', '1e9', '-1', 'NaN', '', '2.5', '٤'])
    expect(parseAloneQuery(`?replicas=${replicas}`).replicas).toBe(4);
  expect(parseAloneQuery('?preset=<img>').preset).toBe('');
  expect(parseAloneQuery('?replicas=2').preset).toBe('moons');
  for (const backend of ['cpu', 'webgpu'])
    expect(parseAloneQuery(`?backend=${backend}`).backend).toBe(backend);
  for (const backend of ['', 'CPU', 'gpu', 'auto', '1'])
    expect(parseAloneQuery(`?backend=${backend}`).backend).toBeUndefined();
});

test('its address gives back the same settings', () => {
  for (const query of [
    { replicas: 4, preset: 'moons', backend: undefined },
    { replicas: 8, preset: 'digits-cnn', backend: 'cpu' as const },
  ]) {
    const path = alonePath(query);
    expect(parseAloneQuery(path.slice(path.indexOf('?')))).toEqual(query);
  }
});

test('the screen is left out of a query, and the rest stays character by character', () => {
  for (const [whole, rest] of [
    ['replicas=3&screen=console', 'replicas=3'],
    ['screen=console&widths=5%2C%206', 'widths=5%2C%206'],
    ['screen=console', ''],
    ['myscreen=1&a', 'myscreen=1&a'],
  ])
    expect(withoutScreen(whole)).toBe(rest);
});

test('the tab that an address opens is no part of the ring: the ring is the same without it', () => {
  expect(splitQuery('replicas=3&preset=digits&tab=play&widths=5%2C%206&screen=console')).toEqual({
    ring: 'replicas=3&preset=digits&widths=5%2C%206',
    view: 'tab=play&screen=console',
  });
  expect(splitQuery('')).toEqual({ ring: '', view: '' });
});
