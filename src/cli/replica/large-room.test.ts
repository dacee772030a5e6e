// A room of more than 8 over real data channels (L16): each replica keeps the links that its place in the ring needs.
import { afterEach, expect, test } from 'vitest';
import type { ReplicaHandle, Snapshot, StepRecord } from '../../replica/protocol';
import { testConfig } from '../../train/testing/real-ring';
import { maxLinks } from '../../train/peers/wanted-links';
import { startHeadless } from './headless-replica';
import { openRoomNetwork } from '../testing/room-network';

const size = 11;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Seen {
  readonly handle: ReplicaHandle;
  readonly steps: StepRecord[];
  latest: Snapshot | undefined;
  mostLinks: number;
}

function watch(handle: ReplicaHandle, look: () => void): Seen {
  const seen: Seen = { handle, steps: [], latest: undefined, mostLinks: 0 };
  closers.push(() => handle.destroy());
  handle.subscribe((event) => {
    if (event.kind === 'steps') seen.steps.push(...event.steps);
    if (event.kind !== 'snapshot') return;
    seen.latest = event.snapshot;
    seen.mostLinks = Math.max(seen.mostLinks, linksOf(seen));
    look();
  });
  return seen;
}

function linksOf({ latest }: Seen): number {
  return latest?.peers.filter(({ link }) => link !== undefined).length ?? 0;
}

test(`L16, H6, C6: ${size} replicas end with four links each, and train`, { timeout: 90_000 }, async () => {
  const network = await openRoomNetwork();
  closers.push(() => network.close());
  const host = await network.createRoom();
  const guest = { ...host, hostToken: undefined };
  let look = (): void => undefined;
  const all = Array.from({ length: size }, (_, index) =>
    watch(
      startHeadless({
        url: network.url,
        ticket: index === 0 ? host : guest,
        name: `replica ${index}`,
        ...(index === 0 && { config: { ...testConfig, steps: 5, evaluateEvery: 0 } }),
        engine: 'cpu',
        node: network.node,
      }),
      () => look(),
    ),
  );
  const until = (condition: (seen: Seen) => boolean): Promise<void> =>
    new Promise((resolve) => {
      look = () => all.every(condition) && resolve();
      look();
    });
  await until((seen) => seen.latest?.worldSize === size && linksOf(seen) === 4);
  expect(Math.max(...all.map(({ mostLinks }) => mostLinks))).toBeLessThanOrEqual(maxLinks);
  for (const { latest } of all)
    expect(latest!.peers.map(({ state }) => state)).toEqual(Array.from({ length: size }, () => 'member'));
  all[0].handle.send({ kind: 'host', command: { kind: 'start' } });
  await until(({ latest }) => latest?.phase.kind === 'finished');
  for (const { steps } of all) {
    expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    expect(steps.map(({ digest }) => digest)).toEqual(all[0].steps.map(({ digest }) => digest));
  }
  console.log(`most links at a time: ${all.map(({ mostLinks }) => mostLinks).join(' ')}`);
});
