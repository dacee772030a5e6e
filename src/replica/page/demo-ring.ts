// A ring within one page and without a network: N replicas in N Workers, linked by message ports. The first replica is
// the host. Training begins by itself once all replicas are members.
import { toHex } from '../../base/bytes';
import { realClock } from '../../base/clock';
import { secureRandom } from '../../base/random-bytes';
import type { EngineWish, HostCommand, ReplicaHandle, RunConfig } from '../protocol';
import { ReplicaWorker, type ReplicaThread } from '../worker/replica-worker';
import { startWorker } from '../worker/spare-worker';
import type { ToWorker } from '../worker/worker-messages';

/** The same for each such ring: only this page can send to its members. To draw a key, the page would have to load what
 *  signs first. */
export const demoHostKeys = {
  hostToken: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  hostPublicKey: 'O2onvM62pC1io6jQKm8Nc2UyFXcd4kOmOsBIoYtZ2ik',
};

export interface DemoOptions {
  /** Makes a replica's Worker; undefined: the page's spare one, then fresh ones. */
  readonly start?: () => ReplicaThread;
  /** What the host commands before its Start. */
  readonly first?: readonly HostCommand[];
}

/** A demo ring that may grow. */
interface Demo {
  readonly engine: EngineWish;
  readonly start: (() => ReplicaThread) | undefined;
  members: readonly Member[];
  /** The count of all that were ever started: names are not used twice. */
  started: number;
}

interface Member {
  readonly worker: ReplicaWorker;
  readonly name: string;
  readonly isHost: boolean;
}

/** The rings by their first replica, for as long as somebody holds it. */
const demos = new WeakMap<ReplicaHandle, Demo>();

export function startDemoRing(
  count: number,
  config: RunConfig,
  engine: EngineWish,
  { start, first = [] }: DemoOptions = {},
): readonly ReplicaHandle[] {
  const demo: Demo = { engine, start, members: [], started: 0 };
  demo.members = Array.from({ length: count }, () => newMember(demo));
  for (const [index, member] of demo.members.entries()) {
    begin(demo, member);
    for (const other of demo.members.slice(0, index)) connect(member, other);
    if (!member.isHost) member.worker.post({ kind: 'expect', config });
  }
  const host = demo.members[0].worker;
  demos.set(host, demo);
  host.post({ kind: 'create-ring', config });
  startWhenComplete(host, count, first);
  return demo.members.map(({ worker }) => worker);
}

/** One more replica: it fetches the state and adds to the sums once it has it. undefined: the ring is no demo's. */
export function addDemoReplica(first: ReplicaHandle): ReplicaHandle | undefined {
  const demo = demos.get(first);
  if (!demo) return undefined;
  const here = demo.members.filter(({ worker }) => !worker.isOver);
  const added = newMember(demo);
  demo.members = [...here, added];
  begin(demo, added);
  for (const other of here) {
    other.worker.post(rosterOf(demo));
    connect(added, other);
  }
  return added.worker;
}

function newMember(demo: Demo): Member {
  const isHost = demo.started === 0;
  const worker = new ReplicaWorker({
    self: toHex(secureRandom(8)),
    isHost,
    clock: realClock,
    onReport: () => undefined,
    start: demo.start,
  });
  demo.started++;
  return { worker, name: `Replica ${demo.started}`, isHost };
}

function begin(demo: Demo, { worker, name, isHost }: Member): void {
  const { engine, members } = demo;
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  worker.post({
    kind: 'begin',
    self: worker.self,
    name,
    seed,
    code: 'DEMO',
    hostPublicKey: demoHostKeys.hostPublicKey,
    hostToken: isHost ? demoHostKeys.hostToken : undefined,
    engine,
    replicasHere: members.length,
  });
  worker.post(rosterOf(demo));
}

function rosterOf({ members }: Demo): Extract<ToWorker, { kind: 'roster' }> {
  const peers = members.map(({ worker, name, isHost }) => ({ id: worker.self, name, isHost, hasKey: true }));
  return { kind: 'roster', peers, observers: 0 };
}

function connect(one: Member, other: Member): void {
  const { port1, port2 } = new MessageChannel();
  one.worker.post({ kind: 'port', peer: other.worker.self, name: other.name, port: port1 }, [port1]);
  other.worker.post({ kind: 'port', peer: one.worker.self, name: one.name, port: port2 }, [port2]);
}

/** A ring for a picture: small, on the CPU, and without the Worker that is held ready for the person's own replica.
 *  `ahead`: Workers that were started before; it is emptied. */
export function startPictureRing(
  count: number,
  config: RunConfig,
  ahead: ReplicaThread[] = [],
): readonly ReplicaHandle[] {
  return startDemoRing(count, config, 'cpu', { start: () => ahead.shift() ?? startWorker('picture') });
}

/** Only the first run: a later run of the same ring waits for its Start. */
function startWhenComplete(host: ReplicaHandle, count: number, first: readonly HostCommand[]): void {
  const stop = host.subscribe((event) => {
    if (event.kind !== 'snapshot') return;
    const { phase, worldSize } = event.snapshot;
    if (phase.kind !== 'lobby' || worldSize < count) return;
    stop();
    for (const command of [...first, { kind: 'start' } as const]) host.send({ kind: 'host', command });
  });
}
