import { expect, test, vi } from 'vitest';
import type { ComputeThread, SpawnThread, ThreadEvents } from './compute-threads';
import { SpareThreads } from './spare-threads';
import type { ToComputeThread } from './thread-messages';

interface Started {
  readonly name: string;
  readonly events: ThreadEvents;
  readonly posted: ToComputeThread[];
  readonly terminate: ReturnType<typeof vi.fn>;
}

function threads(): { readonly started: Started[]; readonly start: SpawnThread } {
  const started: Started[] = [];
  const start: SpawnThread = (name, events): ComputeThread => {
    const thread = { name, events, posted: [] as ToComputeThread[], terminate: vi.fn() };
    started.push(thread);
    return { post: (message) => void thread.posted.push(message), terminate: thread.terminate };
  };
  return { started, start };
}

const listener = (): ThreadEvents => ({ message: vi.fn(), failed: vi.fn() });

test('idle threads are given out first, and speak to their taker', () => {
  const { started, start } = threads();
  const spares = new SpareThreads(start);
  spares.prepare(2);
  expect(started).toHaveLength(2);
  const events = listener();
  const thread = spares.spawn('compute', events);
  expect([started.length, spares.idle]).toEqual([2, 1]);
  thread.post({ kind: 'abort', call: 1 });
  expect(started[0].posted).toEqual([{ kind: 'abort', call: 1 }]);
  started[0].events.message({ kind: 'ready' });
  started[0].events.failed('ended');
  expect(events.message).toHaveBeenCalledWith({ kind: 'ready' });
  expect(events.failed).toHaveBeenCalledWith('ended');
});

test('prepared twice, there are as many as the larger number', () => {
  const { started, start } = threads();
  const spares = new SpareThreads(start);
  for (const count of [1, 3, 2]) spares.prepare(count);
  expect([started.length, spares.idle]).toEqual([3, 3]);
});

test('beyond the idle ones a thread is started anew', () => {
  const { started, start } = threads();
  const spares = new SpareThreads(start);
  spares.prepare(1);
  spares.spawn('compute', listener());
  const events = listener();
  spares.spawn('compute helper 1', events);
  expect(started.map(({ name }) => name)).toEqual(['compute 1', 'compute helper 1']);
  expect(started[1].events).toBe(events);
});

test('released threads end, those given out go on', () => {
  const { started, start } = threads();
  const spares = new SpareThreads(start);
  spares.prepare(3);
  spares.spawn('compute', listener());
  spares.release();
  expect(started.map(({ terminate }) => terminate.mock.calls.length)).toEqual([0, 1, 1]);
  expect(spares.idle).toBe(0);
});

test('a thread that fails while it is idle is not given out', () => {
  const { started, start } = threads();
  const spares = new SpareThreads(start);
  spares.prepare(1);
  started[0].events.failed('its script could not be loaded');
  spares.spawn('compute', listener());
  expect(started).toHaveLength(2);
});

test('where no thread starts there are none, and the taker sees the error', () => {
  const refuse: SpawnThread = () => {
    throw new Error('refused by the policy of this page');
  };
  const spares = new SpareThreads(refuse);
  spares.prepare(2);
  expect(spares.idle).toBe(0);
  expect(() => spares.spawn('compute', listener())).toThrow('refused by the policy');
});
