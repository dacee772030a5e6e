import { inWords } from '../../cli/english/testing/in-words';
import { expect, test } from 'vitest';
import { equalBytes, utf8 } from '../../base/bytes';
import { prng } from '../../base/prng';
import { drive, driveFor, driveUntil } from '../../base/testing/drive-clock';
import { emptyHeader, encodeFrame } from '../../net/frame/frame';
import { newHostKeys } from '../../net/room/signed-command';
import { givenBy } from './shared-file';
import type { FetchEnd } from './shard-fetch';
import { pieceBytes } from './shard-server';
import { shardBytes } from '../../data/shard-sizes';
import { listShards, rootOf } from '../../data/shards';
import { dataOf, pause, ShareScene, shelfOf } from './testing/share-scene';

const shards = 6;
const data = dataOf((shards - 1) * shardBytes + 1000);
/** Plain comparison of two megabytes by `toEqual` takes seconds. */
const isData = async (end: FetchEnd): Promise<boolean> =>
  end.ok && equalBytes(new Uint8Array(await end.value.arrayBuffer()), data);

test('T6 a newcomer fetches the host’s data, and its bytes are equal', async () => {
  const scene = new ShareScene(1);
  const host = scene.add();
  await scene.offer(host, data);
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  expect(guest.share.offer).toMatchObject({ bytes: data.length, isOpen: true });
  const end = await drive(scene.clock, guest.share.fetch(shelfOf().shelf, pause));
  expect(await isData(end)).toBe(true);
  expect(host.share.server.receivers).toBe(1);
});

test('H14 whom the door shuts out learns nothing of the data, and gets none when it asks, until it is let in', async () => {
  const scene = new ShareScene(9);
  const host = scene.add();
  const members = scene.add();
  await scene.offer(host, data);
  await driveUntil(scene.clock, () => members.share.offer !== undefined);
  scene.shutOut.add('member 2');
  const stranger = scene.add();
  await driveFor(scene.clock, 5_000);
  expect([stranger.share.offer, stranger.share.holders]).toEqual([undefined, []]);
  // It knows the offer by other means.
  stranger.share.publish(host.share.offer!.envelope, undefined);
  await driveFor(scene.clock, 1_000);
  expect(host.share.server.sentBytes + members.share.server.sentBytes).toBe(0);
  scene.shutOut.clear();
  for (const { share } of [host, members]) share.look();
  await driveUntil(scene.clock, () => stranger.share.holders.length > 0);
  expect(await isData(await drive(scene.clock, stranger.share.fetch(shelfOf().shelf, pause)))).toBe(true);
});

test('J8 a peer that is removed while it fetches gets no piece more', async () => {
  const scene = new ShareScene(9, { bytesPerSecond: 2 * 2 ** 20 });
  const host = scene.add(true);
  await scene.offer(host, data);
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  void guest.share.fetch(shelfOf().shelf, pause);
  await driveUntil(scene.clock, () => host.share.server.sentBytes > shardBytes);
  scene.shutOut.add(guest.id);
  const { sentBytes } = host.share.server;
  await driveFor(scene.clock, 10_000);
  expect(host.share.server.sentBytes - sentBytes).toBeLessThanOrEqual(pieceBytes);
});

test('T6 newcomers give each other what they have: eight cost a busy host less than eight copies', async () => {
  const scene = new ShareScene(2);
  const host = scene.add(true);
  await scene.offer(host, data);
  const guests = Array.from({ length: 8 }, () => scene.add());
  await driveUntil(scene.clock, () => guests.every(({ share }) => share.holders.length > 0));
  const ends = await drive(
    scene.clock,
    Promise.all(guests.map(({ share }) => share.fetch(shelfOf().shelf, pause))),
  );
  for (const end of ends) expect(await isData(end)).toBe(true);
  const given = guests.reduce((sum, { share }) => sum + share.server.sentBytes, 0);
  expect(given + host.share.server.sentBytes).toBeGreaterThanOrEqual(8 * data.length);
  expect(given).toBeGreaterThan(data.length);
  expect(host.share.server.sentBytes).toBeLessThan(7 * data.length);
});

