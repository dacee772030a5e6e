import { inEnglish } from '../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { parseSoakOptions } from './soak-options';

const optionsOf = (line: string): unknown => {
  const parsed = parseSoakOptions(line.split(' ').filter(Boolean), 5);
  return parsed.ok
    ? parsed.value.kind === 'run'
      ? parsed.value.options
      : 'help'
    : inEnglish(parsed.error.says);
};

test('the command line as one value', () => {
  const plain = { minutes: 60, most: 10, seed: 5, stepMs: 50, json: false, link: undefined };
  expect(optionsOf('')).toEqual({ ...plain, tabs: undefined, everySeconds: undefined });
  expect(optionsOf('--tabs 4 --every 15 --minutes 10 --seed 1')).toEqual({
    ...{ ...plain, minutes: 10, seed: 1 },
    ...{ tabs: 4, everySeconds: 15 },
  });
  expect(optionsOf('--link 5mbit,40ms')).toMatchObject({ link: { bitsPerSecond: 5e6, delayMs: 40 } });
  expect(optionsOf('--help')).toBe('help');
});

test.each([
  ['--minutes 0', '--minutes is a number'],
  ['--max 1', '--max is a whole number'],
  ['--tabs 2', '--tabs is a whole number'],
  ['--tabs four', '--tabs is a whole number'],
  ['--tabs 4 --max 5', 'not for --tabs'],
  ['--link 40ms', '--link: a line has one rate'],
  ['--every 0', '--every is a number'],
  ['--speed 3', '--speed'],
])('%s is refused', (line, why) => expect(optionsOf(line)).toContain(why));
