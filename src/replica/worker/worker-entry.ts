// The entry of a replica's Worker: passes the page's messages to one replica. The page may start it before it is wanted.
// What every replica needs is prepared at once: the self-test, compute threads, the kernels' path, signatures, and the
// dataset of the run that is expected.
import { realClock } from '../../base/clock';
import { SpareThreads } from '../../model/simd/spare-threads';
import { canShareMemory } from '../../model/simd/engine-in-worker';
import { mostThreadsHere } from '../../model/simd/thread-count';
import { spawnHere } from '../../model/simd/spawn-worker';
import { hasSimd } from '../../model/simd/processor-engine';
import { adapterKey } from '../../model/webgpu/adapter-key';
import { selfTest } from '../../optim/update/self-test';
import { rehearseSignatures } from '../../net/room/signed-command';
import { choosePath } from '../../simd/choose-path';
import { keptRunConfig } from '../../train/run/older-run';
import { removeLeftTokens } from '../files/token-folder';
import { prepare } from './prepare';
import { browserStorage, ChoiceMemory } from './choice-memory';
import { DatasetAhead } from './dataset-ahead';
import { DeviceReplicas } from './device-replicas';
import type { ReplicaParts } from './replica-parts';
import { beginReplica, type WorkerReplica } from './worker';
import type { FromWorker, ToWorker } from './worker-messages';

/** A Worker that has no replica by then is a spare one, which has time. */
const spareAfterMs = 50;

/** A picture's small model needs no second thread: to start one takes longer than thousands of its gradients. */
const isOfPicture = self.name === 'picture';
const spares = spawnHere && hasSimd() ? new SpareThreads(spawnHere) : undefined;
if (!isOfPicture) spares?.prepare(1);
const cancelSpare = realClock.after(spareAfterMs, () => {
  if (spares && !isOfPicture) {
    choosePath();
    spares.prepare(mostThreadsHere(canShareMemory()));
  }
  rehearseSignatures();
});
realClock.after(spareAfterMs, () => void removeLeftTokens());
const tested = selfTest();
const ahead = new DatasetAhead(realClock);

let replica: WorkerReplica | undefined;
let device: DeviceReplicas | undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'expect' && !replica) {
    const config = keptRunConfig(data.config);
    return config.ok ? ahead.expect(config.value) : undefined;
  }
  if (data.kind === 'ask') return postMessage({ kind: 'here' } satisfies FromWorker);
  if (data.kind !== 'begin') {
    if (data.kind === 'command' && data.command.kind === 'leave') device?.leave();
    return replica?.receive(data);
  }
  cancelSpare();
  device = new DeviceReplicas(
    navigator.locks as LockManager | undefined,
    data.self,
    data.replicasHere,
    realClock,
  );
  device.join();
  device.watch();
  if (data.engine === 'webgpu') spares?.release();
  replica = beginReplica(data, (message) => postMessage(message), realClock, partsFor(data, device), tested);
};

function partsFor(
  { engine, replicasHere }: ToWorker & { kind: 'begin' },
  replicas: DeviceReplicas,
): ReplicaParts {
  const { hardwareConcurrency, userAgent } = navigator;
  const isIsolated = crossOriginIsolated ? 'isolated' : 'not isolated';
  // The name of this script changes with every build.
  const here = [
    `${hardwareConcurrency} cores`,
    `${replicasHere} replicas`,
    isIsolated,
    userAgent,
    location.pathname,
  ];
  const counted = replicas.look().then(() => `${replicas.count} on this device`);
  const key = Promise.all([adapterKey(), counted]).then((facts) => [...facts, ...here].join(', '));
  return {
    memory:
      browserStorage && engine === 'auto' ? new ChoiceMemory(browserStorage, realClock, key) : undefined,
    device: replicas,
    processor: {
      ...(spares && { spawn: spares.spawn }),
      replicasOnDevice: () => replicas.count,
      keepsSmallModels: isOfPicture,
    },
    async prepareOn(config, store, chooser) {
      try {
        await replicas.look();
        return await prepare(config, store, chooser, (data, seed) => ahead.load(data, seed));
      } finally {
        spares?.release(); // the engine has its threads
        ahead.stop();
      }
    },
  };
}
