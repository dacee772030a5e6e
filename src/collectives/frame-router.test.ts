// Older frames are dropped and counted; newer ones wait unconsumed.
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
  dropped: string[];
  give: (key: Partial<CollectiveKey>, isRetired?: boolean, from?: string) => void;
  collective: (key: Partial<CollectiveKey>) => Routable & { got: number; end: (error?: Error) => void };
} {
  const dropped: string[] = [];
  const router = new FrameRouter(({ from, key }, why) =>
    dropped.push(`${why} of ${from}: ${key.generation}/${key.step}/${key.bucket}`),
  );
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
    dropped,
    give(partial, isRetired, from = 'b') {
      const key = whole(partial);
      const frame: ReduceFrame = {
        from,
        key,
        phase: 'all-gather',
        chunk: 0,
        segment: 0,
        offset: 0,
        payload: new Uint8Array(8),
        frameBytes: 48,
        consume: () => consumed.push(JSON.stringify(key)),
      };
      router.receive(frame, isRetired);
    },
    collective(partial) {
      let end!: (error?: Error) => void;
      const done = new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
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

test('parks frames that are not yet registered, and delivers them at registration', () => {
  const { router, consumed, give, collective } = makeRouter();
  router.setView(view(5));
  give({ bucket: 1 });
  give({});
  give({ step: 10 });
  expect(consumed).toEqual([]);
  expect(router.counters).toEqual({ dropped: 0, parked: 3, parkedBytes: 144 });
  const first = collective({}), second = collective({ bucket: 1 }); // prettier-ignore
  router.register(first);
  router.register(second);
  give({});
  expect([first.got, second.got, router.counters.parked]).toEqual([2, 1, 1]);
});

test('drops frames of older generations, left lineages, past steps and ended buckets', async () => {
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
  give({ step: 12 });
  router.setView(view(7));
  expect(router.counters.dropped).toBe(4);
  router.setView(view(1, '0000000b'));
  give({ lineage: '0000000b', generation: 1 });
  expect(router.counters.parked).toBe(1);
  give({ generation: 7 });
  expect(router.counters).toMatchObject({ dropped: 5, parked: 1 });
  router.forget('b');
  expect(router.counters.parked).toBe(0);
  expect(consumed).toHaveLength(6);
});

test('C15: what no member of the view can send is dropped at once, and holds no credit', () => {
  const { router, consumed, dropped, give } = makeRouter();
  give({}); // before any view
  router.setView(view(5));
  give({ generation: 6 });
  give({ lineage: '0000000b' });
  give({}, false, 'guest');
  give({ generation: 4 }, false, 'guest'); // it may have been a member
  expect(router.counters).toEqual({ dropped: 5, parked: 0, parkedBytes: 0 });
  expect(consumed.length).toBe(5);
  expect(dropped.map((each) => each.split(':')[0])).toEqual([
    ...['stray of b', 'stray of b', 'stray of b', 'stray of guest', 'late of guest'],
  ]);
  expect(router.droppedOf('guest')).toBe(2);
});

test('C5 tells late frames from replayed ones, each with its sender', async () => {
  const { router, dropped, give, collective } = makeRouter();
  router.setView(view(5));
  router.setStep(9);
  const [whole, givenUp] = [collective({}), collective({ bucket: 1 })];
  for (const each of [whole, givenUp]) router.register(each);
  whole.end();
  givenUp.end(new Error('given up'));
  await Promise.allSettled([whole.done, givenUp.done]);
  await Promise.resolve();
  give({ generation: 4 }, true); // over a replaced link: not ordered with the others
  give({}); // of a whole sum
  give({ bucket: 1 });
  give({ step: 8 });
  expect(dropped).toEqual([
    'late of b: 4/9/0',
    'replayed of b: 5/9/0',
    'late of b: 5/9/1',
    'replayed of b: 5/8/0',
  ]);
  expect(router.droppedOf('b')).toBe(4);
  dropped.length = 0;

  give({ generation: 4 }); // the same link has carried generation 5
  router.opened('b');
  give({ generation: 4 }); // a new link
  router.setView(view(6));
  give({}); // it may have been under way
  give({ generation: 6 });
  give({});
  expect(dropped).toEqual([
    'replayed of b: 4/9/0',
    'late of b: 4/9/0',
    'late of b: 5/9/0',
    'replayed of b: 5/9/0',
  ]);
  router.forget('b');
  expect(dropped.at(-1)).toBe('link-closed of b: 6/9/0');
  expect(router.droppedOf('b')).toBe(0);
});

test('a new run in the same view restarts its steps', async () => {
  const { router, dropped, give, collective } = makeRouter();
  router.setView(view(5));
  router.setStep(9);
  const last = collective({});
  router.register(last);
  last.end();
  await last.done;
  await Promise.resolve();
  router.newRun();
  give({ step: 1 });
  router.setStep(9);
  give({ step: 9 });
  expect(router.counters).toMatchObject({ parked: 1 });
  expect(dropped).toEqual(['replayed of b: 5/1/0']);
});
