// M9: newcomers that ask for admission while all members die open the ring themselves, once, and say so.
import { expect, test } from 'vitest';
import { SimulatedRing } from './simulated-ring';
import { testConfig } from './real-ring';

test.each([
  [1, 'with notice', true],
  [2, 'without', false],
])('M9 seed %i: the ring dies, %s, while two ask to be let in', async (seed, _, notice) => {
  const ring = new SimulatedRing({ seed, config: { ...testConfig, steps: 30 } });
  const old = [ring.add(), ring.add()];
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('five steps', () => old[0].steps.length >= 5);
  const newcomers = [ring.add(), ring.add()];
  await ring.until('the run is known', () => newcomers.every(({ member }) => member.replica.ready));
  expect(newcomers.every(({ member }) => member.membership.view === undefined)).toBe(true);
  for (const replica of old) ring.kill(replica, { notice });
  await ring.runFor(20_000);
  for (const { member } of newcomers)
    expect(member.phase).toMatchObject({
      kind: 'connecting',
      why: { code: 'nobody-left' },
    });
  await ring.formed(2);
  expect(new Set(newcomers.map(({ member }) => member.membership.view?.lineage)).size).toBe(1);
  const told = newcomers.filter(({ notices }) => notices.some((text) => text.includes('opened it again')));
  expect(told).toHaveLength(1);
  ring.submit({ kind: 'start' });
  await ring.until('the end', () => newcomers.every(({ steps }) => steps.at(-1)?.step === 30));
  expect(newcomers[0].steps.at(-1)!.digest).toBe(newcomers[1].steps.at(-1)!.digest);
  ring.verify();
  await ring.end();
});

test('M9, S6: a replica that was outside goes on with its own state, and a newcomer joins it', async () => {
  const ring = new SimulatedRing({ seed: 3, config: { ...testConfig, steps: 40 } });
  const [a, b, c] = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('five steps', () => ring.replicas.every(({ steps }) => steps.length >= 5));
  for (const other of [a, b]) ring.cut(other, c);
  await ring.until('a ring of two', () => a.member.membership.view?.members.length === 2);
  for (const other of [a, b]) ring.mend(other, c);
  await ring.until('outside', () => c.member.membership.view === undefined);
  const { step, run } = c.member.replica.held!.state;
  for (const replica of [a, b]) ring.kill(replica);
  const d = ring.add();
  await ring.until('the end', () => [c, d].every(({ steps }) => steps.at(-1)?.step === 40));
  const { lineage } = c.steps.at(-1)!;
  const [first] = c.steps.filter((record) => record.lineage === lineage);
  expect([first.step, first.run]).toEqual([step + 1, run]);
  expect(d.steps.at(-1)!.digest).toBe(c.steps.at(-1)!.digest);
  ring.verify();
  await ring.end();
});
