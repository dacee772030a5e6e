// Devices that join a ring at once. They are Node replicas in this process, with real data channels and the room
// server in a process of its own: what a browser needs to load and to draw is not in it.
import { inEnglish } from '../../../src/cli/english/in-english';
import { createRoom } from '../../../src/net/signalling/signalling-create';
import type { ReplicaHandle, RunConfig, Snapshot } from '../../../src/replica/protocol';
import { openNodeRtc } from '../../../src/cli/node/node-rtc';
import { spawnComputeThread } from '../../../src/cli/node/spawn-compute-thread';
import { goodbyeMs, startHeadless } from '../../../src/cli/replica/headless-replica';
import { endless, pause } from './ui-visit';

export interface JoinTimes {
  /** Seconds until the last of them had brought examples to a step of the ring. */
  readonly all: number;
  /** The same for half of them. */
  readonly half: number;
}

const limitMs = 300_000;
const lookEveryMs = 50;

/** A host trains alone; then so many join. */
export async function manyJoins(url: string, config: RunConfig, joins: number): Promise<JoinTimes> {
  const node = await openNodeRtc();
  if (!node.ok) throw new Error(inEnglish(node.error.says));
  const made = await createRoom(url, { isOpen: false });
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const { code, key, hostToken } = made.value;
  const begin = (name: string, isHost: boolean): ReplicaHandle =>
    startHeadless({
      ...{ url, name, engine: 'cpu', node: node.value },
      ticket: { code, key, hostToken: isHost ? hostToken : undefined, isOpen: false },
      ...(isHost && { config: { ...config, steps: endless } }),
      processor: { threads: 1, spawn: spawnComputeThread },
    });
  const handles = [begin('Host', true)];
  try {
    const host = follow(handles[0]);
    await until(() => host.snapshot?.phase.kind === 'lobby', 'the lobby');
    handles[0].send({ kind: 'host', command: { kind: 'start' } });
    await until(() => (host.snapshot?.step ?? 0) > 20, 'the first steps');
    const beganMs = performance.now();
    for (let join = 0; join < joins; join++) handles.push(begin(`Guest ${join}`, false));
    const inRing = async (count: number): Promise<number> => {
      await until(() => host.contributors.size >= count, `${count} in the ring`);
      return (performance.now() - beganMs) / 1000;
    };
    const half = await inRing(1 + joins / 2);
    return { half, all: await inRing(1 + joins) };
  } finally {
    for (const handle of handles) handle.destroy();
    await pause(goodbyeMs);
    node.value.close();
  }
}

interface Followed {
  snapshot: Snapshot | undefined;
  /** Ids of those that brought examples to a committed step. */
  readonly contributors: Set<string>;
}

function follow(handle: ReplicaHandle): Followed {
  const seen: Followed = { snapshot: undefined, contributors: new Set() };
  handle.subscribe((event) => {
    if (event.kind === 'snapshot') seen.snapshot = event.snapshot;
    if (event.kind !== 'steps') return;
    for (const { contributions } of event.steps)
      for (const [id, terms] of Object.entries(contributions)) if (terms > 0) seen.contributors.add(id);
  });
  return seen;
}

async function until(isSo: () => boolean, what: string): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`waited ${limitMs / 1000} s for ${what}`);
    await pause(lookEveryMs);
  }
}
