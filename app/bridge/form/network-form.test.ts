import { expect, test } from 'vitest';
import { namedProfiles } from '../../../src/net/emulation/profile-words';
import { formOf, namedOptions, readForm, type NetworkForm } from './network-form';

const own = { bitsPerSecond: 2.5e6, delayMs: 30, jitterMs: 4, loss: 0.005 };

test('a form reads back what it was made of', () => {
  for (const profile of [null, undefined, own, ...Object.values(namedProfiles)])
    expect(readForm(formOf(profile))).toEqual({ ok: true, value: profile });
  expect(formOf(own)).toMatchObject({ choice: 'custom', mbitPerSecond: '2.5', lossPercent: '0.5' });
  expect(formOf(namedProfiles.bad).choice).toBe('bad');
  expect(formOf(null).mbitPerSecond).toBe('5'); // where a custom one begins
});

test('a figure of its own that is no number, or beyond its limit, is named', () => {
  const wrong: [Partial<NetworkForm>, string][] = [
    [{ delayMs: '' }, 'Every field needs a number.'],
    [{ mbitPerSecond: 'fast' }, 'The rate is 0.35\u00a0Mbit/s to 10\u00a0Gbit/s.'],
    [{ mbitPerSecond: '0.1' }, 'The rate is 0.35\u00a0Mbit/s to 10\u00a0Gbit/s.'],
    [{ jitterMs: '-1' }, 'The jitter is 0 to 200\u00a0ms.'],
    [{ lossPercent: '30' }, 'The loss is 0 to 20\u00a0%.'],
    [{ delayMs: '400', lossPercent: '20' }, 'With this loss and delay the line would carry less'],
  ];
  for (const [change, why] of wrong) {
    const read = readForm({ ...formOf(own), ...change });
    expect(read.ok ? 'read' : read.why, JSON.stringify(change)).toContain(why);
  }
});

test('the choices say what they emulate', () => {
  expect(namedOptions().map(([, words]) => words)).toEqual([
    'LAN: 1\u00a0Gbit/s',
    'Wi-Fi: 100\u00a0Mbit/s, 5\u00a0ms',
    'Home: 25\u00a0Mbit/s, 20\u00a0ms',
    'Slow: 5\u00a0Mbit/s, 40\u00a0ms',
    'Bad: 1\u00a0Mbit/s, 100\u00a0ms, 1\u00a0% loss, carries 0.563\u00a0Mbit/s',
  ]);
});
