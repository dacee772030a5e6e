import { expect, test } from 'vitest';
import { RateMeter } from './rate-meter';

test('measures a steady rate, and follows a new one', () => {
  const meter = new RateMeter(0);
  meter.restart(0, 0);
  let total = 0;
  let nowMs = 0;
  const move = (bytesPerMs: number, ms: number): void => {
    for (let i = 0; i < ms; i += 10) meter.read((nowMs += 10), (total += bytesPerMs * 10));
  };
  move(5_000, 1_000);
  expect(meter.bytesPerSecond).toBeCloseTo(5_000_000, 0);
  move(20_000, 500);
  expect(meter.bytesPerSecond).toBeGreaterThan(19_000_000);
  move(5_000, 5_000);
  expect(meter.bytesPerSecond).toBeLessThan(6_000_000);
});

test('a limited window raises the estimate and never lowers it', () => {
  const meter = new RateMeter(0);
  meter.limit();
  meter.read(100, 10_000);
  expect(meter.bytesPerSecond).toBeUndefined(); // too few bytes to say anything
  meter.limit();
  meter.read(200, 1_010_000);
  expect(meter.bytesPerSecond).toBeCloseTo(10_000_000, 0);
  meter.limit();
  meter.read(1_200, 1_310_000);
  expect(meter.bytesPerSecond).toBeCloseTo(10_000_000, 0);
  meter.limit();
  meter.read(1_300, 5_310_000);
  expect(meter.bytesPerSecond).toBeCloseTo(25_000_000, 0);
});
