import { describe, expect, it, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { beyondOf, spreadOf } from './outliers';

const falling = (): Float64Array => {
  const random = prng('outliers');
  return Float64Array.from(
    { length: 400 },
    (_, i) => (0.2 + 2 / (1 + i / 10)) * (1 + 0.15 * random.normal()),
  );
};
const plain = (values: Float64Array) => ({
  low: Math.min(...values.filter(Number.isFinite)),
  high: Math.max(...values.filter(Number.isFinite)),
});

describe('spreadOf', () => {
  it('keeps every value of a noisy falling loss, its first ones too', () => {
    const values = falling();
    expect(spreadOf(values)).toEqual({ ...plain(values), outliers: 0 });
  });

  it('leaves out spikes of one and two steps, and counts them', () => {
    const values = falling();
    const without = values.filter((_, i) => i !== 100 && i !== 250 && i !== 251);
    values[100] = 80;
    values[250] = 40;
    values[251] = 45;
    expect(spreadOf(values)).toEqual({ ...plain(without), outliers: 3 });
  });

  it('keeps a rise that lasts', () => {
    const values = falling();
    values.fill(80, 300, 304);
    expect(spreadOf(values)).toMatchObject({ high: 80, outliers: 0 });
  });

  it('leaves out spikes below as above', () => {
    const values = falling();
    values[200] = -50;
    expect(spreadOf(values)).toMatchObject({ outliers: 1, low: plain(falling()).low });
  });

  it('keeps a steep fall at the end, and cuts a spike off once two later values show it', () => {
    const end = (...last: number[]) => Float64Array.of(...Array<number>(9).fill(0.25), 0.24, ...last);
    expect(spreadOf(end(0.12, 0.087))).toEqual({ low: 0.087, high: 0.25, outliers: 0 });
    expect(spreadOf(end(0.12, 0.087, 0.08))).toMatchObject({ low: 0.08, outliers: 0 });
    expect(spreadOf(end(9, 0.24))).toMatchObject({ high: 9, outliers: 0 });
    expect(spreadOf(end(9, 0.24, 0.23))).toMatchObject({ high: 0.25, outliers: 1 });
  });

  it('cuts nothing off for a little more height', () => {
    const values = Float64Array.from({ length: 400 }, (_, i) => 1 + (i % 10) / 10);
    values[200] = 2.75;
    expect(spreadOf(values)).toMatchObject({ low: 1, high: 2.75, outliers: 0 });
    values[200] = 2.85;
    expect(spreadOf(values)).toMatchObject({ low: 1, high: 1.9, outliers: 1 });
  });

  it('takes values that are not finite for none, and few values as they are', () => {
    expect(spreadOf(Float64Array.of(NaN, 1, Infinity, 3, NaN))).toEqual({
      ...{ low: 1, high: 3 },
      outliers: 0,
    });
    expect(spreadOf(new Float64Array())).toMatchObject({ low: Infinity, high: -Infinity });
  });
});

test('only what is not within the drawn range is beyond it', () => {
  const values = Float64Array.of(-3, 0.1, NaN, 1, 80, Infinity, 45);
  expect(beyondOf(values, { low: 0, high: 50 })).toEqual({ count: 2, low: -3, high: 80 });
  expect(beyondOf(values, { low: -5, high: 50 })).toEqual({ count: 1, low: undefined, high: 80 });
  expect(beyondOf(values, { low: -5, high: 80 })).toEqual({ count: 0, low: undefined, high: undefined });
});
