// A Worker that never begins, or no longer answers: a browser may fail to start one without an error, and may lock one up.
// Threads of the test stand in for Workers.
import { inEnglish } from '../../cli/english/in-english';
import { openDoor } from '../../net/room/door';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import type { ReplicaEvent } from '../protocol';
import { ReplicaWorker, type ReplicaThread, type WorkerReport } from './replica-worker';
import type { FromWorker, ToWorker } from './worker-messages';
import { unexpected } from '../../base/sayings';

class Thread implements ReplicaThread {
  onmessage: ReplicaThread['onmessage'] = null;
  onerror: ReplicaThread['onerror'] = null;
  readonly received: string[] = [];
  readonly requests: (ToWorker & { kind: 'request' })[] = [];
  isTerminated = false;

  postMessage(message: ToWorker, transfer: Transferable[]): void {
    if (message.kind === 'request') this.requests.push(message);
    this.received.push(transfer.length > 0 ? `${message.kind} with ${transfer.length}` : message.kind);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  report(message: FromWorker): void {
    this.onmessage?.({ data: message } as MessageEvent<FromWorker>);
  }
}

const begin = {
  kind: 'begin',
  self: 'a'.repeat(16),
  name: 'Calm Heron',
  seed: 1,
  code: 'HK3ACD4QX',
  hostPublicKey: '',
  hostToken: undefined,
  engine: 'auto',
  replicasHere: 1,
} satisfies ToWorker;

function replica() {
  const clock = new ManualClock();
  const threads: Thread[] = [];
  const reports: string[] = [];
  const worker = new ReplicaWorker({
    self: begin.self,
    isHost: false,
    clock,
    onReport: (report: WorkerReport) =>
      reports.push(report.kind === 'link-closed' ? `link-closed ${report.peer} ${report.call}` : report.kind),
    start: () => {
      const thread = new Thread();
      threads.push(thread);
      return thread;
    },
  });
  const phases: string[] = [];
  worker.subscribe((event: ReplicaEvent) => {
    if (event.kind !== 'snapshot') return;
    const { phase } = event.snapshot;
    phases.push(phase.kind === 'failed' ? inEnglish(phase.error.says) : phase.kind);
  });
  const { port1 } = new MessageChannel();
  const link = (call: number): ToWorker => ({
    kind: 'link',
    peer: 'b',
    name: 'B',
    call,
    handover: { kind: 'port', port: port1 },
  });
  worker.post({ kind: 'roster', peers: [], observers: 0 });
  worker.post(begin);
  worker.post(link(7), [port1]);
  worker.post({ kind: 'command', command: { kind: 'leave' } });
  return { clock, worker, threads, reports, phases };
}

test('messages wait for the beginning, and then leave at once', () => {
  const { worker, threads, phases } = replica();
  expect(threads[0].received).toEqual(['begin', 'roster', 'link with 1', 'command']);
  expect(phases.at(-1)).toBe('starting');
  threads[0].report({ kind: 'begun' });
  worker.post({ kind: 'roster', peers: [], observers: 0 });
  expect(threads[0].received.at(-1)).toBe('roster');
});

test('a Worker that does not begin in 20 s is replaced; its links are made anew, the rest is said again', () => {
  const { clock, worker, threads, reports } = replica();
  clock.runNext();
  expect(clock.now()).toBe(20_000);
  expect(threads.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  expect(threads[1].received).toEqual(['begin', 'roster', 'command']);
  expect(reports).toEqual(['link-closed b 7']);
  threads[0].report({
    kind: 'ring',
    facts: {
      members: [],
      linked: [],
      phase: 'left',
      step: 0,
      door: openDoor,
      name: undefined,
      hidesNames: false,
      onlyWebRtc: false,
    },
  });
  threads[1].report({ kind: 'begun' });
  worker.post({ kind: 'roster', peers: [], observers: 0 });
  expect(threads[1].received).toEqual(['begin', 'roster', 'command', 'roster']);
  expect(reports).toEqual(['link-closed b 7']);
});

test('when its successor does not begin either, the replica has failed and says so', () => {
  const { clock, worker, threads, reports, phases } = replica();
  clock.runNext();
  clock.runNext();
  expect(clock.now()).toBe(60_000);
  expect(threads.map(({ isTerminated }) => isTerminated)).toEqual([true, true]);
  expect(phases.at(-1)).toBe('The engine’s Worker did not start. Reload this page to try again.');
  expect(reports).toEqual(['link-closed b 7', 'died']);
  worker.post({ kind: 'roster', peers: [], observers: 0 });
  expect(threads[1].received).toEqual(['begin', 'roster', 'command']);
});

test('a Worker of a ring within one page is not replaced, as its ports would be lost, but waited for', () => {
  const { clock, worker, threads, reports } = replica();
  const { port1 } = new MessageChannel();
  worker.post({ kind: 'port', peer: 'c', name: 'C', port: port1 }, [port1]);
  clock.runNext();
  expect([threads[0].isTerminated, reports]).toEqual([false, []]);
  clock.runNext();
  expect(clock.now()).toBe(60_000);
  expect(threads).toHaveLength(1);
  expect(threads[0].received.filter((kind) => kind === 'begin')).toHaveLength(1);
  expect(reports).toEqual(['died']);
});

test('a Worker that answers is asked again and again only while it says nothing else', () => {
  const { clock, threads, phases } = replica();
  threads[0].report({ kind: 'begun' });
  const asked = (): number => threads[0].received.filter((kind) => kind === 'ask').length;
  for (let slice = 0; slice < 20; slice++) {
    threads[0].report({ kind: 'links', wanted: [] });
    clock.runNext();
  }
  expect(asked()).toBe(0);
  for (let slice = 0; slice < 20; slice++) {
    const before = asked();
    clock.runNext();
    if (asked() > before) threads[0].report({ kind: 'here' });
  }
  expect(asked()).toBe(10);
  expect(clock.now()).toBe(400_000);
  expect(threads[0].isTerminated).toBe(false);
  expect(phases.at(-1)).toBe('starting');
});

test('a Worker that no longer answers has failed, and its replica says so', () => {
  const { clock, worker, threads, reports, phases } = replica();
  threads[0].report({ kind: 'begun' });
  while (clock.runNext());
  // It was heard in the first slice, asked after the second, and given up 30 s later.
  expect(clock.now()).toBe(50_000);
  expect(threads[0].received.filter((kind) => kind === 'ask')).toHaveLength(3);
  expect(threads.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  expect(phases.at(-1)).toBe(
    'The engine’s Worker has not answered for 30\u00a0s. Reload this page to try again.',
  );
  expect(reports).toEqual(['died']);
  worker.post({ kind: 'roster', peers: [], observers: 0 });
  expect(threads[0].received.at(-1)).toBe('ask');
});

test('a replica that was ended asks its Worker no more', () => {
  const { clock, worker, threads } = replica();
  threads[0].report({ kind: 'begun' });
  worker.destroy();
  while (clock.runNext());
  expect(clock.now()).toBe(500);
  expect(threads[0].received).not.toContain('ask');
  expect(threads[0].isTerminated).toBe(true);
});

test('each reply of the Worker answers its own request', async () => {
  const { worker, threads } = replica();
  const [thread] = threads;
  thread.report({ kind: 'begun' });
  const weights = worker.request({ kind: 'weights', wantsHeldOut: false });
  const kept = worker.request({ kind: 'checkpoint', what: 'fork' });
  const [first, second] = thread.requests;
  const nothing = { ok: false, error: { code: 'nothing-to-save', says: unexpected('none') } } as const;
  thread.report({ kind: 'reply', id: second.id, reply: nothing });
  thread.report({ kind: 'reply', id: first.id, reply: undefined });
  expect(await Promise.all([weights, kept])).toEqual([undefined, nothing]);
});

test('a request ends with its Worker; a flight record then has the page’s part alone', async () => {
  const { clock, worker, threads } = replica();
  const before = JSON.parse((await worker.request({ kind: 'flight-record' })).split('\n')[0]);
  expect(before).toMatchObject({ record: 'the Worker has not begun' });
  threads[0].report({ kind: 'begun' });
  const kept = worker.request({ kind: 'checkpoint', what: 'run' });
  const record = worker.request({ kind: 'flight-record' });
  while (clock.runNext());
  await expect(kept).rejects.toThrow();
  expect(JSON.parse((await record).split('\n')[0])).toMatchObject({ record: 'the Worker does not answer' });
  await expect(worker.request({ kind: 'weights', wantsHeldOut: true })).rejects.toThrow('has ended');
});
