import { expect, test } from 'vitest';
import type { Snapshot, StepRecord } from '../../../src/replica/protocol';
import { markWords } from '../words/mark-words';
import { bringSentences, speak } from '../../text/language';
import { streamingDiloco } from '../../../src/train/run/modes/streaming';
import { syncNamed } from '../../../src/train/run/sync';
import { namedProfiles } from '../../../src/net/emulation/profile-words';
import { ShownNames } from '../words/shown-names';
import { ChangeLog } from './change-log';

const config = {};
const buckets = { mode: 'bucketed', topology: 'ring', codec: { kind: 'f32' }, overlap: true };
const peer = (id: string, name: string) => ({ id, name, rank: 0 });
const base = {
  config, buckets, step: 0, generation: 1, worldSize: 2, learningRate: 0.01, sync: undefined, batch: undefined,
  network: { everyEdge: null, edges: [] }, phase: { kind: 'training' }, lobby: [], removed: [], peers: [peer('a', 'Calm Heron'), peer('b', 'Brave Otter')],
} as unknown as Snapshot; // prettier-ignore

/** A ring that takes `ms` for each step. */
class Ring {
  readonly names = new ShownNames();
  readonly log = new ChangeLog(this.names.of);
  snapshot = base;
  #step = 0;
  #atMs = 1_700_000_000_000;

  constructor() {
    this.names.see(base);
    this.log.see(this.snapshot);
  }

  train(steps: number, ms: number, facts: Partial<StepRecord> = {}): this {
    return this.pass(steps, ms, facts).show({});
  }

