import { inEnglish } from '../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { parseSeedsOptions } from './seeds-options';

const optionsOf = (line: string): unknown => {
  const parsed = parseSeedsOptions(line.split(' ').filter(Boolean));
  return parsed.ok
    ? parsed.value.kind === 'run'
      ? parsed.value.options
      : 'help'
    : inEnglish(parsed.error.says);
};

test.each([
  ['', { mode: 'live', seeds: 10_000, from: 0, jobs: 2, json: false }],
  ['--seeds 5 --from 7 --jobs 1 --json', { mode: 'live', seeds: 5, from: 7, jobs: 1, json: true }],
  ['--from 7172 --record life.json', { mode: 'record', from: 7172, file: 'life.json' }],
  ['--exhaustive', { mode: 'search', worlds: Infinity }],
  ['--exhaustive --worlds 1000', { mode: 'search', worlds: 1000 }],
  ['--wifi 30', { mode: 'wifi', from: 0, replicas: 30 }],
  ['--help', 'help'],
])('%j', (line, options) => expect(optionsOf(line)).toEqual(options));

test.each([
  ['--seeds 0', '--seeds is a whole number from 1'],
  ['--from -1', '--from'],
  ['--jobs two', '--jobs'],
  ['--wifi 2', '--wifi is a whole number from 3 to 64'],
  ['--nonsense', '--nonsense'],
])('%s is refused', (line, why) => expect(optionsOf(line)).toContain(why));
