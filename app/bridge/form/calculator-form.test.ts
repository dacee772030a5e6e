import { expect, test } from 'vitest';
import { presets } from '../../../src/calculator/presets';
import { bounds, numberFields, setupProblem } from '../../../src/calculator/setup';
import { calculatorPath, numberText, parseCalculatorQuery, presetNames, readNumber } from './calculator-form';

const parsed = (search: string) => parseCalculatorQuery(search);

test('an address without figures is the classroom', () => {
  expect(parsed('')).toEqual({ start: 'class', setup: presets.class });
  for (const name of presetNames)
    expect(parsed(`?preset=${name}`)).toEqual({ start: name, setup: presets[name] });
});

test('what differs from the preset is read, and the rest is ignored', () => {
  expect(parsed('preset=lan&n=8&h=32&air=1&algorithm=tree&from=flop&bytes=0.5&x=1&N=3')).toEqual({
    start: 'lan',
    setup: {
      ...presets.lan,
      worldSize: 8,
      localSteps: 32,
      isSharedAir: true,
      algorithm: 'tree',
      computeFrom: 'flop',
      bytesPerElement: 0.5,
    },
  });
});

test('its address gives back the same figures, and holds only what differs', () => {
  for (const name of presetNames) {
    const query = { start: name, setup: { ...presets[name], worldSize: 5, latencyMs: 0.25 } };
    const path = calculatorPath(query);
    expect(parsed(path.slice(path.indexOf('?')))).toEqual(query);
  }
  expect(calculatorPath({ start: 'lan', setup: { ...presets.lan, localSteps: 8 } })).toBe(
    '/calculator?preset=lan&h=8',
  );
  const own = { start: 'own', setup: { ...presets.datacentre, isSharedAir: true } } as const;
  expect(parsed(calculatorPath(own).split('?')[1])).toEqual(own);
});

test('hostile figures are clamped, or fall back to the preset', () => {
  const { setup } = parsed('n=1e9&mbit=0&latency=-5&h=2.6&compression=1e999');
  expect(setup).toEqual({
    ...presets.class,
    worldSize: 100_000,
    megabitPerSecond: 0.1,
    latencyMs: 0,
    localSteps: 3,
    compression: 100_000,
  });
  const words = 'preset=__proto__&n=NaN&mbit=Infinity&h=0x10&parameters=<img>&bytes=3&latency=&compute=1,5';
  expect(parsed(`${words}&air=yes&from=toString&algorithm=constructor&__proto__=1&overlap=٤`)).toEqual({
    start: 'class',
    setup: presets.class,
  });
});

test('no address gives figures that the model refuses', () => {
  const values = ['-1e999', '1e999', '-0', '1e-300', '0.4999', '1e15', '7', '..', '%00', '1e400'];
  for (const value of values)
    for (const name of [...presetNames, 'own']) {
      const all =
        'parameters bytes n mbit latency air from compute flop examples speed overlap h compression';
      const search = all.split(' ').map((key) => `${key}=${value}`);
      expect(setupProblem(parsed(`preset=${name}&${search.join('&')}`).setup)).toBeUndefined();
    }
  expect(parsed(`n=7&${'x'.repeat(1e6)}`).setup.worldSize).toBe(7);
});

test('numbers as people type them', () => {
  for (const [text, value] of [
    ['7 B', 7e9],
    ['7b', 7e9],
    ['1.5M', 1.5e6],
    ['124 M', 124e6],
    ['400T', 4e14],
    ['2e9', 2e9],
    ['1,000', 1000],
    ['1,234,567', 1234567],
    ['109386', 109386],
    ['.5', 0.5],
    [' 12 ', 12],
    ['-3', -3],
    ['1k', 1000],
    ['1,000 k', 1e6],
  ] as const)
    // prettier-ignore
    expect(readNumber(text), text).toBeCloseTo(value, 6);
  for (const text of ['', ' ', 'B', 'seven', '1,5', '1..2', '0x10', '1 B 2', 'Infinity', 'NaN', '--1', '1e'])
    expect(readNumber(text), text).toBeNaN();
});

test('a field shows a figure that reads back the same', () => {
  for (const [field, value, text] of [
    ['parameters', 7e9, '7 B'],
    ['parameters', 109386, '109386'],
    ['parameters', 124e6, '124 M'],
    ['flopPerSecond', 4e14, '400 T'],
    ['flopPerExample', 1e9, '1 G'],
    ['megabitPerSecond', 25_000, '25000'],
    ['overlapShare', 0.67, '0.67'],
  ] as const)
    // prettier-ignore
    expect(numberText(field, value)).toBe(text);
  for (const field of numberFields)
    for (const value of [bounds[field].least, bounds[field].most, ...presetNames.map((name) => presets[name][field])])
      expect(readNumber(numberText(field, value)) / (value || 1), `${field} ${value}`).toBeCloseTo(value ? 1 : 0, 9); // prettier-ignore
});
