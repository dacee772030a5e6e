import { describe, expect, test } from 'vitest';
import { scheduledRate, type Schedule } from './schedule';

const plain: Schedule = { kind: 'constant', warmupSteps: 0, finalFraction: 0 };
const f = Math.fround;

function rates(schedule: Schedule, totalSteps: number, count = totalSteps): number[] {
  return Array.from({ length: count }, (_, step) => scheduledRate(schedule, step, totalSteps, 0.8));
}

describe('known answers', () => {
  test('constant', () => expect(rates(plain, 3)).toEqual([f(0.8), f(0.8), f(0.8)]));

  test('warm-up is a ramp that ends at the base rate', () => {
    expect(rates({ ...plain, warmupSteps: 4 }, 6)).toEqual([0.2, 0.4, 0.6, 0.8, 0.8, 0.8].map(f));
  });

  test('linear decay ends at its fraction on the last step and stays there', () => {
    const schedule = { ...plain, kind: 'linear', finalFraction: 0.5 } as const;
    expect(rates(schedule, 5, 7)).toEqual(
      [0.8, 0.7, 0.6, 0.5, 0.4, 0.4, 0.4].map((x) => expect.closeTo(x, 7)),
    );
  });

  test('cosine decay: half way is the middle of the rates', () => {
    const schedule = { ...plain, kind: 'cosine', finalFraction: 0.25 } as const;
    const [first, , middle, , last] = rates(schedule, 5);
    expect([first, middle, last]).toEqual([f(0.8), expect.closeTo(0.5, 7), f(0.2)]);
  });

  test('decay follows the warm-up without a jump', () => {
    const schedule = { kind: 'linear', warmupSteps: 2, finalFraction: 0 } as const;
    expect(rates(schedule, 6)).toEqual([0.4, 0.8, 0.6, 0.4, 0.2, 0].map((x) => expect.closeTo(x, 7)));
  });
});

describe('edges', () => {
  test.each(['constant', 'linear', 'cosine'] as const)('%s: a run of one step has the base rate', (kind) => {
    expect(scheduledRate({ ...plain, kind }, 0, 1, 0.8)).toBe(f(0.8));
    expect(scheduledRate({ ...plain, kind, warmupSteps: 1 }, 0, 1, 0.8)).toBe(f(0.8));
  });

  test.each(['constant', 'linear', 'cosine'] as const)('%s: warm-up longer than the run', (kind) => {
    const schedule = { ...plain, kind, warmupSteps: 8 };
    expect(rates(schedule, 4)).toEqual([0.1, 0.2, 0.3, 0.4].map(f));
    expect(rates(schedule, 4, 12).every((rate) => rate > 0 && rate <= f(0.8))).toBe(true);
  });

  test('always f32, never negative, falling after the warm-up', () => {
    for (const kind of ['linear', 'cosine'] as const) {
      const all = rates({ kind, warmupSteps: 7, finalFraction: 0 }, 100, 120);
      all.forEach((rate, i) => {
        expect(rate).toBe(f(rate));
        expect(rate).toBeGreaterThanOrEqual(0);
        if (i > 7) expect(rate).toBeLessThanOrEqual(all[i - 1]);
      });
    }
  });
});
