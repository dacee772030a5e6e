// The header: every member gets the same records in rank order; missing ones are named; duplicates change nothing.
import { expect, test } from 'vitest';
import { bytesOf, equalBytes } from '../base/bytes';
import { ManualClock } from '../base/clock';
import { prng } from '../base/prng';
import type { View } from '../membership/view';
import { decodeFrame } from '../net/frame/frame';
import { RecordGather, type RecordMessage } from './all-gather-records';
import { encodeRecordFrame, readRecordFrame } from './record-frame';
import { TestFabric } from './testing/fabric';

/** `isCut`: the links that are broken from the beginning. */
function makeMembers(worldSize: number, seed: number, isCut = (_a: string, _b: string): boolean => false) {
  const members = Array.from({ length: worldSize }, (_, rank) => `m${rank}`);
  const view: View = { lineage: '0badcafe', generation: 2, members, ring: members.map((_, rank) => rank) };
  const fabric = new TestFabric(seed);
  const clock = new ManualClock();
  const refused: string[] = [];
  const gathers = members.map((self) => {
    // One message goes to many members, one after the other, and is encoded once, as the product does.
    let last: { readonly message: RecordMessage; readonly bytes: Uint8Array } | undefined;
    const encoded = (message: RecordMessage): Uint8Array =>
      (last = last?.message === message ? last : { message, bytes: encodeRecordFrame(message) }).bytes;
    const gather = new RecordGather({
      view,
      self,
      clock,
      send: (to, message) =>
        isCut(self, to) ? Promise.reject(new Error('no link')) : fabric.send(self, to, encoded(message)),
      isHeard: (peer) => !isCut(self, peer),
      onSendFailure: () => {},
    });
    fabric.attach(self, (from, bytes, consume) => {
      const frame = decodeFrame(bytes);
      const read = frame.ok ? readRecordFrame(from, frame.value) : frame;
      const taken = read.ok ? gather.receive(from, read.value) : read;
      if (!taken.ok) refused.push(taken.error.code);
      consume();
    });
    return gather;
  });
  return { view, fabric, clock, gathers, refused };
}

const recordOf = (rank: number, round: number): Uint8Array =>
  bytesOf(Uint32Array.of(rank, round, rank * round));

test.each([1, 2, 3, 8, 9, 16])('N = %i: three rounds, duplicated frames', async (worldSize) => {
  const { fabric, gathers, refused } = makeMembers(worldSize, worldSize);
  const random = prng('duplicates', worldSize);
  fabric.tamper = (_from, _to, bytes) => (random.below(3) === 0 ? [bytes, bytes.slice()] : [bytes]);
  const all = Promise.all(
    gathers.map(async (gather, rank) => {
      for (let round = 0; round < 3; round++) {
        const records = await gather.gather(round, recordOf(rank, round), 1000);
        records.forEach((record, of) => expect(equalBytes(record, recordOf(of, round))).toBe(true));
      }
    }),
  );
  await fabric.run();
  await all;
  expect(refused).toEqual([]);
});

test('above 8 members a dead one cuts nobody off: only its record is missing, and it is named', async () => {
  const { fabric, clock, gathers } = makeMembers(12, 4);
  fabric.detach('m5');
  const all = gathers.map((gather, rank) =>
    rank === 5 ? undefined : gather.gather(0, recordOf(rank, 0), 1000).catch((error: Error) => error),
  );
  await fabric.run();
  for (const [rank, gather] of gathers.entries()) if (rank !== 5) expect(gather.missing()).toEqual(['m5']);
  while (clock.runNext()) await Promise.resolve();
  for (const [rank, error] of (await Promise.all(all)).entries())
    if (rank !== 5) expect(String(error)).toContain('missing m5');
});

/** Member m0 of four, which hears those in `heard`. */
function hearer(heard: ReadonlySet<string>) {
  const members = ['m0', 'm1', 'm2', 'm3'];
  const forgeries: string[] = [];
  const adopted: number[] = [];
  const gather = new RecordGather({
    view: { lineage: '0badcafe', generation: 2, members, ring: [0, 1, 2, 3] },
    ...{ self: 'm0', clock: new ManualClock(), send: () => Promise.resolve(), onSendFailure: () => {} },
    isHeard: (peer) => heard.has(peer),
    onForgery: (peer) => forgeries.push(peer),
    onAdopted: (_, rank) => adopted.push(rank),
  });
  const all = gather.gather(0, Uint8Array.of(0), 1000);
  const take = (from: string, rank: number, byte: number): boolean => {
    const key = { lineage: '0badcafe', generation: 2, round: 0 };
    const taken = gather.receive(from, { key, rank, bytes: Uint8Array.of(byte), isFlooded: true });
    return taken.ok && taken.value;
  };
  return { gather, forgeries, adopted, all, take };
}

