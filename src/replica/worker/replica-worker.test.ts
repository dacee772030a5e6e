// A Worker that never begins: a browser may fail to start one without an error. Threads of the test stand in for Workers.
import { openDoor } from '../../net/room/door';
import { expect, test } from 'vitest';
import { ManualClock } from '../../base/clock';
import type { ReplicaEvent } from '../protocol';
import { ReplicaWorker, type ReplicaThread, type WorkerReport } from './replica-worker';
import type { FromWorker, ToWorker } from './worker-messages';

class Thread implements ReplicaThread {
  onmessage: ReplicaThread['onmessage'] = null;
  onerror: ReplicaThread['onerror'] = null;
  readonly received: string[] = [];
  isTerminated = false;

  postMessage(message: ToWorker, transfer: Transferable[]): void {
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
  code: 'HK34QX',
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
    phases.push(phase.kind === 'failed' ? phase.error.message : phase.kind);
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
  const { clock, worker, threads, phases } = replica();
  expect(threads[0].received).toEqual(['begin', 'roster', 'link with 1', 'command']);
  expect(phases.at(-1)).toBe('starting');
  threads[0].report({ kind: 'begun' });
  worker.post({ kind: 'roster', peers: [], observers: 0 });
  expect(threads[0].received.at(-1)).toBe('roster');
  expect(clock.nextDueMs()).toBeUndefined();
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
    },
  });
  threads[1].report({ kind: 'begun' });
  worker.post({ kind: 'roster', peers: [], observers: 0 });
  expect(threads[1].received).toEqual(['begin', 'roster', 'command', 'roster']);
  expect(clock.nextDueMs()).toBeUndefined();
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

test('a Worker of a ring within one page is not replaced: its ports are lost', () => {
  const { clock, worker, threads, reports } = replica();
  const { port1 } = new MessageChannel();
  worker.post({ kind: 'port', peer: 'c', name: 'C', port: port1 }, [port1]);
  clock.runNext();
  expect(threads).toHaveLength(1);
  expect(reports).toEqual(['died']);
});
