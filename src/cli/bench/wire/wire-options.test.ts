import { expect, test } from 'vitest';
import { parseWireOptions } from './wire-options';

const optionsOf = (...args: string[]) => {
  const parsed = parseWireOptions(args);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('a run expected');
  return parsed.value.options;
};

test('without options: every part, and a CNN on digits in seven ways on one slow line', () => {
  const names = optionsOf().modes.map(({ name }) => name);
  expect(names).toEqual([
    'f32',
    'int8',
    'power-sgd:4',
    'top-k',
    'diloco:16',
    'diloco:16+int4',
    'sparse-loco:16',
  ]);
  expect(optionsOf()).toMatchObject({
    parts: ['link', 'all-reduce', 'model', 'codec', 'time-to-loss'],
    lines: ['5mbit'],
    goals: [{ model: 'cnn', data: 'digits', loss: 0.5 }],
    ...{ topology: 'direct', replicas: 4, batch: 8, mostSteps: 600, mostSeconds: 120 },
  });
});

test('a gpt learns text, to a loss of its own', () => {
  const { goals, modes, parts } = optionsOf(
    ...['--models', 'cnn,gpt:mini', '--codecs', 'top-k:0.02', '--parts', 'time-to-loss,link'],
  );
  expect(goals).toEqual([
    { model: 'cnn', data: 'digits', loss: 0.5 },
    { model: 'gpt:mini', data: 'text', loss: 2.2 },
  ]);
  expect(modes.map(({ name }) => name)).toEqual(['top-k:0.02']);
  expect(parts).toEqual(['time-to-loss', 'link']);
});

test('local steps, with a codec of their own', () => {
  const { modes } = optionsOf('--syncs', 'local-sgd:4,diloco:16+int4');
  expect(modes).toEqual([
    { name: 'local-sgd:4', ringOptions: ['--sync', 'local-sgd', '--inner-steps', '4'], evaluateEvery: 3 },
    {
      name: 'diloco:16+int4',
      ringOptions: ['--sync', 'diloco', '--inner-steps', '16', '--codec', 'int4'],
      evaluateEvery: 1,
    },
  ]);
});

test.each([
  ['--syncs', 'diloco'],
  ['--syncs', 'every-step:4'],
  ['--syncs', 'diloco:0'],
  ['--syncs', 'diloco:8+zip'],
  ['--codecs', 'zip'],
  ['--parts', 'links'],
  ['--parts', ','],
  ['--topology', 'torus'],
  ['--replicas', '9'],
  ['--steps', '5'],
  ['--seconds', '1'],
])('%s %s is refused by name', (option, value) => {
  const parsed = parseWireOptions([option, value]);
  expect(parsed.ok ? '' : parsed.error.message).toContain(option);
});
