import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { parseStartOptions } from './start-options';

const known = ['digits', 'digits-cnn', 'stories', 'moons'];
const parsed = (...args: string[]): unknown => {
  const result = parseStartOptions(args, known);
  return result.ok
    ? result.value.kind === 'run'
      ? result.value.options
      : 'help'
    : inEnglish(result.error.says);
};

test('by default an MLP, a CNN and a GPT on every engine', () => {
  expect(parsed()).toEqual({
    presets: ['digits', 'digits-cnn', 'stories'],
    engines: ['auto', 'webgpu', 'cpu'],
    ...{ runs: 5, readMs: 1_000, json: false, headful: false, hardware: false, urls: [] },
  });
});

test('what was given', () => {
  expect(
    parsed(
      '--presets',
      'moons',
      '--engines',
      'cpu,auto',
      '--runs',
      '3',
      '--read',
      '0',
      '--url',
      'http://a:1/',
      '--url',
      'http://b:2',
      '--json',
    ),
  ).toMatchObject({
    ...{ presets: ['moons'], engines: ['cpu', 'auto'], runs: 3, readMs: 0, json: true },
    urls: ['http://a:1', 'http://b:2'],
  });
  expect(parsed('--help')).toBe('help');
});

test.each([
  [['--presets', 'mnist'], /--presets names presets \(digits, .+\); not 'mnist'/],
  [['--engines', 'cuda'], /--engines names engines \(auto, webgpu, cpu\); not 'cuda'/],
  [['--runs', '0'], /runs/],
  [['--read', '-1'], /read/],
  [['--suite', 'matmul'], /suite/],
])('%j is refused', (args, why) => {
  expect(parsed(...args)).toMatch(why);
});
