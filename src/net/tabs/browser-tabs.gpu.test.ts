// Real locks and a real SharedWorker.
import { expect, test } from 'vitest';
import { realClock } from '../../base/clock';
import { BrowserTabs, openBrowserTabs } from './browser-tabs';
import { replicaLock, whenReplicaEnds } from './replica-lock';

/** A replica that lives until the returned function is called. */
async function replicaOf(id: string): Promise<() => void> {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  await new Promise<void>((resolve) => {
    void navigator.locks.request(replicaLock(id), () => (resolve(), ended));
  });
  return end;
}

const meeting = (key: string, peer = 'c') => ({ key, peer, relayKeys: () => undefined });

test('two tabs meet at a key, and a message passes', async () => {
  const [a, b] = [openBrowserTabs('a', realClock)!, openBrowserTabs('b', realClock)!];
  const met = await Promise.all([a.meet(meeting('room a b 1', 'b')), b.meet(meeting('room a b 1', 'a'))]);
  const [endOfA, endOfB] = met.map((each) => each!.transfer[0] as MessagePort);
  const heard = new Promise((resolve) => (endOfB.onmessage = ({ data }) => resolve(data)));
  endOfA.postMessage('hello');
  expect(await heard).toBe('hello');
  for (const tabs of [a, b]) tabs.close();
});

test('whoever is not met in time is not waited for, and a late tab meets nobody', async () => {
  const [a, b] = [openBrowserTabs('a', realClock)!, openBrowserTabs('b', realClock)!];
  expect(await a.meet(meeting('alone'))).toBeUndefined();
  expect(await b.meet(meeting('alone'))).toBeUndefined();
  for (const tabs of [a, b]) tabs.close();
});

test('where no worker can be started nobody is met', async () => {
  const refused = (): Promise<never> => Promise.reject(new DOMException('refused', 'SecurityError'));
  const tabs = new BrowserTabs('a', navigator.locks, refused, realClock);
  expect(await tabs.meet(meeting('x'))).toBeUndefined();
  tabs.close();
});

test('a member is here while its page is', async () => {
  const [a, b] = [openBrowserTabs('a', realClock)!, openBrowserTabs('b', realClock)!];
  await expect.poll(() => a.isHere('b')).toBe(true);
  expect(await a.isHere('c')).toBe(false);
  b.close();
  await expect.poll(() => a.isHere('b')).toBe(false);
  a.close();
});

test('the end of a replica is heard of, and not before it has begun', async () => {
  const heard: string[] = [];
  const gone = new Promise<void>((resolve) => {
    whenReplicaEnds(navigator.locks, 'f00', realClock, () => (heard.push('gone'), resolve()));
  });
  const end = await replicaOf('f00');
  whenReplicaEnds(navigator.locks, 'f00', realClock, () => heard.push('not waited for'))();
  await expect
    .poll(async () => (await navigator.locks.query()).pending!.map(({ name }) => name))
    .toEqual([replicaLock('f00')]);
  expect(heard).toEqual([]);
  end();
  await gone;
  expect(heard).toEqual(['gone']);
});
