import { describe, expect, it } from 'vitest';
import { afterKey, pan, zoomKey, zoomTo } from './zoom-range';

const all = [0, 100] as const;

describe('zoomTo', () => {
  it('takes a drag in either direction, and cuts it to the data', () => {
    expect(zoomTo([20, 40], all)).toEqual([20, 40]);
    expect(zoomTo([40, 20], all)).toEqual([20, 40]);
    expect(zoomTo([-10, 40], all)).toEqual([0, 40]);
  });

  it('shows all when the range is all, outside, or when there is nothing to show', () => {
    expect(zoomTo([-10, 140], all)).toBeUndefined();
    expect(zoomTo([120, 140], all)).toBeUndefined();
    expect(zoomTo([1, 2], [5, 5])).toBeUndefined();
    expect(zoomTo([NaN, 2], all)).toBeUndefined();
  });

  it('stops at a ten-thousandth of the data, inside it', () => {
    const near = zoomTo([99.9999, 100], all);
    expect(near?.[1]).toBeCloseTo(100);
    expect(near![1] - near![0]).toBeCloseTo(0.01);
  });
});

describe('pan', () => {
  it('stops at the ends, its width unchanged', () => {
    expect(pan([20, 40], 10, all)).toEqual([30, 50]);
    expect(pan([20, 40], -50, all)).toEqual([0, 20]);
    expect(pan([20, 40], 500, all)).toEqual([80, 100]);
  });
});

describe('keys', () => {
  it('zooms around a point, which stays where it is', () => {
    expect(afterKey('in', all, all, 25)).toEqual([12.5, 62.5]);
    expect(afterKey('out', [40, 60], all)).toEqual([30, 70]);
    expect(afterKey('out', [10, 90], all)).toBeUndefined();
  });

  it('moves by a quarter, and shows all', () => {
    expect(afterKey('right', [40, 60], all)).toEqual([45, 65]);
    expect(afterKey('left', [2, 22], all)).toEqual([0, 20]);
    expect(afterKey('all', [40, 60], all)).toBeUndefined();
  });

  it('leaves other keys to the browser', () => {
    expect(zoomKey('+', false)).toBe('in');
    expect(zoomKey('ArrowLeft', true)).toBe('left');
    expect(zoomKey('ArrowLeft', false)).toBeUndefined();
    expect(zoomKey('Tab', false)).toBeUndefined();
  });
});
