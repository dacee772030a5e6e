// M1–M8, S4: views with their signals, and the ways out of a view. Drivers with real links, without training.
import { inEnglish } from '../../cli/english/in-english';
import { unexpected } from '../../base/sayings';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { driveFor, driveUntil } from '../../base/testing/drive-clock';
import { emptyHeader, encodeFrame } from '../../net/frame/frame';
import { WireLink } from '../../net/link/wire-link';
import { loopbackPair } from '../../net/wires/testing/loopback-wire';
import type { MemberId } from '../../membership/view';
import { ids } from '../testing/samples';
import { Hub } from './hub';
import { MembershipDriver, type ViewChange, type ViewSession } from './membership-driver';

let clock = new ManualClock();
const drivers: MembershipDriver[] = [];
afterEach(() => {
  for (const driver of drivers.splice(0)) {
    driver.end();
    driver.hub.close('the test is over');
  }
  clock = new ManualClock();
});

interface Watched {
  readonly self: MemberId;
  readonly driver: MembershipDriver;
  readonly changes: ViewChange[];
  readonly outside: string[];
  /** All views that it was in, in order. */
  readonly sessions: ViewSession[];
}

function watched(self: MemberId, seed: number): Watched {
  const hub = new Hub(clock);
  const driver = new MembershipDriver(self, hub, clock, seed);
  hub.handle('membership', ({ from, frame, consume }) => {
    consume();
    driver.take(from, frame);
  });
  const of: Watched = { self, driver, changes: [], outside: [], sessions: [] };
  driver.on('view-change', (change) => void of.changes.push(change));
  driver.on('outside', ({ why }) => void of.outside.push(inEnglish(why)));
  driver.on('installed', () => void of.sessions.push(driver.session!));
  drivers.push(driver);
  return of;
}

function connect(a: Watched, b: Watched): readonly [WireLink, WireLink] {
  const wires = loopbackPair('microtask');
  const atA = new WireLink({ clock, wire: wires.a, peer: b.self });
  const atB = new WireLink({ clock, wire: wires.b, peer: a.self });
  a.driver.hub.add(b.self, atA);
  b.driver.hub.add(a.self, atB);
  return [atA, atB];
}

/** Linked with each other, the first in a view of its own. */
async function scene(size: number): Promise<readonly Watched[]> {
  const all = ids.slice(0, size).map((self, seed) => watched(self, seed + 1));
  for (const [i, one] of all.entries()) for (const other of all.slice(0, i)) connect(one, other);
  for (const { driver } of all) driver.input({ kind: 'sponsors', peers: [ids[0]] });
  all[0].driver.input({ kind: 'create' });
  await driveFor(clock, 1_000);
  return all;
}

const generations = ({ driver }: Watched): readonly MemberId[] => driver.view?.members ?? [];

/** All of them in one view. */
async function formed(size: number): Promise<readonly Watched[]> {
  const all = await scene(size);
  all[0].driver.input({ kind: 'admit', peers: ids.slice(1, size) });
  await driveUntil(clock, () => all.every((one) => generations(one).length === size));
  return all;
}

test('the first member creates a view of itself, of generation 1, without a previous view', async () => {
  const [a] = await scene(1);
  expect(a.driver.view).toMatchObject({ generation: 1, members: [a.self] });
  expect(a.changes).toMatchObject([{ previous: undefined, left: [], lost: [] }]);
  expect([a.driver.session?.signal.aborted, a.driver.phase.kind]).toEqual([false, 'steady']);
});

test('a new view aborts the signal of the previous view before it is announced', async () => {
  const [a, b] = await scene(2);
  const first = a.driver.session!;
  const atInstall: boolean[] = [];
  a.driver.on('installed', () => void atInstall.push(first.signal.aborted));
  a.driver.input({ kind: 'admit', peers: [b.self] });
  await driveUntil(clock, () => b.driver.view !== undefined);
  expect(atInstall).toEqual([true]);
  expect(String(first.signal.reason)).toContain('generation 2 was installed');
  expect(a.driver.session).toMatchObject({ view: { generation: 2, members: [a.self, b.self] } });
  expect(a.driver.session?.signal.aborted).toBe(false);
  expect(b.changes).toMatchObject([{ previous: undefined, view: { generation: 2 } }]);
});

