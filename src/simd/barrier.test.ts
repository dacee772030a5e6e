import { expect, test } from 'vitest';
import { Barrier, barrierCells, BarrierError } from './barrier';

const newCells = () => new Int32Array(new SharedArrayBuffer(4 * barrierCells));

test('a thread alone never waits', () => {
  const barrier = new Barrier(newCells(), 1);
  for (let round = 0; round < 1000; round++) barrier.wait(0);
});

test('the last to arrive goes on at once, and so does one whose others are a round ahead', () => {
  const cells = newCells();
  const [first, second] = [new Barrier(cells, 2), new Barrier(cells, 2)];
  expect(() => first.wait(0)).toThrow(BarrierError); // it has arrived, and gave up
  second.wait(0);
  expect(() => second.wait(0)).toThrow(BarrierError);
  first.wait(0);
});

test('a wait ends at its deadline', () => {
  const barrier = new Barrier(newCells(), 2);
  const startMs = performance.now();
  expect(() => barrier.wait(60)).toThrow('did not finish its share in 60 ms');
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(59);
});

test('a broken barrier refuses who waits, long before the deadline', () => {
  const cells = newCells();
  new Barrier(cells, 2).break();
  expect(() => new Barrier(cells, 2).wait(600_000)).toThrow('a thread of the engine failed');
});

test('the count of arrivals may wrap', () => {
  const cells = newCells();
  const halfWay = 2 ** 30;
  const [many, other] = [new Barrier(cells, halfWay), new Barrier(cells, halfWay)];
  for (let round = 1; round <= 8; round++) {
    Atomics.add(cells, 0, halfWay - 2); // the other threads
    expect(() => many.wait(0)).toThrow(BarrierError);
    other.wait(0);
  }
});
