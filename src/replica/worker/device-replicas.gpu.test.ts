// Real Workers of replicas in a real browser, which know of each other only by the browser's locks.
import { afterEach, expect, test } from 'vitest';
import { chooseThreads } from '../../model/simd/thread-count';
import { startDemoRing } from '../page/demo-ring';
import { presets } from '../presets';
import type { ReplicaHandle } from '../protocol';

/** Its steps are long enough to share. */
const { config } = presets.find(({ id }) => id === 'digits-cnn')!;

const running = new Set<ReplicaHandle>();
afterEach(() => {
  for (const replica of running) replica.destroy();
  running.clear();
});

function start(): ReplicaHandle {
  const [replica] = startDemoRing(1, config, 'cpu');
  running.add(replica);
  return replica;
}

/** Why its engine has so many threads. */
function noteOf(replica: ReplicaHandle): Promise<string> {
  return new Promise((resolve, reject) => {
    replica.subscribe((event) => {
      if (event.kind !== 'snapshot') return;
      const { engine, phase } = event.snapshot;
      if (phase.kind === 'failed') reject(new Error(phase.error.message));
      if (engine) resolve(engine.note ?? '');
    });
  });
}

const whyWith = (replicasOnDevice: number): string =>
  chooseThreads({
    ...{ replicas: 1, replicasOnDevice, canShareMemory: true, flopsPerStep: Infinity },
    cores: navigator.hardwareConcurrency,
  }).why;

test('a replica shares the cores with those of other Workers, until they leave', async () => {
  const first = start();
  expect(await noteOf(first)).toBe(whyWith(1));
  const second = start();
  expect(await noteOf(second)).toBe(whyWith(2));
  expect(whyWith(2)).toContain('2 replicas on this device');

  for (const replica of [first, second]) replica.destroy();
  running.clear();
  await expect
    .poll(async () => (await navigator.locks.query()).held!.filter(({ name }) => name!.includes('replica')))
    .toEqual([]);
  expect(await noteOf(start())).toBe(whyWith(1));
});
