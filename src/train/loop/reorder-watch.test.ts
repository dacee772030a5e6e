// M11: when rank 0 asks for another order around the ring, which one, and how long it rests after each time.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { driveFor } from '../../base/testing/drive-clock';
import { predecessorOf, successorOf, type MemberId, type View } from '../../membership/view';
import { HandLink } from '../testing/hand-link';
import { ids, recordOf, viewOf, headerOf } from '../testing/samples';
import { ReorderWatch } from './reorder-watch';

const view = viewOf(ids.slice(0, 4));
const [a, b, c, d] = view.members;

function scene(self: MemberId = a, isBroken: (from: MemberId, to: MemberId) => boolean = () => false) {
  const clock = new ManualClock();
  const links = new Map<MemberId, HandLink>();
  const notices: string[] = [];
  const watch = new ReorderWatch({
    host: { self, clock, nameOf: (member) => member[0].toUpperCase(), isBroken },
    hub: { link: (peer) => links.get(peer) },
    notify: (_, says) => void notices.push(inEnglish(says)),
  });
  const link = (peer: MemberId, stats: Partial<HandLink>): void => {
    links.set(peer, Object.assign(new HandLink(clock), stats));
  };
  /** A header in which each member says how long a frame takes to its successor. */
  const header = (edges: readonly number[], of: View = view): void =>
    watch.see(headerOf(of, edges.map((edgeMs) => recordOf({ edgeMs })))); // prettier-ignore
  const asks = (of: View = view): boolean => watch.record(of).requestsReorder;
  /** Headers, one a second, until it asks: after how many seconds. */
  const secondsUntilAsked = async (edges: readonly number[], limitSeconds = 600): Promise<number> => {
    for (let seconds = 0; seconds <= limitSeconds; seconds++) {
      header(edges);
      if (asks()) return seconds;
      await driveFor(clock, 1_000);
    }
    return Infinity;
  };
  return { clock, watch, notices, link, header, asks, secondsUntilAsked };
}
const apart = (order: readonly MemberId[] | undefined, x: MemberId, y: MemberId): boolean => {
  const around = viewOf(order ?? []);
  return order?.length === 4 && successorOf(around, x) !== y && predecessorOf(around, x) !== y;
};
/** The times of an edge of 100 ms from a to b, and 5 ms elsewhere. */
const slowAb = [100, 5, 5, 5];

test('M11: rank 0 asks once the slow edge has lasted 10 s, and for an order without that edge', async () => {
  const { watch, secondsUntilAsked } = scene();
  expect(await secondsUntilAsked(slowAb)).toBe(10);
  const order = watch.ordered();
  expect([...(order ?? [])].sort()).toEqual([a, b, c, d]);
  expect(apart(order, a, b)).toBe(true);
});

test('M11: 10 s are not enough without three looks, one a second at most', async () => {
  const { clock, header, asks } = scene();
  header(slowAb);
  await driveFor(clock, 12_000);
  header(slowAb);
  header(slowAb); // within the same second
  expect(asks()).toBe(false);
  await driveFor(clock, 1_000);
  header(slowAb);
  expect(asks()).toBe(true);
});

test('M11: one fast measurement in between begins the 10 s again', async () => {
  const { clock, header, secondsUntilAsked } = scene();
  expect(await secondsUntilAsked(slowAb, 8)).toBe(Infinity);
  header([5, 5, 5, 5]);
  await driveFor(clock, 1_000);
  expect(await secondsUntilAsked(slowAb)).toBe(10);
});

test.each([
  ['19 ms: nobody’s trouble', [19, 1, 1, 1], false],
  ['20 ms', [20, 1, 1, 1], true],
  ['three times as fast', [99, 33, 33, 33], true],
  ['less than that', [98, 33, 33, 33], false],
  ['not measured', [0, 0, 0, 0], false],
])('M11: the slowest edge, and what another order would gain: %s', async (_, edges, isAsked) => {
  expect(await scene().secondsUntilAsked(edges, 20)).toBe(isAsked ? 10 : Infinity);
});

