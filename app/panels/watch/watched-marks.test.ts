// The marks of a wall, from pictures as a ring sends them: every half second, so many steps further.
import { expect, test } from 'vitest';
import type { ReceivedView } from '../../../src/replica/watch/ring-message';
import type { ShownChange } from '../../../src/replica/shown-change';
import { dilocoOuter } from '../../../src/train/run/sync';
import { markWords } from '../../bridge/words/mark-words';
import { WatchedMarks } from './watched-marks';

type To = ShownChange extends infer One ? (One extends ShownChange ? Omit<One, 'step'> : never) : never;

const overlapOff: To = { what: 'overlap', after: false };
function places(count: number): ReceivedView['ring'] {
  return Array.from({ length: count }, (_, rank) => ({ rank, state: 'member' }));
}

class Wall {
  /** The steps of a picture. */
  steps = 20;
  readonly log = new WatchedMarks();
  picture = {
    ...{ ringPhase: 'training', step: 0, sentMs: 1_700_000_000_000, loss: 0.5, learningRate: 0.01 },
    ...{ changes: [], ring: places(3) },
  } as unknown as ReceivedView;

  /** Pictures of steps that take `ms` each. */
  train(pictures: number, ms: number, change: Partial<ReceivedView> = {}): this {
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

  /** The ring changes this with the step after the last picture's. */
  set(...changes: readonly To[]): this {
    const step = this.picture.step + 1;
    const made = changes.map((change) => ({ ...change, step }) as ShownChange);
    return this.train(1, 9, { changes: [...this.picture.changes, ...made] });
  }

  get words(): string[] {
    return this.log.marks.map(markWords);
  }
}

test('a change is a mark at its first step, with the time of a step on both sides', () => {
  const wall = new Wall().train(20, 9).set(overlapOff);
  expect(wall.words).toEqual(['overlap off, step 401: measuring …']);
  wall.train(20, 14);
  expect(wall.words).toEqual(['overlap off, step 401: 9.00 → 14.0\u00a0ms']);
});

test('what changed before the wall came is no mark', () => {
  const wall = new Wall();
  wall.picture = { ...wall.picture, changes: [{ ...overlapOff, step: 7 } as ShownChange] };
  expect(wall.train(20, 9).words).toEqual([]);
  expect(wall.set({ what: 'overlap', after: true }).words).toEqual(['overlap on, step 401: measuring …']);
});

test('a pause counts on neither side, and one hiccup does not', () => {
  const wall = new Wall().train(20, 9).set({ what: 'topology', after: 'direct' });
  wall
    .train(1, 5000, { ringPhase: 'paused' })
    .train(6, 14, { ringPhase: 'training' })
    .train(1, 900)
    .train(20, 14);
  expect(wall.words).toEqual([expect.stringMatching(/: 9\.00 → 14\.0\u00a0ms$/)]);
});

const lines = (edges: number): To => ({ what: 'network', after: { everyEdge: null, edges, isEvery: false } });

test('a ring that waits for a member is measured too, and the end of a run ends measuring', () => {
  const wall = new Wall().train(20, 9).set(lines(2));
  expect(wall.train(12, 14, { ringPhase: 'waiting' }).words).toEqual([
    '2 lines slowed, step 401: 9.00 → 14.0\u00a0ms',
  ]);
  wall.set(lines(0)).train(3, 9).train(1, 9, { ringPhase: 'finished' });
  expect(wall.words[1]).toBe('network as it is, step 661: too few steps to tell');
});

test('the first steps after a change count on no side: pipelines are empty', () => {
  const wall = new Wall().train(20, 9);
  wall.steps = 1;
  wall.set(overlapOff);
  expect(wall.train(4, 100).train(20, 14).words).toEqual(['overlap off, step 401: 9.00 → 14.0\u00a0ms']);
});

test('a learning rate shows in the loss', () => {
  const wall = new Wall().train(20, 9).set({ what: 'rate', after: 0.1 }).train(20, 9, { loss: 0.25 });
  expect(wall.words).toEqual(['learning rate 0.100, step 401: loss 0.500 → 0.250']);
});

test('who came and went is a count, a slow line has no names', () => {
  const wall = new Wall().train(20, 9).set({ what: 'members', after: 4 }).set(lines(3));
  expect(wall.words).toEqual([
    'now 4 replicas, step 401: too few steps to tell',
    '3 lines slowed, step 421: measuring …',
  ]);
});

test('every change has words of its own', () => {
  const profile = { bitsPerSecond: 5e6, delayMs: 40, jitterMs: 0, loss: 0 };
  const changes: readonly (readonly [To, string])[] = [
    [{ what: 'sync', after: 4 }, 'sums after 4 inner steps'],
    [{ what: 'sync', after: null }, 'sums at every step'],
    [{ what: 'inner', after: 8 }, 'sums after 8 inner steps'],
    [{ what: 'fragments', after: 8 }, '8 fragments'],
    [{ what: 'pattern', after: 'sequential' }, 'neighbouring layers in a fragment'],
    [{ what: 'delay', after: 1 }, 'delay of 1 inner step'],
    [{ what: 'mixing', after: 0.25 }, '25.0\u00a0% of its own kept'],
    [{ what: 'outer', after: { ...dilocoOuter, learningRate: 0.5 } }, 'outer rate 0.500, momentum 0.900'],
    [
      { what: 'sizes', after: { firstBytes: 65_536, capBytes: 8192 } },
      'buckets of 65.5\u00a0kB, then 8.19\u00a0kB',
    ],
    [{ what: 'codec', after: { kind: 'top-k', share: 1 / 64 } }, 'sent as the largest 1 in 64'],
    [{ what: 'share', after: { kind: 'top-k', share: 1 / 256 } }, 'sent as the largest 0.4\u00a0%'],
    [{ what: 'codec', after: { kind: 'power-sgd', rank: 4 } }, 'sent as low-rank factors'],
    [{ what: 'share', after: { kind: 'power-sgd', rank: 8 } }, 'sent as factors of rank 8'],
    [
      { what: 'network', after: { everyEdge: profile, edges: 2, isEvery: true } },
      'network 5\u00a0Mbit/s, 40\u00a0ms, 2 lines differ',
    ],
  ];
  for (const [change, words] of changes)
    expect(
      new Wall()
        .train(2, 9)
        .set(change)
        .log.marks.map((mark) => mark.words()),
    ).toEqual([words]);
});

test('a new run has no marks of the one before', () => {
  const wall = new Wall().train(20, 9).set(overlapOff);
  expect(wall.words).toHaveLength(1);
  wall.log.see({ ...wall.picture, step: 0 });
  expect(wall.words).toEqual([]);
});
