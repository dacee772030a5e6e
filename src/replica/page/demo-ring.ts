// A ring within one page and without a network: N replicas in N Workers, linked by message ports. The first replica is
// the host. Training begins by itself once all replicas are members.
import { toHex } from '../../base/bytes';
import { realClock } from '../../base/clock';
import { secureRandom } from '../../base/random-bytes';
import type { EngineWish, HostCommand, ReplicaHandle, RunConfig } from '../protocol';
import { ReplicaWorker, type ReplicaThread } from '../worker/replica-worker';
import { spareWorker } from '../worker/spare-worker';

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

export function startDemoRing(
  count: number,
  config: RunConfig,
  engine: EngineWish,
  { start, first = [] }: DemoOptions = {},
): readonly ReplicaHandle[] {
  const { hostPublicKey, hostToken } = demoHostKeys;
  const workers = Array.from({ length: count }, (_, index) => {
    const worker = new ReplicaWorker({
      self: toHex(secureRandom(8)),
      isHost: index === 0,
      clock: realClock,
      onReport: () => undefined,
      start,
    });
    return { worker, name: `Replica ${index + 1}` };
  });
  const peers = workers.map(({ worker, name }, index) => ({
    id: worker.self,
    name,
    isHost: index === 0,
    hasKey: true,
  }));
  for (const [index, { worker, name }] of workers.entries()) {
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    worker.post({
      kind: 'begin',
      self: worker.self,
      name,
      seed,
      code: 'DEMO',
      hostPublicKey,
      hostToken: index === 0 ? hostToken : undefined,
      engine,
      replicasHere: count,
    });
    worker.post({ kind: 'roster', peers, observers: 0 });
    for (const other of workers.slice(0, index)) {
      const { port1, port2 } = new MessageChannel();
      worker.post({ kind: 'port', peer: other.worker.self, name: other.name, port: port1 }, [port1]);
      other.worker.post({ kind: 'port', peer: worker.self, name, port: port2 }, [port2]);
    }
  }
  const host = workers[0].worker;
  host.post({ kind: 'create-ring', config });
  startWhenComplete(host, count, first);
  return workers.map(({ worker }) => worker);
}

/** A ring for a picture: small, on the CPU, and without the Worker that is held ready for the person's own replica. */
export function startPictureRing(count: number, config: RunConfig): readonly ReplicaHandle[] {
  return startDemoRing(count, config, 'cpu', { start: () => spareWorker.start() });
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
