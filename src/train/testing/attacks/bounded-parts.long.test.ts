// S25, S26: one liar of four, with parts as they are and with bounded parts: the validation loss after the same number of
// steps. The table is printed.
import { afterAll, expect, test } from 'vitest';
import { bounded, liarsRun, locally, oneLiar, type Lie, type Outcome } from './one-liar';

const rows: string[] = [];
afterAll(() => void process.stdout.write(`${rows.join('\n')}\n`));

async function tell(what: string, config: Parameters<typeof oneLiar>[0], lie: Lie): Promise<Outcome> {
  const outcome = await oneLiar(config, lie);
  const { loss, counted, isEvicted } = outcome;
  rows.push(
    `${what.padEnd(48)} loss ${loss.toFixed(3).padStart(9)}, counted in ${counted} steps${isEvicted ? ', evicted' : ''}`,
  );
  return outcome;
}

const on = bounded(liarsRun);
const honest = { times: 1 };
/** 1.5 usual norms times 1.09 is within the 1.65 that are taken, and times 1.12 beyond. Two tests look at this run. */
const asLongAsTaken = (): Promise<Outcome> =>
  (taken ??= tell('bounded, × −20, as long as is taken (1.635)', on, { times: -20, boundTimes: 1.09 }));
let taken: Promise<Outcome> | undefined;

test('S25: without the mode a liar of four spoils the run; with it the run learns all the same', async () => {
  const without = await tell('sums as they are, all honest', liarsRun, honest);
  const spoilt = await tell('sums as they are, × −20', liarsRun, { times: -20 });
  const none = await tell('bounded, all honest', on, honest);
  const lied = await tell('bounded, × −20', on, { times: -20 });
  const most = await asLongAsTaken();
  expect(spoilt.loss).toBeGreaterThan(100 * without.loss);
  expect(none.loss).toBeLessThan(1.05 * without.loss);
  for (const { loss } of [lied, most]) expect(loss).toBeLessThan(1.3 * without.loss);
  for (const { digests, isEvicted } of [none, lied, most]) expect([digests, isEvicted]).toEqual([1, false]);
});

test('S26: who sends more than is taken is refused, named and evicted (S16)', async () => {
  const sent = await tell('bounded, sends × −13 of its part', on, { times: 1, wireTimes: -13 });
  expect(sent.isEvicted).toBe(true);
  expect(new Set(sent.offences).size).toBe(1);
  expect(sent.loss).toBeLessThan(0.3);
  const within = await asLongAsTaken();
  expect(within.counted).toBe(within.steps);
  const beyond = await tell('bounded, × −20, 1.68 usual norms', on, { times: -20, boundTimes: 1.12 });
  expect(beyond.counted).toBeLessThan(5);
});

test('S25: the usual norm is not the liar’s: norms that it shows growing move nothing', async () => {
  const grown = await tell('bounded, × −20, shows growing norms', on, {
    ...{ times: -20, boundTimes: 1.09, growth: 1.2 },
  });
  const usual = [...grown.usual].sort((a, b) => a - b)[31];
  expect(Math.max(...grown.usual)).toBeGreaterThan(1e6);
  expect(usual).toBeLessThan(1);
  expect(grown.loss).toBeLessThan(0.33);
});

test('S25: with local steps the change is bounded (S11f)', async () => {
  const config = locally(liarsRun);
  const without = await tell('DiLoCo as it is, all honest', config, honest);
  const spoilt = await tell('DiLoCo as it is, × −20', config, { times: -20 });
  const lied = await tell('DiLoCo bounded, × −20', bounded(config), { times: -20 });
  expect(spoilt.loss).toBeGreaterThan(2 * without.loss);
  expect(lied.loss).toBeLessThan(spoilt.loss / 2);
  expect(lied.digests).toBe(1);
});