  /** Steps of which no snapshot tells yet. */
  pass(steps: number, ms: number, facts: Partial<StepRecord> = {}): this {
    for (let i = 0; i < steps; i++) {
      this.#atMs += ms;
      const record = { step: ++this.#step, atMs: this.#atMs, loss: 1, faulty: [], isOverlapped: true, topology: 'ring', codec: 'f32', worldSize: 2, generation: 1, command: 0, ...facts }; // prettier-ignore
      this.log.push(record as unknown as StepRecord);
    }
    return this;
  }

  show(change: Partial<Snapshot>): this {
    this.snapshot = { ...this.snapshot, ...change, step: this.#step };
    this.names.see(this.snapshot);
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
  expect(ring.words).toEqual(['sent as the largest 3.0\u00a0%, step 32: 9.00 → 12.0\u00a0ms']);
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
  const ring = new Ring()
    .train(30, 9)
    .show(overlapOff)
    .train(6, 14, { isOverlapped: false })
    .show({ learningRate: 0.02 });
  expect(ring.words).toEqual([
    'overlap off, step 31: too few steps to tell',
    'learning rate 0.0200, step 38: measuring …',
  ]);
});

test('who joined and who is gone is named, with the time of a step', () => {
  const ring = new Ring().train(30, 9);
  ring.show({ generation: 2, worldSize: 1, peers: [base.peers[0]] }).train(30, 5, { generation: 2 });
  expect(ring.words).toEqual(['Brave Otter gone, step 31: 9.00 → 5.00\u00a0ms']);
});

test('noise that was kept out is a mark with the loss on both sides', () => {
  const ring = new Ring()
    .train(30, 9)
    .train(1, 9, { faulty: ['b'] })
    .train(30, 9);
  expect(ring.words).toEqual(['noise from Brave Otter kept out, step 31: the loss is no higher']);
});

/** Losses that differ from step to step. */
const rough = (ring: Ring, steps: number, loss: number, facts: Partial<StepRecord> = {}): Ring => {
  for (let i = 0; i < steps; i++) ring.train(1, 9, { loss: loss * (i % 2 === 0 ? 0.8 : 1.2), ...facts });
  return ring;
};

test('a loss that falls on while noise is kept out is no effect of it; one that rises is', () => {
  const falls = rough(new Ring(), 30, 0.0541).train(1, 9, { faulty: ['b'] });
  expect(rough(falls, 30, 0.0435).words).toEqual([
    'noise from Brave Otter kept out, step 31: the loss is no higher',
  ]);
  const rises = rough(new Ring(), 30, 0.05).train(1, 9, { faulty: ['b'] });
  expect(rough(rises, 30, 0.5).words[0]).toMatch(/: loss 0\.0500 → 0\.500$/);
});

test('a new rate has no effect where the losses differ no more than from step to step', () => {
  const ring = rough(new Ring(), 30, 0.5).show({ learningRate: 0.02 });
  expect(rough(ring, 30, 0.48, { command: 1 }).words).toEqual([
    'learning rate 0.0200, step 32: the loss differs no more than from step to step',
  ]);
});

test('what no record shows begins after the step of the command, on every screen alike', () => {
  const sizes = { buckets: { ...buckets, mode: 'per-tensor' } } as unknown as Partial<Snapshot>;
  const soon = new Ring().train(30, 9).show(sizes).train(30, 14, { command: 1 });
  const late = new Ring().train(30, 9).pass(7, 14, { command: 1 }).show(sizes).train(30, 14, { command: 1 });
  expect([soon, late].map(({ log }) => log.marks[0].step)).toEqual([32, 32]);
  expect(late.words).toEqual(['one sum per tensor, step 32: 9.00 → 14.0\u00a0ms']);
});

test('a step that no record tells is one that is about so', () => {
  const ring = new Ring().train(30, 9).show({ learningRate: 0.02 }).train(30, 9);
  expect(ring.words).toEqual([expect.stringMatching(/^learning rate 0\.0200, about step 32: /)]);
});

test('the end of a run ends measuring', () => {
  const ring = new Ring().train(30, 9).show(overlapOff).train(8, 14, { isOverlapped: false });
  expect(ring.words).toEqual(['overlap off, step 31: measuring …']);
  ring.show({ phase: { kind: 'finished' } } as unknown as Partial<Snapshot>);
  expect(ring.words).toEqual([expect.stringMatching(/^overlap off, step 31: (9|too few)/)]);
});

const slow = namedProfiles.slow;
const third = [...base.peers, peer('c', 'Neat Beaver')] as Snapshot['peers'];
const beaverSlow = { everyEdge: null, edges: [{ a: 'a', b: 'c', profile: slow }, { a: 'b', b: 'c', profile: slow }] } as const; // prettier-ignore

test('a slowed member is named in short, and at the step of the command', () => {
  const ring = new Ring().show({ peers: third }).train(30, 9).show({ network: beaverSlow });
  ring.train(30, 14, { command: 1 }).show({ network: { everyEdge: null, edges: [] } });
  ring.train(30, 9, { command: 2 });
  expect(ring.words).toEqual([
    'Neat Beaver slowed: 5\u00a0Mbit/s, 40\u00a0ms, step 31: 9.00 → 14.0\u00a0ms',
    'Neat Beaver no longer slowed, step 61: 14.0 → 9.00\u00a0ms',
  ]);
  expect(ring.log.marks[0].short?.()).toBe('Neat Beaver slowed: 5\u00a0Mbit/s');
});

test('a network for all is one rate in short; one line has both its names', () => {
  const ring = new Ring().train(30, 9).show({ network: { everyEdge: slow, edges: [] } });
  ring.train(5, 9).show({ network: { everyEdge: slow, edges: [{ a: 'a', b: 'b', profile: null }] } });
  expect(ring.log.marks.map(({ words, short }) => [words(), short?.()])).toEqual([
    ['network 5\u00a0Mbit/s, 40\u00a0ms', 'network 5\u00a0Mbit/s'],
    ['Calm Heron – Brave Otter: as it is', 'Calm Heron – Brave Otter: as it is'],
  ]);
});

test('marks have the names of now: hidden ones and those of members who are gone are nicknames', () => {
  const typed = [
    peer('a', 'Calm Heron'),
    peer('0000000100000001', 'Rude Word'),
  ] as unknown as Snapshot['peers'];
  const ring = new Ring()
    .show({ peers: typed })
    .train(30, 9)
    .show({ generation: 2, peers: typed.slice(0, 1) });
  expect(ring.words).toEqual([expect.stringContaining('Rude Word gone')]);
  ring.show({
    room: { areNamesHidden: true },
    peers: [peer('a', 'Swift Fox')],
  } as unknown as Partial<Snapshot>);
  expect(ring.words).toEqual([expect.not.stringContaining('Rude Word')]);
  expect(ring.words).toEqual([expect.stringMatching(/^[A-Z][a-z]+ [A-Z][a-z]+ gone, /)]);
});

test('a new run has no marks of the one before', () => {
  const ring = new Ring().train(30, 9).show(overlapOff).train(30, 9);
  expect(ring.log.marks).toHaveLength(1);
  ring.log.push({ step: 1, atMs: 0, loss: 1, faulty: [] } as unknown as StepRecord);
  expect(ring.log.marks).toEqual([]);
});

test('a mark speaks the language of now, not the one in which it was made', async () => {
  const ring = new Ring().train(1014, 9).show(overlapOff);
  expect(ring.words).toEqual(['overlap off, step 1,015: measuring …']);
  speak('de', {});
  await bringSentences('de');
  try {
    expect(ring.words).toEqual(['Überlappung aus, Schritt 1\u202f015: wird gemessen …']);
  } finally {
    speak('en', {});
    await bringSentences('en');
  }
});