test('C13: what is passed on waits while the author’s link is live, and its own word counts', async () => {
  const { gather, forgeries, all, take } = hearer(new Set(['m1', 'm2', 'm3']));
  expect([take('m3', 1, 9), take('m3', 2, 9), take('m3', 3, 3)]).toEqual([false, false, true]);
  expect(gather.missing()).toEqual(['m1', 'm2']);
  expect([take('m1', 1, 1), take('m2', 2, 2)]).toEqual([true, true]);
  expect((await all).map(([byte]) => byte)).toEqual([0, 1, 2, 3]);
  expect(forgeries).toEqual(['m3', 'm3']);
  expect([take('m3', 1, 9), take('m1', 1, 9)]).toEqual([false, false]); // it is over
});

test('C13: what is passed on counts once its author’s link falls silent, by the number of those who say it', async () => {
  const heard = new Set(['m1', 'm2', 'm3']);
  const { gather, adopted, all, take } = hearer(heard);
  for (const [from, rank, byte] of [['m3', 1, 9], ['m2', 1, 1], ['m2', 2, 2], ['m3', 3, 3]] as const) take(from, rank, byte); // prettier-ignore
  heard.delete('m1');
  gather.linkChanged('m1');
  expect(adopted).toEqual([1]);
  expect((await all).map(([byte]) => byte)).toEqual([0, 9, 2, 3]);
});

test('C13: of a silent author the record counts that more pass on; its own word over a new link counts before', async () => {
  const { all, take } = hearer(new Set(['m2', 'm3']));
  expect([take('m3', 1, 9), take('m2', 1, 1)]).toEqual([true, false]);
  expect(take('m1', 1, 7)).toBe(true);
  take('m2', 2, 2);
  take('m3', 3, 3);
  expect((await all).map(([byte]) => byte)).toEqual([0, 7, 2, 3]);
});

test('strangers, forged ranks, contradictions and far rounds are refused', async () => {
  const { gathers } = makeMembers(3, 1);
  const [gather] = gathers;
  const key = { lineage: '0badcafe', generation: 2, round: 0 };
  const code = (from: string, rank: number, round: number, byte: number, isFlooded = false): string => {
    const bytes = Uint8Array.of(byte);
    const result = gather.receive(from, { key: { ...key, round }, rank, bytes, isFlooded });
    return result.ok ? String(result.value) : result.error.code;
  };
  expect(code('stranger', 1, 0, 1)).toBe('not-a-member');
  expect(code('m1', 2, 0, 1)).toBe('not-its-own');
  expect(code('m1', 0, 0, 1, true), 'in the receiver’s name').toBe('not-its-own');
  expect(code('m1', 3, 0, 1)).toBe('wrong-rank');
  expect(code('m1', 1, 0, 1)).toBe('true');
  expect(code('m1', 1, 0, 1)).toBe('false');
  expect(code('m1', 1, 0, 2)).toBe('contradiction');
  expect(code('m2', 1, 0, 2, true), 'what another passed on changes nothing').toBe('false');
  expect(code('m1', 1, 2, 1)).toBe('true');
  expect(code('m1', 1, 3, 1)).toBe('too-far-ahead');
  const waiting = gather.gather(0, Uint8Array.of(0), 1000);
  expect(gather.missing()).toEqual(['m2']);
  gather.abort(new Error('view changed'));
  await expect(waiting).rejects.toThrow('view changed');
});

/** Gathers `rounds` rounds at every member, over the existing links. */
async function gatherRounds(
  { fabric, gathers }: ReturnType<typeof makeMembers>,
  rounds: number,
  between?: () => boolean,
): Promise<readonly number[]> {
  const done = gathers.map(() => 0);
  for (const [rank, gather] of gathers.entries())
    void (async () => {
      for (let round = 0; round < rounds; round++) {
        const records = await gather.gather(round, recordOf(rank, round), 1000);
        expect(records.every((record, of) => equalBytes(record, recordOf(of, round)))).toBe(true);
        done[rank]++;
      }
    })().catch(() => undefined); // aborted at the end of the test: `done` shows the progress
  await fabric.run(between);
  return done;
}

/** A few links to cut, so that the ring with its chords (a full mesh up to 8) still joins all members. */
function randomCuts(worldSize: number, seed: number): Set<string> {
  const random = prng('cuts', seed);
  const members = Array.from({ length: worldSize }, (_, rank) => `m${rank}`);
  const reach = worldSize <= 8 ? worldSize - 1 : 2;
  const links = members.flatMap((a, i) =>
    Array.from({ length: reach }, (_, hop) => [a, members[(i + hop + 1) % worldSize]].sort().join()),
  );
  const cuts = new Set<string>();
  for (let tries = 0; tries < links.length; tries++) {
    const link = links[random.below(links.length)];
    cuts.add(link);
    const reached = new Set(['m0']);
    for (let grown = -1; grown < reached.size;) {
      grown = reached.size;
      for (const [a, b] of links.filter((other) => !cuts.has(other)).map((other) => other.split(',')))
        if (reached.has(a) || reached.has(b)) reached.add(a).add(b);
    }
    if (reached.size < worldSize) cuts.delete(link);
  }
  return cuts;
}

