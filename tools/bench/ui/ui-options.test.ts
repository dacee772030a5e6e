import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { parseUiOptions } from './ui-options';

const known = ['moons', 'digits', 'stories'];
const parsed = (...args: string[]): unknown => {
  const result = parseUiOptions(args, known);
  return result.ok
    ? result.value.kind === 'run'
      ? result.value.options
      : 'help'
    : inEnglish(result.error.says);
};

test('by default two presets on this build', () => {
  expect(parsed()).toEqual({
    ...{
      parts: ['scripts', 'later', 'home', 'training', 'wall', 'entry', 'joins', 'replay', 'changes'],
      heapMinutes: 0,
      joins: 40,
    },
    presets: ['moons', 'digits'],
    ...{ runs: 3, measureS: 10, json: false, headful: false, hardware: false, urls: [] },
  });
});

test('what was given', () => {
  expect(
    parsed('--presets', 'stories', '--runs', '1', '--seconds', '5', '--url', 'http://a:1/', '--json'),
  ).toMatchObject({ presets: ['stories'], runs: 1, measureS: 5, json: true, urls: ['http://a:1'] });
  expect(parsed('--only', 'entry,replay', '--heap-minutes', '30')).toMatchObject({
    ...{ parts: ['entry', 'replay'], heapMinutes: 30 },
  });
  expect(parsed('--help')).toBe('help');
});

test.each([
  [['--presets', 'mnist'], /--presets names presets \(moons, .+\); not 'mnist'/],
  [['--runs', '0'], /runs/],
  [['--seconds', '1'], /seconds/],
  [['--only', 'fps'], /--only names parts \(scripts, .+\); not 'fps'/],
  [['--heap-minutes', '0'], /heap-minutes/],
  [['--joins', '7'], /--joins is an even number; not '7'/],
  [['--suite', 'matmul'], /suite/],
])('%j is refused', (args, why) => {
  expect(parsed(...args)).toMatch(why);
});
