import { inEnglish } from '../english/in-english';
import { afterEach, expect, test, vi } from 'vitest';
import { BadOption, parseCommandLine, runCommand, type GivenOptions } from './command-line';

afterEach(() => vi.restoreAllMocks());

const types = {
  count: { type: 'string' },
  rate: { type: 'string' },
  name: { type: 'string' },
  file: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const;

const readAll = (given: GivenOptions<keyof typeof types>) => ({
  count: given.whole('count', 1, 16),
  rate: given.number('rate', 0.5, 2),
  names: given.listOf('name', ['ours', 'theirs']),
  files: given.texts('file'),
  json: given.has('json'),
});

const parse = (line: string) => parseCommandLine(line.split(' ').filter(Boolean), types, readAll);

test('options that are not given are undefined, empty or false', () => {
  expect(parse('')).toEqual({
    ok: true,
    value: {
      kind: 'run',
      options: { count: undefined, rate: undefined, names: [], files: [], json: false },
    },
  });
});

test('every kind of option is read', () => {
  expect(parse('--count 16 --rate 5e-1 --name theirs,ours --file a --file b --json')).toMatchObject({
    value: { options: { count: 16, rate: 0.5, names: ['theirs', 'ours'], files: ['a', 'b'], json: true } },
  });
});

test.each([
  ['--count 0', "--count is a whole number from 1 to 16; not '0'"],
  ['--count 17', '--count is a whole number from 1 to 16'],
  ['--count 2.5', '--count'],
  ['--count', '--count'],
  ['--rate 0.49', "--rate is a number from 0.5 to 2; not '0.49'"],
  ['--rate NaN', '--rate'],
  ['--rate=', '--rate is a number'],
  ['--name others', "--name is ours, theirs; not 'others'"],
  ['--json=yes', '--json'],
  ['--nonsense', "Unknown option '--nonsense'"],
  ['stray', 'stray'],
])('%s is refused', (line, sentence) => {
  const parsed = parse(line);
  expect(!parsed.ok && inEnglish(parsed.error.says)).toContain(sentence);
});

test('a bug in a reader is thrown', () => {
  const bug = (): never => {
    throw new RangeError('a bug');
  };
  expect(() => parseCommandLine([], types, bug)).toThrow('a bug');
  const refuse = (): never => {
    throw new BadOption('--json does not go with --count');
  };
  expect(parseCommandLine([], types, refuse)).toMatchObject({ ok: false });
});

test('a command runs, prints its help, or names the mistake with exit code 2', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  const complain = vi.spyOn(console, 'error').mockReturnValue();
  const run = (line: string): Promise<number> =>
    runCommand('npm run try', 'the help', parse(line), ({ count }) => Promise.resolve(count ?? 0));
  expect(await run('--count 7')).toBe(7);
  expect(log).not.toHaveBeenCalled();
  expect(await run('-h')).toBe(0);
  expect(log).toHaveBeenCalledWith('the help');
  expect(await run('--count many')).toBe(2);
  expect(complain.mock.calls[0][0]).toContain('npm run try -- --help');
});
