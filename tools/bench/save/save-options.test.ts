import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { parseSaveOptions } from './save-options';

const parsed = (...args: string[]): unknown => {
  const result = parseSaveOptions(args);
  return result.ok
    ? result.value.kind === 'run'
      ? result.value.options
      : 'help'
    : inEnglish(result.error.says);
};

test('a larger GPT in three rooms, each until it has written its own file; what was given instead', () => {
  expect(parsed()).toEqual({
    ...{ layers: 6, channels: 192, runs: 3, measureS: 15 },
    ...{ autosave: true, json: false, headful: false },
  });
  expect(
    parsed('--layers', '2', '--channels', '64', '--runs', '1', '--seconds', '5', '--no-autosave', '--json'),
  ).toEqual({
    ...{ layers: 2, channels: 64, runs: 1, measureS: 5 },
    ...{ autosave: false, json: true, headful: false },
  });
  expect(parsed('--help')).toBe('help');
});

test('heads share the channels evenly', () => {
  expect(parsed('--channels', '190')).toBe("--channels is a multiple of 4; not '190'");
  expect(parsed('--seconds', '4')).toContain('--seconds is a whole number from 5 to 600');
});
