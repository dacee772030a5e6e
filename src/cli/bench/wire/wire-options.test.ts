import { expect, test } from 'vitest';
import { parseWireOptions } from './wire-options';

const optionsOf = (...args: string[]) => {
  const parsed = parseWireOptions(args);
  if (!parsed.ok || parsed.value.kind !== 'run') throw new Error('a run expected');
  return parsed.value.options;
};

test('without options: a CNN on digits, four lines, four codecs', () => {
  expect(optionsOf()).toMatchObject({
    ...{ topology: 'direct', replicas: 4, data: 'digits', model: 'cnn', batch: 8, loss: 0.5, mostSteps: 600 },
    lines: ['100mbit', '25mbit', '5mbit', '1mbit'],
    codecs: ['f32', 'int8', 'int4', 'top-k'],
  });
});

test('text has a model and a loss of its own', () => {
  expect(optionsOf('--data', 'text', '--lines', '5mbit', '--codecs', 'f32,top-k:0.02')).toMatchObject({
    ...{ data: 'text', model: 'gpt:mini', loss: 2.2, lines: ['5mbit'], codecs: ['f32', 'top-k:0.02'] },
  });
});

test.each([
  ['--codecs', 'zip'],
  ['--topology', 'torus'],
  ['--replicas', '9'],
  ['--steps', '5'],
  ['--data', 'moons'],
])('%s %s is refused by name', (option, value) => {
  const parsed = parseWireOptions([option, value]);
  expect(parsed.ok ? '' : parsed.error.message).toContain(option);
});
