// Older frames are dropped and counted, newer ones wait unconsumed (03: a step as a transaction, 2).
import { expect, test } from 'vitest';
import type { View } from '../membership/view';
import { FrameRouter, type Routable } from './frame-router';
import type { CollectiveKey, ReduceFrame } from './reduce-frame';

const view = (generation: number, lineage = '0000000a'): View => ({
  lineage,
  generation,
  members: ['a', 'b'],
  ring: [0, 1],
});

function makeRouter(): {
  router: FrameRouter;
  consumed: string[];
  give: (key: Partial<CollectiveKey>) => void;
  collective: (key: Partial<CollectiveKey>) => Routable & { got: number; end: () => void };
} {
  const router = new FrameRouter();
  const consumed: string[] = [];
  const whole = (key: Partial<CollectiveKey>): CollectiveKey => ({
    lineage: '0000000a',
    generation: 5,
    step: 9,
    bucket: 0,
    ...key,
  });
  return {
    router,
    consumed,
    give(partial) {
      const key = whole(partial);
      const frame: ReduceFrame = {
        from: 'b',
        key,
        phase: 'all-gather',
        chunk: 0,
        segment: 0,
        offset: 0,
        isOverflowed: false,
        payload: new Uint8Array(8),
        frameBytes: 48,
        consume: () => consumed.push(JSON.stringify(key)),
      };
      router.receive(frame);
    },
    collective(partial) {
      let end!: () => void;
      const done = new Promise<void>((resolve) => (end = resolve));
      const routable = {
        key: whole(partial),
        done,
        got: 0,
        end,
        receive(frame: ReduceFrame) {
          routable.got++;
          frame.consume();
        },
      };
      return routable;
    },
  };
}

test('parks what is newer or not yet registered, hands it over at registration', () => {
  const { router, consumed, give, collective } = makeRouter();
  give({}); // before any view
  router.setView(view(5));
  give({ bucket: 1 });
  give({ generation: 6 });
  expect(consumed).toEqual([]);
  expect(router.counters).toEqual({ dropped: 0, parked: 3, parkedBytes: 144 });
  const first = collective({}), second = collective({ bucket: 1 }); // prettier-ignore
  router.register(first);
  router.register(second);
  give({});
  expect([first.got, second.got, router.counters.parked]).toEqual([2, 1, 1]);
});

test('drops older generations, left lineages, steps that are over and buckets that ended', async () => {
  const { router, consumed, give, collective } = makeRouter();
  router.setView(view(5));
  give({ generation: 4 });
  expect(router.counters.dropped).toBe(1);
  const ended = collective({});
  router.register(ended);
  ended.end();
  await ended.done;
  await Promise.resolve();
  give({});
  expect(router.counters.dropped).toBe(2);
  give({ step: 10 });
  router.setStep(11);
  expect(router.counters).toMatchObject({ dropped: 3, parked: 0 });
  give({ generation: 6 });
  router.setView(view(7));
  expect(router.counters.dropped).toBe(4);
  give({ lineage: '0000000b' });
  expect(router.counters.parked).toBe(1);
  router.setView(view(1, '0000000b'));
  expect(router.counters.parked).toBe(1);
  give({ generation: 7 });
  expect(router.counters).toMatchObject({ dropped: 5, parked: 1 });
  router.forget('b');
  expect(router.counters.parked).toBe(0);
  expect(consumed).toHaveLength(6);
});
