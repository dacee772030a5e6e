import { expect, test } from 'vitest';
import { BadOption } from '../options/command-line';
import { readAugment } from './augment-option';

test('what is not named is off', () => {
  expect(readAugment('shift:2,flip,brightness:0.2')).toEqual({ shift: 2, flip: true, brightness: 0.2 });
  expect(readAugment('brightness:.9')).toEqual({ shift: 0, flip: false, brightness: 0.9 });
});

test.each([
  '',
  'shift',
  'shift:9',
  'shift:-1',
  'shift:1.5',
  'flip:yes',
  'brightness:1',
  'brightness:0.95',
  'turn',
  'shift:1:2',
  'flip,',
])('refuses %j', (text) => expect(() => readAugment(text)).toThrow(BadOption));
