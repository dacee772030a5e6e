// Rings of more than 8, whose replicas open only the links that they want (C6, H6, M7). No replica is linked to all. They
// have ten members unless a test is about more: a ring costs far more than its members grow.
import { expect, test } from 'vitest';
import { casesOf } from '../../base/testing/every-case';
import { sponsorsOf, linksNeeded } from '../../membership/links-needed';
import { wantedLinks } from '../peers/wanted-links';
import { atPlaces, config, endOf, ringOf, steps } from './large-rings';

test('H6, C6: ten join at once, all are admitted, and each keeps only the four links it needs', async () => {
  const ring = await ringOf(1, 10);
  for (const { member } of ring.living) expect(member.trainer.counters.retries).toBe(0);
  ring.submit({ kind: 'pause' });
  await ring.runFor(2_000);
  const lost: string[] = [];
  const [closed, decided]: [string[], string[]] = [[], []];
  for (const { id, member } of ring.living) {
    member.membership.on('stepped', ({ input }) => input.kind === 'lost' && lost.push(input.peer));
    member.on('link-closed', ({ peer }) => closed.push(peer));
    member.trainer.on('decision', () => decided.push(id));
  }
  await ring.runFor(12_000);
  expect(lost, 'closing a link that is no longer needed is not a loss').toEqual([]);
  expect(closed.length).toBeGreaterThan(20);
  expect(decided, 'nor does it wake an idle ring').toEqual([]);
  const view = ring.living[0].member.membership.view!;
  for (const { id, member } of ring.living)
    for (const peer of linksNeeded(view, id)) expect(member.hub.has(peer)).toBe(true);
  const counts = ring.living.map(({ member }) => member.hub.peers().length);
  expect(Math.max(...counts), counts.join(' ')).toBe(4);
  // Rank 0 makes the parameters of a new run: they go from neighbour to neighbour (J1).
  ring.submit({ kind: 'configure', config: { ...config, seed: 5 } });
  ring.submit({ kind: 'start' });
  await steps(ring, 3);
  expect(ring.living.flatMap(({ notices }) => notices).join('\n')).not.toContain('catching up failed');
  ring.add();
  await endOf(ring, 11);
});

const deaths: readonly (readonly [number, readonly number[], string])[] = [
  [2, [5], 'one is killed'],
  [3, [5, 6], 'two neighbours are killed: no chord leads over both'],
  [4, [9, 0, 4], 'three are killed, two of them neighbouring sponsors'],
];

test.each(casesOf(deaths, ([, places]) => places.length === 3))(
  'M7, C8, S1–S3 seed %i: of 10 those at places %j go, %s',
  async (seed, places) => {
    const ring = await ringOf(seed, 10);
    for (const replica of atPlaces(ring, places)) ring.kill(replica, { notice: seed % 2 === 0 });
    await endOf(ring, 10 - places.length);
    // A sum waits for the link to a new successor (C8).
    expect(ring.living.flatMap(({ notices }) => notices).join('\n')).not.toContain('no link to');
  },
);

test('M4, M7, M8, S4: two leave a ring of 10, and one comes; the nine fall into 6 and 3; the 3 wait, and come back as newcomers', async () => {
  const ring = await ringOf(5, 10);
  for (const replica of atPlaces(ring, [2, 3])) replica.member.leave();
  ring.add();
  await ring.until('one ring of 9', () => ring.isOneRing(9));
  await steps(ring, 3);
  ring.verify();
  const minority = atPlaces(ring, [3, 4, 5]);
  const majority = ring.living.filter((replica) => !minority.includes(replica));
  for (const a of minority) for (const b of majority) ring.cut(a, b);
  await ring.until('the majority goes on', () =>
    majority.every(({ member }) => member.membership.view?.members.length === 6),
  );
  await ring.until('the minority knows', () =>
    minority.every(({ member }) => member.membership.phase.kind === 'no-quorum'),
  );
  for (const a of minority) for (const b of majority) ring.mend(a, b);
  await endOf(ring, 9);
});

test('which links a replica wants: all in a small room; in a large one its neighbours, and newcomers as a sponsor', () => {
  const room = Array.from({ length: 30 }, (_, i) => `m${i}`);
  const none = { stale: new Set<string>(), sponsors: [], view: undefined };
  expect(wantedLinks({ ...none, self: 'm0', room: room.slice(0, 8) }).wanted).toEqual(room.slice(1, 8));
  expect(wantedLinks({ ...none, self: 'm0', room }).wanted).toEqual([]);
  expect(wantedLinks({ ...none, self: 'm9', room, sponsors: ['m1', 'm9'] }).wanted).toEqual(['m1']);
  const sources = ['m4', 'm1'];
  expect(wantedLinks({ ...none, self: 'm9', room, sponsors: ['m1', 'm9'], sources }).wanted).toEqual([
    'm1',
    'm4',
  ]);
  for (const size of [1, 5, 8, 9, 20, 30]) {
    const members = room.slice(0, size);
    const view = { lineage: '00000000', generation: 1, members, ring: members.map((_, rank) => rank) };
    for (const self of members) {
      const { wanted } = wantedLinks({ ...none, self, room, view });
      expect(wanted.length).toBeLessThanOrEqual(15);
      expect(wanted).toEqual(expect.arrayContaining([...linksNeeded(view, self)]));
      const newcomers = sponsorsOf(view).includes(self) ? room.slice(size, size + 8) : [];
      expect(wanted.filter((peer) => !members.includes(peer))).toEqual(newcomers);
    }
    const stale = new Set(room.slice(size, size + 3));
    const { wanted } = wantedLinks({ ...none, self: members[0], room, view, stale });
    if (size + 11 <= 30) expect(wanted).not.toEqual(expect.arrayContaining([...stale]));
  }
});
