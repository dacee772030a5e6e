// L18: settings and profiles are bounded, and equal settings are written in one way.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import * as v from 'valibot';
import { isEmulating, networkSettings, profileBetween, withEdge } from './network-settings';
import { noEmulation } from './no-emulation';
import { namedProfiles, profileWords, readProfile } from './profile-words';

const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(16));
const { slow, bad, lan } = namedProfiles;
const refused = (value: unknown): boolean => !v.safeParse(networkSettings, value).success;
const every = (change: object): unknown => ({ everyEdge: { ...slow, ...change }, edges: [] });

test('L18 hostile settings are refused', () => {
  expect(refused(noEmulation)).toBe(false);
  for (const profile of Object.values(namedProfiles)) expect(refused(every(profile))).toBe(false);
  const numbers = [NaN, Infinity, -1, '5', null, undefined, 1e300];
  for (const field of ['bitsPerSecond', 'delayMs', 'jitterMs', 'loss'])
    for (const value of numbers) expect(refused(every({ [field]: value })), `${field} ${value}`).toBe(true);
  const beyond = [
    every({ bitsPerSecond: 349_999 }),
    every({ bitsPerSecond: 1.1e10 }),
    every({ delayMs: 401 }),
    every({ jitterMs: 201 }),
    every({ loss: 0.21 }),
    every({ extra: 1 }),
    every({ delayMs: 400, loss: 0.2 }), // carries 25 kbit/s
    undefined,
    { everyEdge: null },
    { ...noEmulation, extra: 1 },
    JSON.parse('{"everyEdge": null, "edges": [], "__proto__": 1}'),
  ];
  for (const value of beyond) expect(refused(value), JSON.stringify(value)).toBe(true);
});

test('L18 edges name their smaller member first, ascend, and are at most 64', () => {
  const edges = (...pairs: [string, string][]): unknown => ({
    everyEdge: null,
    edges: pairs.map(([one, other]) => ({ a: one, b: other, profile: slow })),
  });
  expect(refused(edges([a, b], [a, c], [b, c]))).toBe(false);
  expect(refused(edges([b, a]))).toBe(true);
  expect(refused(edges([a, a]))).toBe(true);
  expect(refused(edges([a, b], [a, b]))).toBe(true);
  expect(refused(edges([a, c], [a, b]))).toBe(true);
  expect(refused(edges([a, '__proto__']))).toBe(true);
  const many = Array.from({ length: 65 }, (_, i): [string, string] => [a, `f${String(i).padStart(15, '0')}`]);
  expect(refused(edges(...many.slice(0, 64)))).toBe(false);
  expect(refused(edges(...many))).toBe(true);
});

test('an edge of its own comes before every edge, in both directions, and is taken back', () => {
  const every = { ...noEmulation, everyEdge: slow };
  const settings = withEdge(withEdge(every, c, a, bad), b, a, null);
  expect(refused(settings)).toBe(false);
  expect(settings.edges.map((edge) => edge.b)).toEqual([b, c]);
  const between = (one: string, other: string): unknown => profileBetween(settings, one, other);
  expect([between(a, c), between(c, a), between(b, c), between(a, b)]).toEqual([bad, bad, slow, undefined]);
  expect(withEdge(settings, a, c, lan).edges).toHaveLength(2);
  expect(withEdge(settings, a, c, undefined).edges).toHaveLength(1);
  expect([noEmulation, settings, withEdge(noEmulation, a, b, null)].map(isEmulating)).toEqual([
    false,
    true,
    false,
  ]);
});

test('a profile is read from a command line, and said in words', () => {
  const cases: [string, string][] = [
    ['5mbit,40ms', '5\u00a0Mbit/s, 40\u00a0ms'],
    ['5mbit,40ms,1%', '5\u00a0Mbit/s, 40\u00a0ms, 1\u00a0% loss, carries 1.41\u00a0Mbit/s'],
    ['1gbit', '1\u00a0Gbit/s'],
    ['2.5mbit, 20ms, 10ms', '2.5\u00a0Mbit/s, 20\u00a0ms, jitter 10\u00a0ms'],
    ['1%,400kbit', '0.4\u00a0Mbit/s, 1\u00a0% loss'],
    ['bad', '1\u00a0Mbit/s, 100\u00a0ms, 1\u00a0% loss, carries 0.563\u00a0Mbit/s'],
    ['wifi', '100\u00a0Mbit/s, 5\u00a0ms'],
  ];
  for (const [text, words] of cases) {
    const read = readProfile(text);
    expect(read.ok ? profileWords(read.value) : inEnglish(read.error.says), text).toBe(words);
  }
  const wrong: [string, string][] = [
    ['', 'a line is'],
    ['fast', 'a line is'],
    ['__proto__', 'a line is'],
    ['40ms', 'one rate'],
    ['5mbit,6mbit', 'one rate'],
    ['5mbit,1ms,2ms,3ms', 'at most two times'],
    ['5mbit,-40ms', 'a line is'],
    ['0.1mbit', 'the rate is 0.35 Mbit/s'],
    ['5mbit,500ms', 'the delay is 0 to 400 ms'],
    ['5mbit,50%', 'the loss is 0 to 20 %'],
    ['1mbit,300ms,10%', 'would carry less than 0.35 Mbit/s'],
  ];
  for (const [text, why] of wrong) {
    const read = readProfile(text);
    expect(read.ok ? 'read' : inEnglish(read.error.says), text).toContain(why);
  }
});
