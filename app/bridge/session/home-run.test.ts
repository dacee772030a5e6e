// The ring of Home, over replicas that only say what they are told to.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { presets } from '../../../src/replica/presets';
import type { Command, ReplicaEvent, ReplicaHandle, Sample } from '../../../src/replica/protocol';
import { HomeRun, type Look, type PictureEngine } from './home-run';

/** The engine that begins the given ring with the given Workers. */
function engineOf(workers: readonly { terminate: () => void }[], ring: readonly ReplicaHandle[]) {
  const startPictureWorkers = vi.fn<() => unknown>(() => workers);
  const startPictureRing = vi.fn<(...given: unknown[]) => unknown>(() => ring);
  const engine = {
    startPictureWorkers,
    engineRoom: () => Promise.resolve({ presets }),
    loadPictureRing: () => Promise.resolve({ startPictureRing }),
  } as unknown as PictureEngine;
  return { engine, startPictureWorkers, startPictureRing };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sample = { kind: 'boundary', side: 1 } as Sample;

function replica() {
  const sent: Command[] = [];
  const listeners: ((event: ReplicaEvent) => void)[] = [];
  const handle: ReplicaHandle = {
    subscribe: (listener) => (listeners.push(listener), () => undefined),
    send: (command) => void sent.push(command),
    request: () => Promise.reject(new Error('nothing is asked for')),
    destroy: () => undefined,
  };
  return {
    handle,
    asked: () => sent.filter(({ kind }) => kind === 'sample').length,
    say: (event: object) => listeners.forEach((listener) => listener(event as ReplicaEvent)),
  };
}

test('the model is asked for when training begins, and the first step is told before its picture comes', async () => {
  const host = replica();
  const workers = [{ terminate: vi.fn<() => void>() }];
  const { engine, startPictureWorkers, startPictureRing } = engineOf(workers, [host.handle]);
  const run = new HomeRun(engine);
  expect(startPictureWorkers, 'before any part has loaded').toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(0);
  expect(startPictureRing.mock.lastCall?.[2]).toBe(workers);
  host.say({ kind: 'snapshot', snapshot: { phase: { kind: 'training' }, step: 0 } });
  expect(host.asked()).toBe(1);
  host.say({ kind: 'sample', sample });
  host.say({ kind: 'steps', steps: [{ step: 1 }, { step: 2 }] });
  // A listener that comes later gets the same.
  const looks: Look[] = [];
  run.listen({ onLook: (look) => looks.push(look), onFailure: () => undefined });
  expect(looks).toEqual([{ step: 2, sample }]);
  run.end();
});

test('Workers that were started ahead end with a ring that nobody wants any more', async () => {
  const terminate = vi.fn<() => void>();
  new HomeRun(engineOf([{ terminate }], []).engine).end();
  await vi.advanceTimersByTimeAsync(0);
  expect(terminate).toHaveBeenCalledOnce();
});
