// E21: what a segment loses, bit for bit, and what feeding it back is for.
import { describe, expect, test } from 'vitest';
import { bytesOf, equalBytes } from '../base/bytes';
import { codecOf } from '../codecs/registry';
import { codecSettings, settingName } from '../codecs/testing/settings';
import { valuesOf } from '../codecs/testing/values';
import { Residual } from '../train/reduce/residual';
import { SegmentCodec } from './segment-codec';

const f = Math.fround;
const named = codecSettings.map((setting) => [settingName(setting), setting] as const);

describe.each(named)('%s', (_, setting) => {
  test.each([1, 96, 5_000])(
    'E21: the losses are f(f(value − decoded) / %i), of its segment alone',
    (unit) => {
      const codec = codecOf(setting);
      const length = 20_011;
      const values = valuesOf('heavy-tailed', length);
      const dropped = new Float32Array(length).fill(7);
      const sums = new SegmentCodec({ codec, exponent: 1, dropped, unit }, length, length);
      // A whole piece of the SIMD kernels and ragged ends, at odd places.
      for (const [start, end] of [
        [3, 4],
        [11, 16_396],
        [17_001, 17_001],
        [17_002, length - 1],
      ]) {
        const { bytes } = sums.encode(values, start, end)!;
        const decoded = new Float32Array(end - start);
        expect(codec.decode(bytes, 1, decoded).ok).toBe(true);
        const lost = decoded.map((value, i) => f(f(values[start + i] - value) / unit));
        expect(equalBytes(bytesOf(dropped.subarray(start, end)), bytesOf(lost))).toBe(true);
      }
      for (const untouched of [0, 2, 4, 10, 16_396, 17_001, length - 1]) expect(dropped[untouched]).toBe(7);
    },
  );
});

test.each(['int4', 'top-k'] as const)(
  'E21: what %s rounds away never moves without feedback; with it, it does',
  (kind) => {
    const setting = kind === 'top-k' ? { kind, share: 0.01 } : { kind };
    const codec = codecOf(setting);
    const [length, steps, unit] = [256, 2_000, 8];
    const gradient = new Float32Array(length).fill(0.02 * unit);
    gradient[0] = 2 * unit;
    const residual = new Residual();
    const compressing = { kind: 'codec', codec, exponent: 0 } as const;
    let [withFeedback, without] = [0, 0];
    for (let step = 0; step < steps; step++) {
      const part = residual.contribute({ gradient, compressing, exampleCount: unit, terms: 4, limit: undefined }); // prettier-ignore
      expect(part.prepare(0, length)).toBe('none');
      const dropped = part.dropped!;
      const sums = new SegmentCodec({ codec, exponent: 0, dropped, unit: part.unit }, length);
      withFeedback += sums.encode(part.local, 0, length)!.decoded[100] / unit;
      part.finish();
      const alone = new SegmentCodec({ codec, exponent: 0, dropped: new Float32Array(length), unit }, length);
      without += alone.encode(gradient, 0, length)!.decoded[100] / unit;
    }
    expect(without).toBe(0);
    // At most the last residual is missing: half a level of int4, or what top-k's turn takes to come round.
    expect(Math.abs(withFeedback - 0.02 * steps)).toBeLessThan(4);
  },
);
