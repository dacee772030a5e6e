import { inEnglish } from '../../../src/cli/english/in-english';
import { expect, test } from 'vitest';
import { parseWireOptions } from './wire-options';

const optionsOf = (...args: string[]) => {
  const parsed = parseWireOptions(args);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('a run expected');
  return parsed.value.options;
};

test('without options: every part, and a CNN on digits in ten ways on one slow line', () => {
  const names = optionsOf().modes.map(({ name }) => name);
  expect(names).toEqual([
    ...['f32@ring', 'f32', 'int8', 'power-sgd:4', 'top-k'],
    ...['diloco:16+int4', 'diloco:32+int4'],
    ...['streaming-diloco:32/2+int4', 'streaming-diloco:64/2+int4', 'sparse-loco:32'],
  ]);
  expect(optionsOf()).toMatchObject({
    parts: ['link', 'tabs', 'all-reduce', 'model', 'codec', 'time-to-loss'],
    lines: ['5mbit'],
    goals: [{ model: 'cnn', data: 'digits', loss: 0.15, validation: 256 }],
    ...{ replicas: 4, batch: 8, mostSteps: 600, mostSeconds: 120, timedSteps: undefined },
  });
});

test('a gpt learns text, to a loss of its own', () => {
  const { goals, modes, parts } = optionsOf(
    ...['--models', 'cnn,gpt:mini', '--codecs', 'top-k:0.02', '--parts', 'time-to-loss,link'],
  );
  expect(goals).toEqual([
    { model: 'cnn', data: 'digits', loss: 0.15, validation: 256 },
    { model: 'gpt:mini', data: 'text', loss: 1, validation: 64 },
  ]);
  expect(modes.map(({ name }) => name)).toEqual(['top-k:0.02']);
  expect(parts).toEqual(['time-to-loss', 'link']);
});

test('local steps, with fragments, a codec and a topology of their own', () => {
  const { modes } = optionsOf('--syncs', 'local-sgd:4,streaming-diloco:64/2+int4@ring');
  const options = [
    '--sync',
    'streaming-diloco',
    '--inner-steps',
    '64',
    '--fragments',
    '2',
    '--codec',
    'int4',
  ];
  expect(modes).toEqual([
    {
      ...{ name: 'local-sgd:4', topology: 'direct', isEveryStep: false, evaluateEvery: 3 },
      ringOptions: ['--sync', 'local-sgd', '--inner-steps', '4'],
    },
    {
      ...{ name: 'streaming-diloco:64/2+int4@ring', topology: 'ring', isEveryStep: false, evaluateEvery: 1 },
      ringOptions: options,
    },
  ]);
});

test('the topology is that of the option, but for a mode with one of its own', () => {
  const { modes } = optionsOf('--codecs', 'f32@ring,f32', '--topology', 'star');
  expect(modes.map(({ topology, ringOptions }) => [topology, ...ringOptions])).toEqual([
    ['ring', '--codec', 'f32'],
    ['star', '--codec', 'f32'],
  ]);
});

test.each([
  ['--syncs', 'diloco'],
  ['--syncs', 'every-step:4'],
  ['--syncs', 'diloco:0'],
  ['--syncs', 'diloco:8+zip'],
  ['--syncs', 'diloco:8/2'],
  ['--syncs', 'streaming-diloco:8/3'],
  ['--codecs', 'f32@torus'],
  ['--codecs', 'zip'],
  ['--timed-steps', '2'],
  ['--parts', 'links'],
  ['--parts', ','],
  ['--topology', 'torus'],
  ['--replicas', '9'],
  ['--steps', '5'],
  ['--seconds', '1'],
])('%s %s is refused by name', (option, value) => {
  const parsed = parseWireOptions([option, value]);
  expect(parsed.ok ? '' : inEnglish(parsed.error.says)).toContain(option);
});
