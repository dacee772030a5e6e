import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  attempt as schema,
  bestAttempts,
  fastest,
  leanest,
  mostAttempts,
  withAttempt,
  type Attempt,
  type League,
} from './league';

const attempt = (run: number, ms: number, bytes: number, change: Partial<Attempt> = {}): Attempt => ({
  ...{ run, step: 40, ms, bytes, digest: 'a'.repeat(16), isChanged: false },
  settings: {
    ...{ data: 'moons', parameters: 354, replicas: 3, batch: 96, learningRate: 0.3, optimizer: 'sgd' },
    ...{ codec: 'f32', topology: 'ring', buckets: 'bucketed', overlap: true, innerSteps: 1, isSlowed: false },
  },
  ...change,
});
const empty: League = { target: 0.2, attempts: [] };
const after = (...attempts: readonly Attempt[]): League => attempts.reduce(withAttempt, empty);
const runs = ({ attempts }: League): readonly number[] => attempts.map(({ run }) => run);

test('H17: the fewest seconds and the fewest bytes lead, and of equal ones the earlier', () => {
  const { attempts } = after(attempt(1, 900, 50), attempt(2, 700, 80), attempt(4, 700, 50));
  expect([fastest(attempts)?.run, leanest(attempts)?.run]).toEqual([2, 1]);
  expect([fastest([]), leanest([])]).toEqual([undefined, undefined]);
  const alone = attempt(5, 100, 0, { settings: { ...attempts[0].settings, replicas: 1 } });
  expect([fastest([...attempts, alone])?.run, leanest([alone, ...attempts])?.run]).toEqual([5, 1]);
  expect(leanest([alone]), 'one replica sends nothing').toBeUndefined();
});

test('the best for a wall: the fastest first, and always the one with the fewest bytes', () => {
  const { attempts } = after(attempt(1, 9, 1), attempt(2, 5, 7), attempt(3, 6, 7), attempt(4, 4, 7));
  const best = (most: number) => bestAttempts(attempts, most).map(({ run }) => run);
  expect([best(2), best(3), best(4), best(9)]).toEqual([[4, 1], [4, 2, 1], [4, 2, 3, 1], [4, 2, 3, 1]]); // prettier-ignore
});

test('H17b: a run counts once; of too many the oldest goes that leads in nothing', () => {
  expect(runs(after(attempt(1, 9, 9), attempt(2, 9, 9), attempt(1, 5, 5)))).toEqual([2, 1]);
  const many = Array.from({ length: mostAttempts + 3 }, (_, i) =>
    attempt(i + 1, i === 0 ? 1 : 50, i === 2 ? 1 : 50),
  );
  const kept = runs(after(...many));
  expect(kept.length).toBe(mostAttempts);
  expect(kept.slice(0, 3)).toEqual([1, 3, 6]);
});

test('H17: an attempt holds no text that a person wrote', () => {
  const good = attempt(1, 1, 1);
  expect(v.safeParse(schema, good).success).toBe(true);
  for (const bad of [
    { ...good, note: 'hello' },
    { ...good, ms: -1 },
    { ...good, ms: Infinity },
    { ...good, bytes: 1.5 },
    { ...good, digest: 'x' },
    { ...good, settings: { ...good.settings, codec: 'Hello you' } },
    { ...good, settings: { ...good.settings, codec: 'x'.repeat(17) } },
    { ...good, settings: { ...good.settings, learningRate: NaN } },
  ])
    expect(v.safeParse(schema, bad).success, JSON.stringify(bad)).toBe(false);
});
