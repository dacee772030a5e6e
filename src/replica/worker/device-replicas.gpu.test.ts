// Real Workers of replicas in a real browser, which know of each other only by the browser's locks.
import { inEnglish } from '../../cli/english/in-english';
import { logged, type Saying } from '../../base/sayings';
import { afterEach, expect, test } from 'vitest';
import { chooseThreads, type ThreadChoice } from '../../model/simd/thread-count';
import { startDemoRing } from '../page/demo-ring';
import { presets } from '../presets';
import type { ReplicaHandle } from '../protocol';

/** The preset’s steps are long enough to share. */
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

/** Why its engine has so many threads, as soon as `isMeant` says yes. */
const textOf = (note: Saying | undefined): string => (note ? inEnglish(note) : '');

function noteOf(replica: ReplicaHandle, isMeant = (_note: string): boolean => true): Promise<string> {
  return new Promise((resolve, reject) => {
    replica.subscribe((event) => {
      if (event.kind !== 'snapshot') return;
      const { engine, phase } = event.snapshot;
      if (phase.kind === 'failed') reject(new Error(logged(phase.error.says)));
      if (engine && isMeant(textOf(engine.note))) resolve(textOf(engine.note));
    });
  });
}

/** The name of its device, as peers see it. */
function deviceOf(replica: ReplicaHandle): Promise<string> {
  return new Promise((resolve) => {
    replica.subscribe((event) => {
      if (event.kind === 'snapshot') resolve(event.snapshot.peers.find(({ isSelf }) => isSelf)!.device);
    });
  });
}

const choiceWith = (replicasOnDevice: number): ThreadChoice =>
  chooseThreads({
    ...{ replicas: 1, replicasOnDevice, canShareMemory: true, flopsPerStep: Infinity },
    cores: navigator.hardwareConcurrency,
  });
const whyWith = (replicasOnDevice: number): string => textOf(choiceWith(replicasOnDevice).why);
const deviceWith = (replicasOnDevice: number): string => {
  const { threads } = choiceWith(replicasOnDevice);
  return `CPU (SIMD, ${threads} thread${threads === 1 ? '' : 's'})`;
};

test('a replica shares the cores with those of other Workers, until they leave', async () => {
  const first = start();
  expect(await noteOf(first)).toBe(whyWith(1));
  const second = start();
  // A busy browser may answer the first count too late: the next one corrects it.
  const is = (note: string) => (shown: string) => shown === note;
  expect(await noteOf(second, is(whyWith(2)))).toBe(whyWith(2));
  expect(whyWith(2)).toContain('2 replicas on this device');
  // The first trains: between two gradients it takes its new share of the cores, down and up.
  expect(await noteOf(first, is(whyWith(2)))).toBe(whyWith(2));
  expect(await deviceOf(first)).toBe(deviceWith(2));
  second.destroy();
  running.delete(second);
  expect(await noteOf(first, is(whyWith(1)))).toBe(whyWith(1));
  expect(await deviceOf(first)).toBe(deviceWith(1));

  first.destroy();
  running.clear();
  await expect
    .poll(async () => (await navigator.locks.query()).held!.filter(({ name }) => name!.includes('replica')))
    .toEqual([]);
  expect(await noteOf(start())).toBe(whyWith(1));
});
