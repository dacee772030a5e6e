import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import { DeviceReplicas } from './device-replicas';

/** Locks as a browser has them: one is held while its callback's promise is pending. */
class FakeLocks {
  readonly held = new Set<string>(['a lock of another program']);
  query = (): Promise<LockManagerSnapshot> =>
    Promise.resolve({ held: [...this.held].map((name) => ({ name })), pending: [] });

  readonly request = async (name: string, hold: () => Promise<void>): Promise<void> => {
    this.held.add(name);
    await hold();
    this.held.delete(name);
  };
}

const replicaOn = (
  locks: unknown,
  self: string,
  { onThisPage = 1, clock = new ManualClock() } = {},
): DeviceReplicas => new DeviceReplicas(locks as LockManager, self, onThisPage, clock);

async function counted(replica: DeviceReplicas): Promise<number> {
  await replica.look();
  return replica.count;
}

test('replicas count each other while they live', async () => {
  const locks = new FakeLocks();
  const [ann, bob, cem] = ['ann', 'bob', 'cem'].map((self) => replicaOn(locks, self));
  ann.join();
  expect(await counted(ann)).toBe(1);
  bob.join();
  cem.join();
  expect(await Promise.all([ann, bob, cem].map(counted))).toEqual([3, 3, 3]);
  bob.leave();
  await Promise.resolve();
  expect(await counted(ann)).toBe(2);
});

test('they know each other by name', async () => {
  const locks = new FakeLocks();
  const [ann, bob] = ['ann', 'bob'].map((self) => replicaOn(locks, self));
  ann.join();
  bob.join();
  await ann.look();
  expect(ann.others).toEqual(['bob']);
  bob.leave();
  await Promise.resolve();
  await ann.look();
  expect(ann.others).toEqual([]);
});

test('the count is that of the last look', async () => {
  const locks = new FakeLocks();
  const ann = replicaOn(locks, 'ann');
  replicaOn(locks, 'bob').join();
  expect(ann.count).toBe(1);
  await ann.look();
  expect(ann.count).toBe(2);
});

test('who has not joined counts itself all the same', async () => {
  const locks = new FakeLocks();
  replicaOn(locks, 'ann').join();
  expect(await counted(replicaOn(locks, 'check'))).toBe(2);
});

test('a lock that is granted after the replica has left is let go', async () => {
  const locks = new FakeLocks();
  const ann = replicaOn(locks, 'ann');
  ann.leave();
  ann.join();
  await Promise.resolve();
  expect(await counted(replicaOn(locks, 'bob'))).toBe(1);
});

test('without locks, and where they are refused, the replicas of this page count', async () => {
  const refused = (): Promise<never> => Promise.reject(new DOMException('no storage here', 'SecurityError'));
  for (const locks of [undefined, { request: refused, query: refused }]) {
    const ann = replicaOn(locks, 'ann', { onThisPage: 3 });
    ann.join();
    expect(await counted(ann)).toBe(3);
  }
});

test('the replicas of this page count before they have joined', async () => {
  const ann = replicaOn(new FakeLocks(), 'ann', { onThisPage: 3 });
  expect(await counted(ann)).toBe(3);
});

test('who watches counts anew every two seconds, until it leaves', async () => {
  const [locks, clock] = [new FakeLocks(), new ManualClock()];
  const ann = replicaOn(locks, 'ann', { clock });
  const bob = replicaOn(locks, 'bob');
  const look = async (): Promise<number> => {
    clock.runNext();
    await new Promise((resolve) => setImmediate(resolve));
    return ann.count;
  };
  ann.join();
  ann.watch();
  expect(await look()).toBe(1);
  bob.join();
  expect(await look()).toBe(2);
  bob.leave();
  await Promise.resolve();
  expect(await look()).toBe(1);
  expect(clock.now()).toBe(6_000);
  ann.leave();
  await Promise.resolve();
  expect(clock.nextDueMs()).toBeUndefined();
});

test('a browser that does not answer costs a quarter of a second', async () => {
  const clock = new ManualClock();
  const silent = { request: () => new Promise(() => {}), query: () => new Promise(() => {}) };
  const ann = replicaOn(silent, 'ann', { clock });
  const looking = ann.look();
  expect(clock.nextDueMs()).toBe(250);
  clock.runNext();
  await looking;
  expect(ann.count).toBe(1);
});

test('one is alone while no other has a lock, and never where it could not see them', async () => {
  const locks = new FakeLocks();
  const [ann, bob] = ['ann', 'bob'].map((self) => replicaOn(locks, self));
  ann.join();
  expect(await ann.isAlone()).toBe(true);
  bob.join();
  expect(await ann.isAlone()).toBe(false);
  bob.leave();
  await Promise.resolve();
  expect(await ann.isAlone()).toBe(true);
  expect(await replicaOn(locks, 'cem', { onThisPage: 2 }).isAlone()).toBe(false);
  expect(await replicaOn(undefined, 'dan').isAlone()).toBe(false);
});