test('C7 every round completes while the remaining links join all members', async () => {
  for (let seed = 0; seed < 30; seed++) {
    const worldSize = 3 + (seed % 10);
    const cuts = randomCuts(worldSize, seed);
    const members = makeMembers(worldSize, seed, (a, b) => cuts.has([a, b].sort().join()));
    const done = await gatherRounds(members, 3);
    expect(done, `seed ${seed}, ${worldSize} members, without ${[...cuts].join(' ')}`).toEqual(
      done.map(() => 3),
    );
    expect(members.refused, `seed ${seed}`).toEqual([]);
    // Bounded: each member passes each record on once, to all its peers.
    const bound = 3 * worldSize * worldSize * (worldSize - 1);
    expect(members.fabric.framesDelivered, `seed ${seed}`).toBeLessThanOrEqual(bound);
  }
});

test('C7 records lost with a closing link come another way, whenever it closes', async () => {
  for (let seed = 0; seed < 30; seed++) {
    const worldSize = 3 + (seed % 10);
    const random = prng('closing', seed);
    const cuts = randomCuts(worldSize, seed);
    const closed = new Set<string>();
    const members = makeMembers(worldSize, seed, (a, b) => closed.has([a, b].sort().join()));
    // A frame under way over a link that has closed is lost.
    members.fabric.tamper = (from, to, bytes) => (closed.has([from, to].sort().join()) ? [] : [bytes]);
    const waiting = [...cuts];
    const done = await gatherRounds(members, 4, () => {
      if (waiting.length === 0 || random.below(6) > 0) return false;
      const link = waiting.pop()!;
      closed.add(link);
      const [a, b] = link.split(',');
      members.gathers[Number(a.slice(1))].linkChanged(b);
      members.gathers[Number(b.slice(1))].linkChanged(a);
      return true;
    });
    expect(done, `seed ${seed}, ${worldSize} members, closing ${[...cuts].join(' ')}`).toEqual(
      done.map(() => 4),
    );
    expect(members.refused, `seed ${seed}`).toEqual([]);
  }
});

test('C7b records lost with links come over the links that take their place', async () => {
  for (let seed = 0; seed < 30; seed++) {
    const worldSize = 3 + (seed % 10);
    const random = prng('reopening', seed);
    const linkOf = (a: string, b: string): string => [a, b].sort().join();
    const closed = new Set<string>();
    /** How often a link has closed or opened: a frame arrives only in the life of the link that it was sent in. */
    const lives = new Map<string, number>();
    const members = makeMembers(worldSize, seed, (a, b) => closed.has(linkOf(a, b)));
    const { fabric, gathers } = members;
    const sentIn = new WeakMap<Uint8Array, number | undefined>();
    const send = fabric.send.bind(fabric);
    fabric.send = (from, to, bytes) => {
      const copy = bytes.slice();
      sentIn.set(copy, lives.get(linkOf(from, to)));
      return send(from, to, copy);
    };
    fabric.tamper = (from, to, bytes) => (sentIn.get(bytes) === lives.get(linkOf(from, to)) ? [bytes] : []);
    const change = (link: string): void => {
      const isOpened = closed.delete(link);
      if (!isOpened) closed.add(link);
      lives.set(link, (lives.get(link) ?? 0) + 1);
      const ends = link.split(',');
      for (const [self, peer] of [ends, ends.toReversed()]) {
        const gather = gathers[Number(self.slice(1))];
        if (isOpened) gather.linkOpened(peer);
        else gather.linkChanged(peer);
      }
    };
    let changes = 12 * worldSize;
    const done = await gatherRounds(members, 4, () => {
      if (changes === 0 || random.below(8) > 0) return false;
      changes--;
      const rank = random.below(worldSize);
      const hop = 1 + random.below(worldSize <= 8 ? worldSize - 1 : 2);
      change(linkOf(`m${rank}`, `m${(rank + hop) % worldSize}`));
      return false;
    });
    for (const link of [...closed]) change(link);
    await fabric.run();
    expect(done, `seed ${seed}, ${worldSize} members`).toEqual(done.map(() => 4));
    expect(members.refused, `seed ${seed}`).toEqual([]);
  }
});

test('C7b a peer that is heard again over the same link gets no record twice', async () => {
  const members = makeMembers(12, 3);
  const all = Promise.all(members.gathers.map((gather, rank) => gather.gather(0, recordOf(rank, 0), 1000)));
  for (const [rank, gather] of members.gathers.entries()) gather.linkChanged(`m${(rank + 1) % 12}`);
  await members.fabric.run();
  await all;
  const delivered = members.fabric.framesDelivered;
  for (let times = 0; times < 5; times++)
    for (const [rank, gather] of members.gathers.entries()) gather.linkChanged(`m${(rank + 1) % 12}`);
  await members.fabric.run();
  expect(members.fabric.framesDelivered).toBe(delivered);
});
