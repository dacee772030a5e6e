// T17: files that a run names by their hash, from member to member.
import { expect, test } from 'vitest';
import { equalBytes } from '../../base/bytes';
import { drive, driveFor, driveUntil } from '../../base/testing/drive-clock';
import { inWords } from '../../cli/english/testing/in-words';
import { nameOfBytes } from '../../data/name-of-file';
import type { NamedFile } from '../../data/named-file';
import { shardBytes } from '../../data/shard-sizes';
import { listShardsOf } from '../../data/shards';
import type { FetchEnd } from './shard-fetch';
import { givenBy } from './shared-file';
import { dataOf, pause, type Sharer, ShareScene, shelfOf } from './testing/share-scene';

const base = dataOf(3 * shardBytes + 1000);
const tokenizer = dataOf(1000, 2);

function give({ share }: Sharer, bytes: Uint8Array<ArrayBuffer>, file = nameOfBytes(bytes)): NamedFile {
  share.named(file).give(givenBy(new Blob([bytes]), file.root, listShardsOf(bytes)));
  return file;
}

async function isWhole(end: FetchEnd, bytes: Uint8Array): Promise<boolean> {
  return end.ok && equalBytes(new Uint8Array(await end.value.arrayBuffer()), bytes);
}

function fetch({ share }: Sharer, file: NamedFile): Promise<FetchEnd> {
  return share.named(file).fetch(shelfOf().shelf, pause);
}

function relayed(one: Sharer, other: Sharer): void {
  for (const [of, to] of [
    [one, other],
    [other, one],
  ])
    Object.defineProperty(of.hub.link(to.id)!, 'kind', { value: 'relay' });
}

test('T17 a newcomer fetches two files of the run, though it heard of them before it knew the run, and gives them on', async () => {
  const scene = new ShareScene(1);
  const host = scene.add();
  const files = [give(host, base), give(host, tokenizer)];
  const guest = scene.add();
  await driveFor(scene.clock, 1_000);
  const first = await drive(scene.clock, fetch(guest, files[0]));
  const second = await drive(scene.clock, fetch(guest, files[1]));
  expect([await isWhole(first, base), await isWhole(second, tokenizer)]).toEqual([true, true]);
  // The host goes, and another one comes.
  scene.network.kill(host.id, { notice: true });
  const next = scene.add();
  await driveFor(scene.clock, 1_000);
  expect(await isWhole(await drive(scene.clock, fetch(next, files[0])), base)).toBe(true);
});

test('T17 the room’s data and a file of the run travel beside each other', async () => {
  const scene = new ShareScene(2);
  const host = scene.add();
  await scene.offer(host, base);
  const file = give(host, tokenizer);
  const guest = scene.add();
  await driveUntil(scene.clock, () => guest.share.holders.length === 1);
  const ends = await drive(
    scene.clock,
    Promise.all([guest.share.fetch(shelfOf().shelf, pause), fetch(guest, file)]),
  );
  expect([await isWhole(ends[0], base), await isWhole(ends[1], tokenizer)]).toEqual([true, true]);
});

test('T17 a member that gives other bytes under the name is left out, and the file comes from another', async () => {
  const scene = new ShareScene(3);
  const [liar, host] = [scene.add(), scene.add()];
  const file = nameOfBytes(base);
  const spoilt = base.slice();
  for (let at = 0; at < spoilt.length; at += shardBytes) spoilt[at] ^= 1;
  liar.share.named(file).give(givenBy(new Blob([spoilt]), file.root, listShardsOf(base)));
  give(host, base);
  const guest = scene.add();
  expect(await isWhole(await drive(scene.clock, fetch(guest, file)), base)).toBe(true);
  expect(guest.warnings.join()).toMatch(/^member 0 sent shard \d/);
});

test('T17 nobody has it: a sentence after a minute; who is shut out gets nothing', async () => {
  const scene = new ShareScene(4);
  const host = scene.add();
  const file = give(host, tokenizer);
  scene.shutOut.add('member 1');
  const guest = scene.add();
  await driveFor(scene.clock, 1_000);
  const end = await drive(scene.clock, fetch(guest, file));
  expect(end).toMatchObject({
    ok: false,
    error: { code: 'stuck', says: inWords(expect.stringMatching(/for 60 seconds/)) },
  });
  expect(host.share.server.sentBytes).toBe(0);
});

test('T9 over a relayed link a file of any size comes, and the room’s data does not', async () => {
  const scene = new ShareScene(5);
  const host = scene.add();
  const file = give(host, dataOf(20 * shardBytes));
  await scene.offer(host, base);
  const guest = scene.add();
  relayed(host, guest);
  await driveFor(scene.clock, 1_000);
  expect(await isWhole(await drive(scene.clock, fetch(guest, file)), dataOf(20 * shardBytes))).toBe(true);
  expect(guest.share.holders).toEqual([]);
});

test('T17 a run that names other files ends the fetching of those before, and the peer is asked for no more', async () => {
  const scene = new ShareScene(6, { bytesPerSecond: 2 ** 19 });
  const host = scene.add();
  const file = give(host, base);
  const guest = scene.add();
  await driveFor(scene.clock, 1_000);
  const fetching = fetch(guest, file);
  await driveUntil(scene.clock, () => guest.share.fetchedPercent !== 0);
  guest.share.keepNamed([nameOfBytes(tokenizer)]);
  expect(await drive(scene.clock, fetching)).toMatchObject({ ok: false, error: { code: 'stopped' } });
  expect(guest.share.fetchedPercent).toBeUndefined();
});