test('M11: only rank 0 asks, and only in a ring of four at least', async () => {
  expect(await scene(b).secondsUntilAsked(slowAb, 20)).toBe(Infinity);
  const three = viewOf([a, b, c]);
  const { clock, header, asks } = scene();
  for (let seconds = 0; seconds < 20; seconds++) {
    header([100, 1, 1], three);
    expect(asks(three)).toBe(false);
    await driveFor(clock, 1_000);
  }
});

test('M11: it rests 30 s after it asked, twice as long after each time, 8 min at most', async () => {
  const { watch, secondsUntilAsked, clock } = scene();
  const waits: number[] = [];
  for (let time = 0; time < 7; time++) {
    waits.push(await secondsUntilAsked(slowAb));
    watch.ordered(); // in vain: the ring is as slow as before
  }
  // The waits are its own rest, and 10 s of looking.
  expect(waits).toEqual([10, 30, 60, 120, 240, 480, 480].map((rest, i) => (i === 0 ? rest : rest + 10)));
  await driveFor(clock, 480_000 + 481_000); // longer at peace than the longest rest
  await secondsUntilAsked(slowAb);
  watch.ordered();
  expect(await secondsUntilAsked(slowAb)).toBe(40);
});

test('M11: no order goes over a broken link, and a broken edge of the ring is not its business', async () => {
  const between = (x: MemberId, y: MemberId) => (from: MemberId, to: MemberId) =>
    [x, y].includes(from) && [x, y].includes(to);
  // An order without a–c has a between b and d.
  expect(await scene(a, between(a, c)).secondsUntilAsked(slowAb, 20)).toBe(Infinity);
  expect(await scene(a, between(a, b)).secondsUntilAsked(slowAb, 20)).toBe(Infinity);
});

test('M11: a link of its own that is known to be slow is no way out, though it carries nothing', async () => {
  const { link, secondsUntilAsked } = scene();
  link(c, { roundTripMs: 180 });
  expect(await secondsUntilAsked(slowAb, 20)).toBe(Infinity);
  link(c, { roundTripMs: 20 });
  expect(await secondsUntilAsked(slowAb)).toBe(10);
});

test('H1: a record says half the round trip to the successor, and what a frame of the sum takes at the link’s rate', () => {
  const { watch, link } = scene();
  expect(watch.record(view).edgeMs).toBe(0);
  link(b, { roundTripMs: 20 });
  expect(watch.record(view, 4_000).edgeMs).toBe(10);
  link(b, { roundTripMs: 20, bytesPerSecond: 1_000_000 });
  expect(watch.record(view, 4_000).edgeMs).toBe(14); // 4 B × 4,000 in 4 chunks
  expect(watch.record(view, 10_000_000).edgeMs).toBe(Math.fround(10 + 65.536)); // 64 KiB at most
  link(b, { roundTripMs: 20, isOpen: false });
  expect(watch.record(view, 4_000).edgeMs).toBe(0);
});

test('M11: what was asked for in one ring is not asked for in another', async () => {
  const { watch, header, asks, secondsUntilAsked } = scene();
  await secondsUntilAsked(slowAb);
  const other = { ...view, ring: [0, 2, 1, 3] };
  expect(asks(other)).toBe(false);
  header([5, 5, 5, 5], other);
  expect([asks(other), watch.ordered()]).toEqual([false, undefined]);
});

test('M11: every member announces which slow edge the new ring goes around', () => {
  const around = { ...view, ring: [0, 2, 1, 3] };
  const announced = (next: View, edges = slowAb): readonly string[] => {
    const { header, notices } = scene(c);
    header(edges);
    header(
      next.members.map(() => 5),
      next,
    );
    return notices;
  };
  expect(announced(around)).toEqual(['The ring goes around A–B now: a chunk takes 100\u00a0ms there']);
  expect(announced({ ...view, ring: [0, 1, 3, 2] })).toEqual([]); // still an edge
  expect(announced({ ...view, ring: [0, 2, 3, 1] })).toEqual([]); // the other way
  expect(announced(around, [19, 5, 5, 5])).toEqual([]); // no edge was slow
  const grown = viewOf(ids.slice(0, 5), { ring: [0, 2, 1, 3, 4] });
  expect(announced(grown)).toEqual([]); // another ring, not another order
});
