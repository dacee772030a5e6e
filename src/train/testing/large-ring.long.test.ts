// L16: a room of 18 that come at once; T12: newcomers of a ring of 9 receive its data. Rings of ten: large-ring.test.ts.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { sponsorsOf } from '../../membership/links-needed';
import { equalBytes } from '../../base/bytes';
import { maxLinks } from '../peers/wanted-links';
import { givenBy } from '../share/shared-file';
import { shardBytes } from '../../data/shard-sizes';
import { listShards, rootOf } from '../../data/shards';
import { dataOf, pause, shelfOf } from '../share/testing/share-scene';
import { atPlaces, config, endOf, ringOf } from './large-rings';
import { SimulatedRing, type SimulatedReplica } from './simulated-ring';

test('L16: 18 come at once; some have 16 links meanwhile, none ever more, and all have four in the end', async () => {
  const ring = new SimulatedRing({ seed: 7, config, isSparse: true });
  for (let i = 0; i < 18; i++) ring.add();
  await ring.until('one ring', () => ring.isOneRing(18));
  await ring.until('four links each', () => ring.living.every(({ member }) => member.hub.peers().length === 4), 14_000); // prettier-ignore
  expect(ring.mostLinks).toBe(maxLinks);
  await ring.end();
});

/** The replica at this place offers data as the host, and is the only one that has it. */
async function offerFrom(
  ring: SimulatedRing,
  place: number,
  data: Uint8Array<ArrayBuffer>,
): Promise<SimulatedReplica> {
  const [host] = atPlaces(ring, [place]);
  const list = await listShards(new Blob([data]), pause);
  const root = rootOf(list);
  const body = { kind: 'offer-data', sha256: 'ab'.repeat(32), lengths: [data.length], root, isOpen: true };
  host.member.share.publish(ring.sign(JSON.stringify(body)), givenBy(new Blob([data]), root, list));
  return host;
}

test('T12, L16c: two newcomers of a training ring of 9 receive the data from a member that is no sponsor, and join', async () => {
  const lacking = new Set<number>([9, 10]);
  const ring = await ringOf(8, 9, (index) => lacking.has(index));
  const data = dataOf(4 * shardBytes + 1000);
  const host = await offerFrom(ring, 4, data);
  const { view } = host.member.membership;
  expect(sponsorsOf(view!)).not.toContain(host.id);
  const newcomers = [ring.add(), ring.add()];
  await ring.until('the newcomers know the offer', () =>
    newcomers.every(({ member }) => member.phase.kind === 'needs-file' && member.share.offer !== undefined),
  );
  const fetches = newcomers.map(async ({ member }, at) => {
    const end = await member.share.fetch(shelfOf().shelf, pause);
    if (!end.ok) throw new Error(inEnglish(end.error.says));
    expect(equalBytes(new Uint8Array(await end.value.arrayBuffer()), data)).toBe(true);
    lacking.delete(9 + at);
    member.prepareAgain();
  });
  let isOver = false;
  const all = Promise.all(fetches).finally(() => (isOver = true));
  all.catch(() => undefined);
  const percents = new Set<number>();
  await ring.until('the data is there', () => {
    for (const [at, { steps }] of newcomers.entries())
      if (lacking.has(9 + at) && steps.length > 0) throw new Error('it contributes without the data');
    for (const { id } of newcomers)
      for (const { member } of ring.living) percents.add(member.hellos.of(id)?.fetching ?? -1);
    return isOver;
  });
  await all;
  expect(host.member.share.server.receivers).toBeGreaterThan(0);
  expect(
    [...percents].some((percent) => percent > 0),
    'others see how far it is',
  ).toBe(true);
  await endOf(ring, 11);
});
