import { inEnglish } from '../../../src/cli/english/in-english';
import { say } from '../../../src/base/sayings';
import { expect, test, vi } from 'vitest';
import type { Notice, ReplicaEvent, ReplicaHandle, Snapshot } from '../../../src/replica/protocol';
import { hiddenName } from '../../../src/base/nickname';
import { record } from '../../../src/replica/metrics/testing/step-records';
import { emptySnapshot } from '../../../src/replica/worker/empty-snapshot';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { markWords } from '../words/mark-words';
import { notesOf } from './run-notes';
import { Session } from './session';

/** A session whose events are copies, as those of a Worker. */
function begun() {
  const listeners: ((event: ReplicaEvent) => void)[] = [];
  const handle: ReplicaHandle = {
    send: () => undefined,
    request: () => Promise.reject(new Error('a test')),
    subscribe: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    destroy: () => undefined,
  };
  const session = new Session([handle], { kind: 'alone', replicas: 1 });
  const emit = (event: ReplicaEvent): void => {
    for (const listener of listeners) listener(structuredClone(event));
  };
  const config = moonsRun([8]);
  const { buckets, sync, learningRate } = config;
  let snapshot: Snapshot = { ...emptySnapshot('a', { kind: 'training' }, true), config, buckets, sync, learningRate, worldSize: 2, generation: 1 }; // prettier-ignore
  const show = (change: Partial<Snapshot> = {}): void => {
    snapshot = { ...snapshot, ...change };
    emit({ kind: 'snapshot', snapshot });
  };
  return { session, emit, show };
}

test('a change that the ring announces is a mark, at the step that it names', () => {
  vi.useFakeTimers();
  const { session, emit, show } = begun();
  show();
  const { changes } = notesOf(session);
  for (let step = 1; step <= 30; step++) {
    emit({ kind: 'steps', steps: [record(step)] });
    show({ step });
  }
  show({ learningRate: 0.01 });
  expect(changes.marks, 'another snapshot alone says nothing').toEqual([]);
  emit({ kind: 'steps', steps: [31, 32].map((step) => record(step)) });
  emit({ kind: 'changed', changes: [{ what: 'rate', step: 32, before: 0.05, after: 0.01 }] });
  show({ step: 32 });
  expect(changes.marks.map(markWords)).toEqual(['learning rate 0.0100, step 32: measuring …']);
  vi.useRealTimers();
});

test('hidden names go from the activity', () => {
  vi.useFakeTimers();
  const { session, emit, show } = begun();
  const peer = (name: string) => [{ id: '00000001000000ab', name }] as unknown as Snapshot['peers'];
  show({ peers: peer('Rude Word') });
  const { contributions } = notesOf(session);
  const says = say('joined', { names: 'Rude Word', count: 1 });
  emit({ kind: 'notice', notice: { atMs: 0, level: 'info', says } satisfies Notice });
  show({ peers: peer('Calm Fox'), room: { areNamesHidden: true } });
  expect(session.store.getState().notices.map((notice) => inEnglish(notice.says))).toEqual([
    'Calm Fox joined the ring',
  ]);
  emit({ kind: 'steps', steps: [record(1, { contributions: { '00000001000000ab': 32 } })] });
  show({ step: 1, peers: [] });
  expect(contributions.contributions.map(({ name }) => name)).toEqual([hiddenName('00000001000000ab')]);
  vi.useRealTimers();
});

test('a hidden tab keeps its notes, though it draws nothing', () => {
  vi.useFakeTimers();
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }));
  const { session, emit, show } = begun();
  show();
  const notes = notesOf(session);
  const [drawn] = [session.ticker.version()];
  const contributions = { a: 16, b: 16 };
  for (let step = 1; step <= 60; step++) {
    if (step === 30)
      emit({ kind: 'changed', changes: [{ what: 'rate', step: 31, before: 0.05, after: 0.01 }] });
    emit({ kind: 'steps', steps: [record(step, { contributions })] });
    show({ step });
    vi.advanceTimersByTime(100);
  }
  expect(session.ticker.version(), 'nothing was drawn').toBe(drawn);
  expect(session.series.records).toHaveLength(60);
  expect(notes.changes.marks.map(({ change }) => change)).toEqual(['rate']);
  expect(notes.contributions.contributions.map(({ count }) => count)).toEqual([960, 960]);
  expect(notes.scaling.points.length).toBeGreaterThan(0);
  session.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
