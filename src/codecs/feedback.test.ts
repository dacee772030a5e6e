import { describe, expect, test } from 'vitest';
import { encodeWithFeedback, type FeedbackUnits } from './feedback';
import { codecOf } from './registry';
import type { CodecSetting } from './setting';
import { codecSettings, settingName } from './testing/settings';
import { valuesOf } from './testing/values';

const length = 5003;
/** Of one rounding to f32. */
const u = 2 ** -24;

function outputOf(setting: CodecSetting, count = length) {
  return {
    bytes: new Uint8Array(codecOf(setting).encodedBytes(count)),
    decoded: new Float32Array(count),
    nextResidual: new Float32Array(count),
  };
}

const named = codecSettings.map((setting) => [settingName(setting), setting] as const);

describe.each(named)('%s', (_, setting) => {
  const codec = codecOf(setting);

  test('what was decoded in T steps is what came in, less the last residual', () => {
    let residual = new Float32Array(length);
    const [sumIn, sumOut, bound] = [0, 0, 0].map(() => new Float64Array(length));
    for (let step = 0; step < 30; step++) {
      const values = valuesOf(step % 2 ? 'normal' : 'heavy-tailed', length, step);
      const output = outputOf(setting);
      expect(encodeWithFeedback(codec, 1, values, residual, output).ok).toBe(true);
      for (let i = 0; i < length; i++) {
        sumIn[i] += values[i];
        sumOut[i] += output.decoded[i];
        // One rounding of values + residual, one of the difference; f64 bookkeeping adds less than a thousandth.
        const sent = Math.abs(values[i] + residual[i]);
        bound[i] += 1.001 * u * (sent + Math.abs(output.nextResidual[i])) + 2 ** -148;
      }
      residual = output.nextResidual;
    }
    for (let i = 0; i < length; i++)
      if (!(Math.abs(sumOut[i] - (sumIn[i] - residual[i])) <= bound[i]))
        expect.fail(`element ${i}: ${sumIn[i]} in, ${sumOut[i]} out, ${residual[i]} left, bound ${bound[i]}`);
  });

  test('the residual of a step without feedback is within the codec’s bound', () => {
    const values = valuesOf('normal', length);
    const output = outputOf(setting);
    expect(encodeWithFeedback(codec, 0, values, new Float32Array(length), output).ok).toBe(true);
    const bounds = codec.errorBounds(values, 0);
    for (let i = 0; i < length; i++)
      expect(Math.abs(output.nextResidual[i])).toBeLessThanOrEqual(bounds[i] * (1 + u));
  });

  test('residuals in mean units and with decay follow the formula', () => {
    const units: FeedbackUnits = { unit: 96, decay: 0.95 };
    const values = valuesOf('normal', length, 'values');
    const residual = valuesOf('normal', length, 'residual').map((x) => x / 500);
    const output = outputOf(setting);
    expect(encodeWithFeedback(codec, 0, values, residual, output, units).ok).toBe(true);
    for (let i = 0; i < length; i++) {
      const sent = values[i] + residual[i] * 96 * 0.95;
      const left = (sent - output.decoded[i]) / 96;
      const slack = (4 * u * (Math.abs(values[i]) + Math.abs(sent) + Math.abs(output.decoded[i]))) / 96;
      if (!(Math.abs(output.nextResidual[i] - left) <= slack))
        expect.fail(`element ${i}: ${output.nextResidual[i]}, f64 ${left}`);
    }
  });
});

test('a retry from the same residual gives the same bytes, for the residual was not written', () => {
  const setting = { kind: 'int4' } as const;
  const residual = valuesOf('normal', length, 'residual');
  const [first, second] = [outputOf(setting), outputOf(setting)];
  for (const output of [first, second])
    encodeWithFeedback(codecOf(setting), 0, valuesOf('normal', length), residual, output);
  expect(residual).toEqual(valuesOf('normal', length, 'residual'));
  expect(second).toEqual(first);
});

test('a residual that makes a value too large is refused', () => {
  const huge = new Float32Array(3).fill(2 ** 127);
  const output = outputOf({ kind: 'int8' }, 3);
  const result = encodeWithFeedback(codecOf({ kind: 'int8' }), 0, huge, huge.slice(), output);
  expect(result).toMatchObject({ ok: false, error: { code: 'not-finite' } });
});

test('lengths that differ, and a next residual over the old one, are errors', () => {
  const values = new Float32Array(4);
  const run = (residual: Float32Array, change: object): unknown =>
    encodeWithFeedback(codecOf({ kind: 'f32' }), 0, values, residual, {
      ...outputOf({ kind: 'f32' }, 4),
      ...change,
    });
  expect(() => run(new Float32Array(3), {})).toThrow('a residual of 3 elements for 4 values');
  expect(() => run(values, { nextResidual: new Float32Array(5) })).toThrow('a next residual of 5 for 4');
  expect(() => run(values, { decoded: new Float32Array(5) })).toThrow('5 decoded elements for 4 values');
  expect(() => run(values, { nextResidual: values })).toThrow('beside the old one');
});

test('without feedback a small gradient never moves what int4 and sign round away; with it, it does', () => {
  for (const kind of ['int4', 'top-k'] as const) {
    const setting: CodecSetting = kind === 'top-k' ? { kind, share: 0.01 } : { kind };
    const codec = codecOf(setting);
    const values = new Float32Array(256).fill(0.01);
    values[0] = 1;
    let residual = new Float32Array(256);
    let [withFeedback, without] = [0, 0];
    for (let step = 0; step < 4000; step++) {
      const output = outputOf(setting, 256);
      encodeWithFeedback(codec, 0, values, residual, output);
      residual = output.nextResidual;
      withFeedback += output.decoded[100];
      const bytes = new Uint8Array(codec.encodedBytes(256));
      codec.encode(values, 0, bytes);
      codec.decode(bytes, 0, output.decoded);
      without += output.decoded[100];
    }
    expect(without).toBe(0);
    expect(Math.abs(withFeedback - 40)).toBeLessThan(2); // at most the last residual is missing
  }
});
