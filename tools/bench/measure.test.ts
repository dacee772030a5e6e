import { expect, test } from 'vitest';
import { measureInTurns } from './measure';

test('in turns, after two warm-ups, as often as asked', async () => {
  const order: string[] = [];
  const timed = ['a', 'b'].map((name) => ({
    name,
    run: () => Promise.resolve(order.push(name)),
  }));
  const timings = await measureInTurns(timed, 2);
  expect(order.join('')).toBe('abababab');
  // Each run took as many ms as there were runs before: 5 and 7, 6 and 8.
  expect(timings.get('a')).toEqual({ medianMs: 6, turns: 2 });
  expect(timings.get('b')).toEqual({ medianMs: 7, turns: 2 });
});

test('a turn of a fast system repeats its run', async () => {
  const repeated: number[] = [];
  const run = (repeats: number) => {
    repeated.push(repeats);
    return Promise.resolve(repeated.length === 1 ? 100 : 2);
  };
  await measureInTurns([{ name: 'fast', run }], 2);
  expect(repeated).toEqual([1, 1, 25, 25]);
});

test('a slow system warms up once, and never repeats its run', async () => {
  const repeated: number[] = [];
  const run = (repeats: number) => Promise.resolve(repeated.push(repeats) && 5000);
  await measureInTurns([{ name: 'slow', run }], 2);
  expect(repeated).toEqual([1, 1, 1]);
});

test('a system that fails drops out with the reason; the others go on', async () => {
  let runs = 0;
  const timings = await measureInTurns(
    [
      { name: 'good', run: () => Promise.resolve(1) },
      {
        name: 'bad',
        run: () => (++runs === 2 ? Promise.reject(new Error('lost')) : Promise.resolve(1)),
      },
    ],
    3,
  );
  expect(timings.get('bad')).toEqual({ error: 'lost' });
  expect(runs).toBe(2);
  expect(timings.get('good')).toMatchObject({ turns: 3 });
});

test('without a number of turns: three at least, then until the time is over', async () => {
  let now = 0;
  const turnsAt = async (ms: number) => {
    const run = () => Promise.resolve((now += ms));
    const timing = (await measureInTurns([{ name: 'one', run }], undefined, () => now)).get('one')!;
    return 'turns' in timing ? timing.turns : 0;
  };
  expect(await turnsAt(20_000)).toBe(3);
  expect(await turnsAt(4_000)).toBe(8); // 32 s
  expect(await turnsAt(10)).toBe(15);
});
