import { expect, test, vi } from 'vitest';
import { ManualClock } from '../../base/clock';
import { presets } from '../presets';
import type { ReplicaThread } from './replica-worker';
import { SpareWorker } from './spare-worker';

const { config } = presets[0];

function workers() {
  const clock = new ManualClock();
  const started: (ReplicaThread & { readonly terminate: ReturnType<typeof vi.fn<() => void>> })[] = [];
  const spare = new SpareWorker(clock, () => {
    const thread = { onmessage: null, onerror: null, postMessage: vi.fn(), terminate: vi.fn<() => void>() };
    started.push(thread);
    return thread;
  });
  const ended = (): number[] => started.map(({ terminate }) => terminate.mock.calls.length);
  return { clock, started, spare, ended };
}

test('the prepared Worker is taken, once; the next is a new one', () => {
  const { started, spare, ended } = workers();
  const leave = spare.hold();
  expect(started).toHaveLength(1);
  expect(spare.take()).toBe(started[0]);
  expect(spare.take()).toBe(started[1]);
  leave();
  expect(ended()).toEqual([0, 0]);
});

test('it learns which run is expected, also when another screen finds it', () => {
  const { started, spare } = workers();
  spare.hold();
  expect(started[0].postMessage).not.toHaveBeenCalled();
  spare.hold(config);
  expect(started[0].postMessage).toHaveBeenCalledExactlyOnceWith({ kind: 'expect', config }, []);
});

test('it is ended when nobody has held it for three seconds', () => {
  const { clock, started, spare, ended } = workers();
  const [first, second] = [spare.hold(), spare.hold()];
  expect(started).toHaveLength(1);
  first();
  first();
  expect(ended()).toEqual([0]);
  second();
  expect(ended()).toEqual([0]);
  expect(clock.nextDueMs()).toBe(3_000);
  clock.runNext();
  expect(ended()).toEqual([1]);
  expect(spare.take()).toBe(started[1]);
});

test('it is ended after ten minutes', () => {
  const { clock, started, spare, ended } = workers();
  spare.hold();
  expect(clock.nextDueMs()).toBe(600_000);
  clock.runNext();
  expect(ended()).toEqual([1]);
  expect(spare.take()).toBe(started[1]);
});

test('the next screen finds it', () => {
  const { clock, started, spare } = workers();
  spare.hold()();
  spare.hold();
  expect(clock.nextDueMs()).toBe(600_000);
  expect(spare.take()).toBe(started[0]);
});

test('a taken one is not ended by the clock', () => {
  const { clock, started, spare } = workers();
  spare.hold();
  spare.take();
  while (clock.runNext());
  expect(started[0].terminate).not.toHaveBeenCalled();
});

test('one that fails while it waits is ended, and not taken', () => {
  const { started, spare, ended } = workers();
  spare.hold();
  const preventDefault = vi.fn();
  started[0].onerror!({ preventDefault } as unknown as ErrorEvent);
  expect(preventDefault).toHaveBeenCalled();
  expect(ended()).toEqual([1]);
  expect(spare.take()).toBe(started[1]);
});
