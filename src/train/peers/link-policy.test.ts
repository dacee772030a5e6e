// L16: which links a replica wants, when it closes one that it does not need, and which newcomers it calls again.
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { driveFor } from '../../base/testing/drive-clock';
import { linksNeeded } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import { moonsRun } from '../testing/moons-run';
import { HandLink } from '../testing/hand-link';
import { helloOf, ringOf, viewOf } from '../testing/samples';
import type { Hello } from './hello';
import { Hellos } from './hellos';
import { Hub } from './hub';
import { LinkPolicy } from './link-policy';
import { maxLinks } from './wanted-links';

const id = (n: number): MemberId => n.toString(16).padStart(16, '0');
const range = (from: number, to: number): MemberId[] =>
  Array.from({ length: to - from }, (_, i) => id(from + i));
const self = id(0);

function scene(now: { view?: View | undefined; mayClose?: boolean } = {}) {
  const clock = new ManualClock();
  const hub = new Hub(clock);
  const hellos = new Hellos(hub, () => helloOf());
  hub.handle('hello', ({ from, frame }) => void hellos.take(from, frame));
  const wanted: (readonly MemberId[])[] = [];
  const policy = new LinkPolicy({
    ...{ self, hub, hellos, clock },
    view: () => now.view,
    mayClose: () => now.mayClose ?? true,
  });
  policy.on('wanted', (peers) => wanted.push(peers));
  const links = new Map<MemberId, HandLink>();
  const link = (peer: MemberId, hello?: Partial<Hello>): HandLink => {
    const made = new HandLink(clock);
    links.set(peer, made);
    hub.add(peer, made);
    if (hello) made.deliverJson('hello', helloOf(hello));
    return made;
  };
  const open = (): MemberId[] => [...links].filter(([, { isOpen }]) => isOpen).map(([peer]) => peer);
  return { clock, hub, policy, now, wanted, link, open };
}

test('L16: with at most 8 in room and view together, links to all are wanted, and none is ever closed', async () => {
  const { clock, policy, wanted, link, open, now } = scene();
  now.view = viewOf(range(0, 3)); // id 2 has lost the server
  policy.room([self, id(1), ...range(3, 8)]);
  expect(wanted).toEqual([[id(1), ...range(3, 8), id(2)]]);
  link(id(9));
  await driveFor(clock, 60_000);
  expect(open()).toEqual([id(9)]);
});

test('L16: before the room is known nothing is wanted; a wanted link is announced once', async () => {
  const { clock, policy, wanted, link } = scene();
  link(id(1));
  await driveFor(clock, 5_000);
  expect(wanted).toEqual([]);
  policy.room(range(0, 3));
  await driveFor(clock, 5_000);
  expect(wanted).toEqual([range(1, 3)]);
});

test('L16: in a large room a member wants the links of its view; a sponsor also wants 8 newcomers, by arrival', () => {
  const view = viewOf(range(0, 12));
  const newcomers = range(20, 30);
  const sponsor = scene({ view });
  sponsor.policy.room([...view.members, ...newcomers]);
  expect(sponsor.wanted).toEqual([[...linksNeeded(view, self), ...newcomers.slice(0, 8)]]);
  // The same members, another order around the ring: this replica is not a sponsor.
  const inner = { ...view, ring: [3, 4, 5, 0, 1, 2, 6, 7, 8, 9, 10, 11] };
  const member = scene({ view: inner });
  member.policy.room([...view.members, ...newcomers]);
  expect(member.wanted).toEqual([linksNeeded(inner, self)]);
});

test('L16: outside of a large ring a replica wants the sponsors that it knows', () => {
  const { policy, wanted, link } = scene();
  link(id(5), { config: moonsRun([4]), ring: ringOf({ sponsors: [self, ...range(3, 6)] }) });
  policy.room(range(0, 12));
  expect(wanted).toEqual([range(3, 6)]);
});