test.each([10, 11, 12, 13])(
  'T8 seed %i: of three sources one dies, one lies and one is slow; the data comes whole',
  async (seed) => {
    const scene = new ShareScene(seed, { bytesPerSecond: 2 * 2 ** 20 });
    const [host, liar, slow] = [scene.add(), scene.add(), scene.add()];
    await scene.offer(host, data);
    const list = await listShards(new Blob([data]), pause);
    const root = rootOf(list);
    const spoilt = data.slice();
    for (let at = 0; at < spoilt.length; at += shardBytes) spoilt[at + 7] ^= 1;
    await driveUntil(scene.clock, () => liar.share.offer !== undefined && slow.share.offer !== undefined);
    const { envelope } = host.share.offer!;
    liar.share.publish({ ...envelope }, undefined); // an old offer changes nothing
    for (const [member, bytes] of [
      [liar, spoilt],
      [slow, data],
    ] as const) {
      const again = scene.envelope({ root, lengths: [data.length] });
      member.share.publish(again, givenBy(new Blob([bytes]), root, list));
      await driveFor(scene.clock, 100);
    }
    const guest = scene.add();
    scene.network.setConditions(slow.id, guest.id, { bytesPerSecond: 20_000 });
    await driveUntil(scene.clock, () => guest.share.holders.length === 3);
    const { shelf } = shelfOf();
    const fetching = guest.share.fetch(shelf, pause);
    await driveUntil(scene.clock, () => (guest.share.fetching?.held.count ?? shards) >= 2);
    scene.network.kill(host.id, { notice: prng(seed).below(2) === 0 });
    const end = await drive(scene.clock, fetching);
    expect(await isData(end)).toBe(true);
    expect(guest.warnings).toEqual([
      expect.stringMatching(/^member 1 sent shard \d that is not the host’s data/),
    ]);
    expect(guest.share.holders).not.toContain(liar.id);
  },
);

test('T8 a source that gives another list is named; the list comes from another', async () => {
  const scene = new ShareScene(3);
  const [liar, host] = [scene.add(), scene.add()];
  await scene.offer(host, data);
  await driveUntil(scene.clock, () => liar.share.offer !== undefined);
  const { root } = host.share.offer!;
  const wrong = await listShards(new Blob([dataOf(data.length, 5)]), pause);
  liar.share.publish(
    scene.envelope({ root, lengths: [data.length] }),
    givenBy(new Blob([data]), root, wrong),
  );
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 2);
  const end = await drive(scene.clock, guest.share.fetch(shelfOf().shelf, pause));
  expect(await isData(end)).toBe(true);
  expect(guest.warnings.join()).toMatch(/^member 0 sent a list of shards that is not the host’s data/);
});

test('T8 what came before a break is verified and not fetched again', async () => {
  const scene = new ShareScene(4);
  const host = scene.add();
  await scene.offer(host, data);
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  const kept = data.slice(0, 4 * shardBytes);
  kept[shardBytes] ^= 1; // shard 1 was torn
  const { shelf, writes } = shelfOf(kept);
  const end = await drive(scene.clock, guest.share.fetch(shelf, pause));
  expect(await isData(end)).toBe(true);
  expect(writes.map((at) => at / shardBytes).sort()).toEqual([1, 4, 5]);
});

test('T8 nobody left who has it: the fetch ends with a sentence, and may be tried again', async () => {
  const scene = new ShareScene(5, { bytesPerSecond: 2 ** 20 });
  const host = scene.add();
  await scene.offer(host, data);
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  const fetching = guest.share.fetch(shelfOf().shelf, pause);
  await driveUntil(scene.clock, () => guest.share.fetching!.held.count === 1);
  scene.network.kill(host.id, { notice: true });
  const end = await drive(scene.clock, fetching);
  expect(end).toMatchObject({ ok: false, error: { code: 'stuck', says: inWords(expect.stringMatching(/no member who has the data is linked directly for 60 seconds/)) } }); // prettier-ignore
  expect(guest.share.fetching).toBeUndefined();
});

