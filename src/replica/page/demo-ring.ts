// A ring within one page and without a network: N replicas in N Workers, linked by message ports. The first is the
// host, with a host key made for the occasion. Training begins by itself once all are there: nobody else is to come.
import { newHostKeys } from '../../net/room/signed-command';
import type { ReplicaHandle, RunConfig } from '../protocol';
import { ReplicaWorker } from '../worker/replica-worker';

export function startDemoRing(count: number, config: RunConfig, useCpu: boolean): readonly ReplicaHandle[] {
  const { hostPublicKey, hostToken } = newHostKeys();
  const workers = Array.from({ length: count }, (_, index) => {
    const self = [...crypto.getRandomValues(new Uint8Array(8))]
      .map((b) => b.toString(16).padStart(2, '0'))
      .join('');
    return { worker: new ReplicaWorker(self, index === 0, () => undefined), name: `Replica ${index + 1}` };
  });
  const peers = workers.map(({ worker, name }, index) => ({ id: worker.self, name, isHost: index === 0 }));
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
      useCpu,
    });
    worker.post({ kind: 'roster', peers });
    for (const other of workers.slice(0, index)) {
      const { port1, port2 } = new MessageChannel();
      worker.post({ kind: 'port', peer: other.worker.self, name: other.name, port: port1 }, [port1]);
      other.worker.post({ kind: 'port', peer: worker.self, name, port: port2 }, [port2]);
    }
  }
  const host = workers[0].worker;
  host.post({ kind: 'found', config });
  startWhenComplete(host, count);
  return workers.map(({ worker }) => worker);
}

/** Once: a later run of the same ring waits for its Start. */
function startWhenComplete(host: ReplicaHandle, count: number): void {
  const stop = host.subscribe((event) => {
    if (event.kind !== 'snapshot') return;
    const { phase, worldSize } = event.snapshot;
    if (phase.kind !== 'lobby' || worldSize < count) return;
    stop();
    host.send({ kind: 'host', command: { kind: 'start' } });
  });
}