test('M5: a member that the others removed is notified once, and its signal is aborted', async () => {
  const [a, b, c] = await formed(3);
  const last = c.driver.session!;
  a.driver.input({ kind: 'kick', peers: [c.self] });
  await driveUntil(clock, () => generations(a).length === 2 && c.outside.length > 0);
  await driveFor(clock, 5_000);
  const { generation } = b.driver.view!;
  expect(c.outside).toEqual([
    `the ring went on without this replica (generation ${generation}): ${b.driver.view!.members.join(', ')}`,
  ]);
  expect([c.driver.view, c.driver.phase.kind, last.signal.aborted]).toEqual([undefined, 'outside', true]);
  expect([a.outside, b.outside]).toEqual([[], []]);
  // As a newcomer it may come back.
  a.driver.input({ kind: 'admit', peers: [c.self] });
  await driveUntil(clock, () => generations(c).length === 3);
  expect(c.sessions.at(-1)?.signal.aborted).toBe(false);
});

test('S4: a replica that gives up its lineage is outside at once, with its reason; outside it changes nothing', async () => {
  const [a, b] = await formed(2);
  const last = b.driver.session!;
  b.driver.goOutside(unexpected('another ring has trained on more'));
  expect(b.outside).toEqual(['another ring has trained on more']);
  expect([b.driver.view, last.signal.aborted]).toEqual([undefined, true]);
  expect(String(last.signal.reason)).toContain('another ring has trained on more');
  b.driver.goOutside(unexpected('again'));
  expect(b.outside.length).toBe(1);
  expect(a.driver.session?.signal.aborted).toBe(false);
});

test('M4: a member that leaves says goodbye: the others’ next view names it among the members that left', async () => {
  const [a, b, c] = await formed(3);
  const last = c.driver.session!;
  c.driver.leave();
  expect([c.driver.view, last.signal.aborted]).toEqual([undefined, true]);
  await driveUntil(clock, () => [a, b].every((one) => generations(one).length === 2));
  expect(clock.now()).toBeLessThan(3_000); // no heartbeat had to miss it
  for (const one of [a, b]) expect(one.changes.at(-1)).toMatchObject({ left: [c.self], lost: [] });
  const before = c.changes.length;
  c.driver.input({ kind: 'create' });
  await driveFor(clock, 1_000);
  expect([c.changes.length, c.driver.view, c.outside]).toEqual([before, undefined, []]);
});

test('M7: a member whose links end without a goodbye is lost, and the next view names it as lost', async () => {
  const [a, b, c] = await formed(3);
  c.driver.end();
  c.driver.hub.close('killed');
  await driveUntil(clock, () => [a, b].every((one) => generations(one).length === 2));
  for (const one of [a, b]) expect(one.changes.at(-1)).toMatchObject({ left: [], lost: [c.self] });
});

test('M8: with the majority gone there is no quorum, and the view and its signal stay', async () => {
  const [a, b, c] = await formed(3);
  for (const one of [b, c]) {
    one.driver.end();
    one.driver.hub.close('killed');
  }
  await driveUntil(clock, () => a.driver.phase.kind === 'no-quorum');
  expect([generations(a).length, a.driver.session?.signal.aborted, a.outside]).toEqual([3, false, []]);
});

test('a peer is heard as soon as its link lives, and no longer once it is closed', async () => {
  const [a, b] = [watched(ids[0], 1), watched(ids[1], 2)];
  const heard: boolean[] = [];
  a.driver.on('liveness', ({ peer }) => void heard.push(a.driver.hears(peer)));
  expect(a.driver.hears(b.self)).toBe(false);
  const [atA] = connect(a, b);
  await driveFor(clock, 500);
  expect(heard).toEqual([false, true]); // opening, then open
  atA.close('a test');
  await driveFor(clock, 500);
  expect(heard).toEqual([false, true, false]);
});

test('S4: a peer of another lineage is announced as a contact', async () => {
  const [a, b] = [watched(ids[0], 1), watched(ids[1], 2)];
  for (const { driver } of [a, b]) driver.input({ kind: 'create' });
  const contacts: MemberId[] = [];
  a.driver.on('contact', ({ peer }) => void contacts.push(peer));
  connect(a, b);
  await driveUntil(clock, () => contacts.length > 0);
  expect(contacts[0]).toBe(b.self);
  expect(a.driver.view?.lineage).not.toBe(b.driver.view?.lineage);
});

test('M1: a message that is not a membership message closes its sender’s link', async () => {
  const [a, b] = await formed(2);
  const link = a.driver.hub.link(b.self)!;
  void b.driver.hub.send(a.self, 'membership', encodeFrame({ ...emptyHeader, type: 'membership' }, new Uint8Array([123]))); // prettier-ignore
  await driveUntil(clock, () => !link.isOpen);
  expect((await link.closed).message).toContain(b.self);
});
