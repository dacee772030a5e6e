// A room of more than 8 over real data channels (L16): each replica keeps the links that its place in the ring needs.
import { afterEach, expect, test } from 'vitest';
import type { ReplicaHandle, Snapshot, StepRecord } from '../../replica/protocol';
import { testConfig } from '../../train/testing/real-ring';
import { startHeadless } from './headless-replica';
import { openRoomNetwork } from '../testing/room-network';

const size = 9;
const waitMs = 150_000;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Seen {
  readonly handle: ReplicaHandle;
  readonly steps: StepRecord[];
  latest: Snapshot | undefined;
}

function watch(handle: ReplicaHandle, look: () => void): Seen {
  const seen: Seen = { handle, steps: [], latest: undefined };
  closers.push(() => handle.destroy());
  handle.subscribe((event) => {
    if (event.kind === 'steps') seen.steps.push(...event.steps);
    if (event.kind !== 'snapshot') return;
    seen.latest = event.snapshot;
    look();
  });
  return seen;
}

function linksOf({ latest }: Seen): number {
  return latest?.peers.filter(({ link }) => link !== undefined).length ?? 0;
}

function areAllMembers({ latest }: Seen): boolean {
  return latest?.worldSize === size && latest.peers.filter(({ state }) => state === 'member').length === size;
}

/** One replica as it stands: what a test that waited in vain must say. */
function stateOf(seen: Seen, rank: number): string {
  const { latest, steps } = seen;
  const peers = latest?.peers.map(({ state, link }) => `${state}${link ? ' linked' : ''}`).join(', ');
  return `${rank}: ${JSON.stringify(latest?.phase)}, step ${steps.at(-1)?.step ?? 0}, world of ${latest?.worldSize}, ${linksOf(seen)} links: ${peers}`;
}

const limits = { timeout: 2 * waitMs + 10_000 };

test(`L16, H6, C6: ${size} replicas end with four links each, and train`, limits, async () => {
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
    new Promise((resolve, reject) => {
      look = () => all.every(condition) && resolve();
      look();
      const limit = setTimeout(
        () => reject(new Error(`after ${waitMs} ms:\n${all.map(stateOf).join('\n')}`)),
        waitMs,
      );
      closers.push(() => clearTimeout(limit));
    });
  // A member may be silent for a moment on a loaded machine.
  await until((seen) => areAllMembers(seen) && linksOf(seen) === 4);
  all[0].handle.send({ kind: 'host', command: { kind: 'start' } });
  await until(({ latest }) => latest?.phase.kind === 'finished');
  for (const { steps } of all) {
    expect(steps.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    expect(steps.map(({ digest }) => digest)).toEqual(all[0].steps.map(({ digest }) => digest));
  }
});
