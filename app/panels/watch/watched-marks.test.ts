// The marks of a wall, from pictures as a ring sends them: every half second, so many steps further.
import { expect, test } from 'vitest';
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { streamingDiloco } from '../../../src/train/run/modes/streaming';
import { dilocoOuter, everyStep } from '../../../src/train/run/sync';
import { markWords } from '../../bridge/words/mark-words';
import { WatchedMarks } from './watched-marks';

const buckets = { mode: 'bucketed', topology: 'ring', codec: { kind: 'f32' }, firstBytes: 65_536, capBytes: 1_048_576, overlap: true } as const; // prettier-ignore
const settings = { buckets, sync: everyStep, batch: { batchMode: 'grow', globalBatch: 32, shards: 'equal' }, everyEdge: null, edges: 0 } as const; // prettier-ignore
const places = (count: number): RingPicture['ring'] => Array.from({ length: count }, (_, rank) => ({ rank, state: 'member' })); // prettier-ignore

class Wall {
  /** The steps of a picture. */
  steps = 20;
  readonly log = new WatchedMarks();
  picture = {
    ...{ phase: 'training', step: 0, sentMs: 1_700_000_000_000, loss: 0.5, learningRate: 0.01 },
    ...{ settings, ring: places(3) },
  } as unknown as RingPicture;

  /** Pictures of steps that take `ms` each. */
  train(pictures: number, ms: number, change: Partial<RingPicture> = {}): this {
    for (let i = 0; i < pictures; i++) {
      const { step, sentMs } = this.picture;
      this.picture = {
        ...this.picture,
        step: step + this.steps,
        sentMs: sentMs + this.steps * ms,
        ...change,
      };
      this.log.see(this.picture);
    }
    return this;
  }

  set(change: object): this {
    return this.train(1, 9, { settings: { ...this.picture.settings, ...change } } as Partial<RingPicture>);
  }

  get words(): string[] {
    return this.log.marks.map(markWords);
  }
}

test('a change is a mark with the time of a step on both sides', () => {
  const wall = new Wall().train(20, 9).set({ buckets: { ...buckets, overlap: false } });
  expect(wall.words).toEqual(['overlap off, about step 421: measuring …']);
  wall.train(20, 14);
  expect(wall.words).toEqual(['overlap off, about step 421: 9.00 → 14.0\u00a0ms']);
});

test('a pause counts on neither side, and one hiccup does not', () => {
  const wall = new Wall().train(20, 9).set({ buckets: { ...buckets, topology: 'direct' } });
  wall.train(1, 5000, { phase: 'paused' }).train(6, 14, { phase: 'training' }).train(1, 900).train(20, 14);
  expect(wall.words).toEqual([expect.stringMatching(/: 9\.00 → 14\.0\u00a0ms$/)]);
});

test('a ring that waits for a member is measured too, and the end of a run ends measuring', () => {
  const wall = new Wall().train(20, 9).set({ edges: 2 });
  expect(wall.train(12, 14, { phase: 'waiting' }).words).toEqual([
    '2 lines slowed, about step 421: 9.00 → 14.0\u00a0ms',
  ]);
  wall.set({ edges: 0 }).train(3, 9).train(1, 9, { phase: 'finished' });
  expect(wall.words[1]).toBe('network as it is, about step 681: too few steps to tell');
});

test('the first steps after a change count on no side: pipelines are empty', () => {
  const wall = new Wall().train(20, 9).set({ buckets: { ...buckets, overlap: false } });
  wall.steps = 1;
  expect(wall.train(4, 100).train(20, 14).words).toEqual([
    'overlap off, about step 421: 9.00 → 14.0\u00a0ms',
  ]);
});

test('a learning rate shows in the loss', () => {
  const wall = new Wall().train(20, 9).train(1, 9, { learningRate: 0.1 }).train(20, 9, { loss: 0.25 });
  expect(wall.words).toEqual(['learning rate 0.100, about step 421: loss 0.500 → 0.250']);
});

test('who came and went is a count, a slow line has no names', () => {
  const wall = new Wall()
    .train(20, 9)
    .train(1, 9, { ring: places(4) })
    .set({ edges: 3 });
  expect(wall.words).toEqual([
    'now 4 replicas, about step 421: too few steps to tell',
    '3 lines slowed, about step 441: measuring …',
  ]);
});

test('every setting of a mode has words of its own', () => {
  const sync = { ...streamingDiloco(16), outer: dilocoOuter };
  const wall = new Wall().train(20, 9).set({ sync });
  for (const change of [
    { innerSteps: 32 },
    { fragments: 8 },
    { pattern: 'sequential' },
    { delay: 1 },
    { mixing: 0.25 },
    { outer: { ...dilocoOuter, learningRate: 0.5 } },
  ])
    wall.set({ sync: { ...wall.picture.settings!.sync, ...change } });
  expect(wall.log.marks.map(({ change, words }) => [change, words()])).toEqual([
    ['sync', 'sums after 4 inner steps'],
    ['inner', 'sums after 8 inner steps'],
    ['fragments', '8 fragments'],
    ['pattern', 'neighbouring layers in a fragment'],
    ['delay', 'delay of 1 inner step'],
    ['mixing', '25.0\u00a0% of its own kept'],
    ['outer', 'outer rate 0.500, momentum 0.900'],
  ]);
});

test('sizes of buckets, a share and a rank are marks too; the same settings once more are none', () => {
  const wall = new Wall().train(20, 9).set({ buckets: { ...buckets } });
  expect(wall.words).toEqual([]);
  wall.set({ buckets: { ...buckets, capBytes: 8192 } });
  const topK = { kind: 'top-k', share: 1 / 64 } as const;
  wall.set({ buckets: { ...buckets, capBytes: 8192, codec: topK } });
  wall.set({ buckets: { ...buckets, capBytes: 8192, codec: { ...topK, share: 1 / 256 } } });
  wall.set({ buckets: { ...buckets, capBytes: 8192, codec: { kind: 'power-sgd', rank: 4 } } });
  wall.set({ buckets: { ...buckets, capBytes: 8192, codec: { kind: 'power-sgd', rank: 8 } } });
  expect(wall.log.marks.map(({ words }) => words())).toEqual([
    'buckets of 65.5\u00a0kB, then 8.19\u00a0kB',
    'sent as the largest 1 in 64',
    'sent as the largest 0.4\u00a0%',
    'sent as low-rank factors',
    'sent as factors of rank 8',
  ]);
});

test('a new run has no marks of the one before', () => {
  const wall = new Wall().train(20, 9).set({ buckets: { ...buckets, overlap: false } });
  expect(wall.words).toHaveLength(1);
  wall.log.see({ ...wall.picture, step: 0 });
  expect(wall.words).toEqual([]);
});
