import { expect, test } from 'vitest';
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { markWords } from '../words/mark-words';
import { speak } from '../../text/language';
import { data as german } from '../../text/de/data';
import { phases as germanPhases } from '../../text/de/phases';
import { streamingDiloco, syncNamed } from '../../../src/train/run/sync';
import { ChangeLog } from './change-log';

const config = {};
const buckets = { mode: 'bucketed', topology: 'ring', codec: { kind: 'f32' }, overlap: true };
const peer = (id: string, name: string) => ({ id, name, rank: 0 });
const base = {
  config, buckets, step: 0, generation: 1, worldSize: 2, learningRate: 0.01, sync: undefined, batch: undefined,
  network: {}, peers: [peer('a', 'Calm Heron'), peer('b', 'Brave Otter')],
} as unknown as Snapshot; // prettier-ignore

/** A ring that takes `ms` for each step. */
class Ring {
  readonly log = new ChangeLog();
  snapshot = base;
  #step = 0;
  #atMs = 1_700_000_000_000;

  constructor() {
    this.log.see(this.snapshot);
  }

  train(steps: number, ms: number, facts: Partial<StepRecord> = {}): this {
    return this.pass(steps, ms, facts).show({});
  }

  /** Steps of which no snapshot tells yet. */
  pass(steps: number, ms: number, facts: Partial<StepRecord> = {}): this {
    for (let i = 0; i < steps; i++) {
      this.#atMs += ms;
      const record = { step: ++this.#step, atMs: this.#atMs, loss: 1, faulty: [], isOverlapped: true, topology: 'ring', codec: 'f32', worldSize: 2, ...facts }; // prettier-ignore
      this.log.push(record as unknown as StepRecord);
    }
    return this;
  }

  show(change: Partial<Snapshot>): this {
    this.snapshot = { ...this.snapshot, ...change, step: this.#step };
    this.log.see(this.snapshot);
    return this;
  }

  get words(): string[] {
    return this.log.marks.map(markWords);
  }
}

const overlapOff = { buckets: { ...buckets, overlap: false } } as unknown as Partial<Snapshot>;

test('a change is measured over the steps on both sides, and says so until then', () => {
  const ring = new Ring().train(1014, 9).show(overlapOff);
  expect(ring.words).toEqual(['overlap off, step 1,015: measuring …']);
  ring.train(10, 14, { isOverlapped: false });
  expect(ring.words).toEqual(['overlap off, step 1,015: measuring …']);
  ring.train(20, 14, { isOverlapped: false });
  expect(ring.words).toEqual(['overlap off, step 1,015: 9.00 → 14.0\u00a0ms']);
});

test('a change that came some steps before the snapshot that tells it stands at its first step', () => {
  const ring = new Ring().train(30, 9).pass(4, 9).pass(3, 14, { isOverlapped: false }).show(overlapOff);
  expect(ring.words).toEqual(['overlap off, step 35: measuring …']);
  ring.train(30, 14, { isOverlapped: false });
  expect(ring.words).toEqual(['overlap off, step 35: 9.00 → 14.0\u00a0ms']);
});

test('with local steps nothing overlaps, whatever the setting: the mark stands at the next step', () => {
  const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 64 };
  const ring = new Ring().train(30, 9, { isOverlapped: false, local }).show({ buckets: { ...buckets, overlap: false } } as unknown as Partial<Snapshot>); // prettier-ignore
  ring.train(30, 9, { isOverlapped: false, local }).show({ buckets: { ...buckets, overlap: true } } as unknown as Partial<Snapshot>); // prettier-ignore
  ring.train(30, 9, { isOverlapped: false, local });
  expect(ring.words).toEqual([
    'overlap off, step 31: 9.00 → 9.00\u00a0ms',
    'overlap on, step 61: 9.00 → 9.00\u00a0ms',
  ]);
});

test('a switch between DiLoCo and Streaming DiLoCo with as many inner steps stands at its first step', () => {
  const local = { innerSteps: 8, innerRate: 0.1, outerRate: 0.7, planned: 64 };
  const fragment = { number: 1, of: 4 };
  const diloco = syncNamed('diloco', 8);
  const ring = new Ring()
    .show({ sync: diloco })
    .train(30, 9, { local })
    .show({ sync: streamingDiloco(32) });
  ring
    .train(2, 9, { local })
    .train(30, 9, { local: { ...local, fragment } })
    .show({ sync: diloco });
  ring.train(1, 9, { local: { ...local, fragment } }).train(30, 9, { local });
  expect(ring.log.marks.map(({ step }) => step)).toEqual([33, 64]);
});

test('another share of kept elements is a change, at the first step that was sent so', () => {
  const codec = { kind: 'top-k', share: 0.01 };
  const ring = new Ring().show({ buckets: { ...buckets, codec } } as unknown as Partial<Snapshot>);
  ring.train(30, 9, { codec: 'top-k', codecNumber: 0.01 });
  ring.show({ buckets: { ...buckets, codec: { ...codec, share: 0.03 } } } as unknown as Partial<Snapshot>);
  ring
    .train(1, 9, { codec: 'top-k', codecNumber: 0.01 })
    .train(30, 12, { codec: 'top-k', codecNumber: 0.03 });
  expect(ring.words).toEqual(['sent as The largest 3.0\u00a0%, step 32: 9.00 → 12.0\u00a0ms']);
});

test('the mark stands at the first step whose record has the change', () => {
  const ring = new Ring().train(30, 9).show(overlapOff).train(2, 9).train(1, 14, { isOverlapped: false });
  expect(ring.log.marks[0].step).toBe(33);
});

test('one hiccup on either side does not count', () => {
  const ring = new Ring().train(20, 9).train(1, 900).train(10, 9).show(overlapOff);
  ring.train(12, 14, { isOverlapped: false }).train(1, 2000).train(20, 14);
  expect(ring.log.marks[0].effect).toEqual({ kind: 'measured', of: 'ms', before: 9, after: 14 });
});

test('a change that another one follows too soon has no effect to tell', () => {
  const ring = new Ring().train(30, 9).show(overlapOff).train(6, 14).show({ learningRate: 0.02 });
  expect(ring.words).toEqual([
    'overlap off, step 31: too few steps to tell',
    'learning rate 0.0200, step 37: measuring …',
  ]);
});

test('who joined and who left is named, with the time of a step', () => {
  const ring = new Ring().train(30, 9);
  ring.show({ generation: 2, worldSize: 1, peers: [base.peers[0]] }).train(30, 5, { worldSize: 1 });
  expect(ring.words).toEqual(['Brave Otter left, step 31: 9.00 → 5.00\u00a0ms']);
});

test('noise that was kept out is a mark with the loss on both sides', () => {
  const ring = new Ring()
    .train(30, 9)
    .train(1, 9, { faulty: ['b'] })
    .train(30, 9);
  expect(ring.words).toEqual(['noise from Brave Otter kept out, step 31: loss 1.000 → 1.000']);
});

test('a new run has no marks of the one before', () => {
  const ring = new Ring().train(30, 9).show(overlapOff).train(30, 9);
  expect(ring.log.marks).toHaveLength(1);
  ring.log.push({ step: 1, atMs: 0, loss: 1, faulty: [] } as unknown as StepRecord);
  expect(ring.log.marks).toEqual([]);
});

test('a mark speaks the language of now, not the one in which it was made', () => {
  const ring = new Ring().train(1014, 9).show(overlapOff);
  expect(ring.words).toEqual(['overlap off, step 1,015: measuring …']);
  speak('de', { data: german, phases: germanPhases });
  try {
    expect(ring.words).toEqual(['Überlappung aus, Schritt 1\u202f015: wird gemessen …']);
  } finally {
    speak('en', {});
  }
});
