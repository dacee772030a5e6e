import { expect, test } from 'vitest';
import { measureInTurns } from './measure';

test('one after the other, a warm-up first, as often as asked', async () => {
  const order: string[] = [];
  const timed = ['a', 'b'].map((name) => ({ name, run: () => Promise.resolve(void order.push(name)) }));
  const timings = await measureInTurns(timed, 2);
  expect(order.join('')).toBe('ababab');
  expect(timings.get('a')).toMatchObject({ runs: 2 });
});

test('a contender that fails drops out with the reason; the others go on', async () => {
  let runs = 0;
  const timings = await measureInTurns(
    [
      { name: 'good', run: () => Promise.resolve() },
      {
        name: 'bad',
        run: () => (++runs === 2 ? Promise.reject(new Error('lost')) : Promise.resolve()),
      },
    ],
    3,
  );
  expect(timings.get('bad')).toEqual({ error: 'lost' });
  expect(runs).toBe(2);
  expect(timings.get('good')).toMatchObject({ runs: 3 });
});