test('T5 an offer that the host did not sign ends the link; one taken back stops a fetch', async () => {
  const scene = new ShareScene(6, { bytesPerSecond: 2 ** 20 });
  const host = scene.add();
  await scene.offer(host, data);
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  const fetching = guest.share.fetch(shelfOf().shelf, pause);
  await driveUntil(scene.clock, () => guest.share.fetching!.held.count === 1);
  const { root } = host.share.offer!;
  host.share.publish(scene.envelope({ root, lengths: [data.length], isOpen: false }), undefined);
  expect(await drive(scene.clock, fetching)).toMatchObject({ ok: false, error: { code: 'stopped' } });

  const stranger = newHostKeys((length) => new Uint8Array(length).fill(9)).hostToken;
  const forged = scene.envelope({ root, lengths: [data.length] }, stranger);
  host.hub.sendJson(guest.id, 'data', { kind: 'offer', envelope: forged });
  await driveFor(scene.clock, 100);
  expect(guest.hub.has(host.id)).toBe(false);
  expect(guest.share.offer?.isOpen).toBe(false);
});

test('T7 a peer is refused beyond its line and its quota, and what is not held', async () => {
  const scene = new ShareScene(7);
  const host = scene.add();
  await scene.offer(host, data);
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  const refusals: string[] = [];
  guest.hub.handle('data', ({ frame, consume }) => {
    consume();
    refusals.push((JSON.parse(new TextDecoder().decode(frame.payload)) as { why: string }).why);
  });
  guest.hub.handle('shard', ({ consume }) => consume());
  const { root } = host.share.offer!;
  const ask = async (...wanted: number[]): Promise<void> => {
    guest.hub.sendJson(host.id, 'data', { kind: 'shards', root, shards: wanted });
    await driveFor(scene.clock, 2_000);
  };
  await ask(200);
  guest.hub.sendJson(host.id, 'data', { kind: 'shards', root, shards: [0, 1, 2, 3] });
  guest.hub.sendJson(host.id, 'data', { kind: 'shards', root, shards: [0, 1, 2, 3] });
  await driveFor(scene.clock, 2_000);
  guest.hub.sendJson(host.id, 'data', { kind: 'list', root: '0'.repeat(64) });
  await driveFor(scene.clock, 100);
  for (let i = 0; i < 5; i++) await ask(0, 1, 2, 3);
  expect([...new Set(refusals)]).toEqual([
    'this replica does not hold that shard',
    'too much is asked for at once',
    'this replica does not give that data',
    'it was sent 3 times already',
  ]);
});

test('T7 while the ring trains, data takes 2 MiB a second of a member, whoever asks', async () => {
  const scene = new ShareScene(8);
  const host = scene.add(true);
  await scene.offer(host, dataOf(8 * 2 ** 20));
  const guests = [scene.add(), scene.add(), scene.add()];
  await driveUntil(scene.clock, () => guests.every(({ share }) => share.holders.length > 0));
  for (const { share } of guests) void share.fetch(shelfOf().shelf, pause);
  await driveFor(scene.clock, 500);
  const before = host.share.server.sentBytes;
  await driveFor(scene.clock, 1_500);
  const rate = (host.share.server.sentBytes - before) / 1.5;
  expect(rate).toBeGreaterThan(1.8 * 2 ** 20); // simulated seconds
  expect(rate).toBeLessThan(2.2 * 2 ** 20);
  for (const { share } of guests) share.end('the test is over');
});

