import { expect, test } from 'vitest';
import { gpuLayout, paddedRange, unpack } from './gpu-layout';
import { compile } from '../plan/plan';
import { mlpPreset } from '../presets';

test.each([2, 4] as const)(
  'slots of %i-byte elements start at 256-byte offsets, and any flat range is read back',
  (bytes) => {
    const { slots, parameterCount } = compile(mlpPreset([5], 3, [7, 64], 'relu'), 2);
    const layout = gpuLayout(slots, bytes);
    for (const offset of layout.offsets) expect((bytes * offset) % 256).toBe(0);
    const flat = Float32Array.from({ length: parameterCount }, (_, i) => i + 1);
    const padded = new Float32Array(layout.length);
    slots.forEach(({ offset, length }, index) =>
      padded.set(flat.subarray(offset, offset + length), layout.offsets[index]),
    );
    for (let start = 0; start < parameterCount; start += 41)
      for (let end = start + 1; end <= parameterCount; end += 67) {
        const range = paddedRange(slots, layout, start, end);
        const into = new Float32Array(parameterCount);
        const part = { padded: padded.slice(range.start, range.end), paddedStart: range.start };
        unpack(slots, layout, { start, end }, part, into);
        expect(into.subarray(start, end)).toEqual(flat.subarray(start, end));
        expect(into.reduce((sum, value) => sum + value, 0)).toBe(
          flat.subarray(start, end).reduce((sum, value) => sum + value, 0),
        );
      }
  },
);
