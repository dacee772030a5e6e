import { expect, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { isSameTone, knownTone } from './known-tone';

const random = prng('known tone');
const tone = knownTone();

test('a tone as it was played, or a thousandth louder, is the same; noise, silence and one altered sample are not', () => {
  expect(isSameTone(tone, tone.slice())).toBe(true);
  expect(
    isSameTone(
      tone,
      tone.map((sample) => 1.001 * sample),
    ),
  ).toBe(true);
  expect(
    isSameTone(
      tone,
      tone.map((sample) => sample + 0.05 * (random.float() - 0.5)),
    ),
  ).toBe(false);
  expect(isSameTone(tone, new Float32Array(tone.length))).toBe(false);
  expect(
    isSameTone(
      tone,
      tone.map((sample, at) => (at === 9 ? -sample - 0.1 : sample)),
    ),
  ).toBe(false);
  expect(isSameTone(tone, tone.subarray(1))).toBe(false);
});