test('T6, T8 messages drawn at random never throw; malformed ones and floods end the link', async () => {
  const words = [
    'kind',
    'offer',
    'held',
    'list',
    'shards',
    'refused',
    'root',
    'ab'.repeat(32),
    'envelope',
    'why',
    '__proto__',
  ];
  for (let seed = 0; seed < 60; seed++) {
    const scene = new ShareScene(100 + seed);
    const host = scene.add();
    await scene.offer(host, data.slice(0, shardBytes + 1000));
    const guest = scene.add();
    await driveUntil(scene.clock, () => guest.share.holders.length === 1);
    const random = prng('fuzz', seed);
    const value = (depth: number): unknown => {
      const kind = random.below(depth > 2 ? 4 : 6);
      if (kind === 0) return random.below(2 ** 31) - 5;
      if (kind === 1) return words[random.below(words.length)];
      if (kind === 2) return host.share.offer!.root;
      if (kind === 3) return null;
      if (kind === 4) return Array.from({ length: random.below(6) }, () => value(depth + 1));
      return Object.fromEntries(
        Array.from({ length: random.below(5) }, () => [words[random.below(words.length)], value(depth + 1)]),
      );
    };
    const message = {
      kind: words[1 + random.below(5)],
      root: host.share.offer!.root,
      [words[random.below(11)]]: value(0),
    };
    const text = utf8(random.below(4) === 0 ? JSON.stringify(message).slice(1) : JSON.stringify(message));
    await guest.hub.send(host.id, 'data', encodeFrame({ ...emptyHeader, type: 'data' }, text));
    await driveFor(scene.clock, 200);
    expect(host.share.offer?.isOpen).toBe(true);
  }
  const scene = new ShareScene(200);
  const [host, guest] = [scene.add(), scene.add()];
  for (let i = 0; i < 66; i++)
    guest.hub
      .send(host.id, 'shard', encodeFrame({ ...emptyHeader, type: 'shard', segment: i }, new Uint8Array(9)))
      .catch(() => undefined);
  await driveFor(scene.clock, 500);
  expect(host.hub.has(guest.id)).toBe(false);
});

test('T7 a member with a copy of its own gives it where it is the host’s, to a newcomer that is not linked to the host', async () => {
  const scene = new ShareScene(21);
  const [host, helper] = [scene.add(), scene.add(true)];
  await scene.offer(host, data);
  await driveUntil(scene.clock, () => helper.share.offer !== undefined);
  const other = data.slice();
  other[5] ^= 1;
  const copyOf = async (bytes: Uint8Array<ArrayBuffer>) => {
    const list = await listShards(new Blob([bytes]), pause);
    return givenBy(new Blob([bytes]), rootOf(list), list);
  };
  expect(helper.share.give(await copyOf(other))).toBe(false);
  expect(helper.share.givesAll).toBe(false);
  expect(helper.share.give(await copyOf(data))).toBe(true);
  const guest = scene.add();
  guest.hub.link(host.id)!.close('too far away');
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  const end = await drive(scene.clock, guest.share.fetch(shelfOf().shelf, pause));
  expect(await isData(end)).toBe(true);
  expect([host.share.server.sentBytes, guest.share.holders]).toEqual([0, [helper.id]]);
});

test('T9 over a relayed link nothing is held, asked for or given', async () => {
  const scene = new ShareScene(9);
  const host = scene.add();
  await scene.offer(host, data);
  const guest = scene.add();
  for (const [of, to] of [
    [host, guest],
    [guest, host],
  ] as const)
    Object.defineProperty(of.hub.link(to.id)!, 'kind', { value: 'relay' });
  await driveUntil(scene.clock, () => guest.share.offer !== undefined);
  await driveFor(scene.clock, 500);
  expect(guest.share.holders).toEqual([]);
  guest.hub.sendJson(host.id, 'data', { kind: 'list', root: host.share.offer!.root });
  await driveFor(scene.clock, 500);
  expect(host.share.server.sentBytes).toBe(0);
});