test('L16: a link that is not needed is closed 10 s after it was last needed, by a member', async () => {
  const { clock, policy, now, link, open } = scene();
  now.view = viewOf(range(0, 12));
  policy.room(range(0, 12));
  link(id(1));
  const spare = link(id(6));
  await driveFor(clock, 9_900);
  expect(open()).toEqual([id(1), id(6)]);
  await driveFor(clock, 1_200); // it looks once a second
  expect(open()).toEqual([id(1)]);
  expect(spare.closedWith).toBe('this ring needs no link here');
});

test('L16: the view changes back within the 10 s, and the link stays', async () => {
  const { clock, policy, now, link, open } = scene();
  const around = viewOf(range(0, 12));
  const other = { ...around, ring: [0, 6, 2, 3, 4, 5, 1, 7, 8, 9, 10, 11] };
  now.view = around;
  policy.room(range(0, 12));
  link(id(6));
  await driveFor(clock, 8_000);
  now.view = other;
  await driveFor(clock, 2_000);
  now.view = around;
  await driveFor(clock, 9_000);
  expect(open()).toEqual([id(6)]);
  await driveFor(clock, 2_500);
  expect(open()).toEqual([]);
});

test('L16: no link is closed while state is fetched over any, nor by a replica outside', async () => {
  const fetching = scene({ view: viewOf(range(0, 12)), mayClose: false });
  const outside = scene();
  for (const { policy, link } of [fetching, outside]) {
    policy.room(range(0, 12));
    link(id(6));
  }
  for (const { clock } of [fetching, outside]) await driveFor(clock, 30_000);
  expect([fetching.open(), outside.open()]).toEqual([[id(6)], [id(6)]]);
  fetching.now.mayClose = true;
  await driveFor(fetching.clock, 1_100);
  expect(fetching.open()).toEqual([]);
});

test('L16: beyond 16 links, the one that has been unneeded for longest is closed at once', async () => {
  const { policy, link, open, clock } = scene({ view: undefined, mayClose: false });
  policy.room(range(0, 30));
  for (const peer of range(1, maxLinks + 1)) link(peer);
  expect(open().length).toBe(maxLinks);
  link(id(20));
  await driveFor(clock, 0);
  expect(open()).toEqual([...range(2, maxLinks + 1), id(20)]);
});

test('L16: a newcomer that does not ask within 20 s makes room for others, and is called again after 60 s', async () => {
  const view = viewOf(range(0, 12));
  const { clock, policy, wanted, link } = scene({ view });
  const newcomers = range(20, 30);
  const calls = (): MemberId[] => wanted.at(-1)!.filter((peer) => newcomers.includes(peer));
  policy.room([...view.members, ...newcomers]);
  link(id(20), { wantsIn: true }); // this one asks
  expect(calls()).toEqual(range(20, 28));
  await driveFor(clock, 19_500);
  expect(calls()).toEqual(range(20, 28));
  await driveFor(clock, 2_000);
  expect(calls()).toEqual([id(20), id(28), id(29), ...range(21, 26)]);
  await driveFor(clock, 40_000); // the first seven were called 60 s ago: they are called again
  expect(calls()).toEqual(range(20, 28));
  await driveFor(clock, 22_000); // again in vain, and the other two were called 60 s ago
  expect(calls()).toEqual([id(20), id(28), id(29), ...range(21, 26)]);
});

test('H6: a record first names newcomers that every sponsor calls', () => {
  const view = viewOf(range(0, 12));
  const { policy } = scene({ view });
  policy.room([...view.members, ...range(20, 30)]);
  expect(policy.first([id(29), id(21), id(28), id(20)])).toEqual([id(21), id(20), id(29), id(28)]);
});

test('once ended it wants and closes nothing', async () => {
  const { clock, policy, now, wanted, link, open } = scene({ view: viewOf(range(0, 12)) });
  policy.room(range(0, 12));
  link(id(6));
  policy.end();
  now.view = viewOf(range(0, 9));
  policy.room(range(0, 3));
  await driveFor(clock, 30_000);
  expect([wanted.length, open()]).toEqual([1, [id(6)]]);
});
