import { expect, test } from 'vitest';
import type { Changed, Snapshot, StepRecord } from '../../../src/replica/protocol';
import { markWords } from '../words/mark-words';
import { speakIn } from '../../testing/speak-in';
import { noEmulation } from '../../../src/net/emulation/no-emulation';
import { namedProfiles } from '../../../src/net/emulation/profile-words';
import { ShownNames } from '../words/shown-names';
import { ChangeLog } from './change-log';
import { unexpected } from '../../../src/base/sayings';

const peer = (id: string, name: string) => ({ id, name, rank: 0 });
const peers = [peer('a', 'Calm Heron'), peer('b', 'Brave Otter')];
const named = (all: readonly object[]) => ({ peers: all, lobby: [], removed: [] }) as unknown as Snapshot;

type Announced = Changed extends infer One ? (One extends Changed ? Omit<One, 'step'> : never) : never;

const overlapOff: Announced = { what: 'overlap', before: true, after: false };
const rateOf = (after: number): Announced => ({ what: 'rate', before: 0.01, after });

/** A ring that takes `ms` for each step. */
class Ring {
  readonly names = new ShownNames();
  readonly log = new ChangeLog(this.names.of);
  #step = 0;
  #atMs = 1_700_000_000_000;

  constructor(all: readonly object[] = peers) {
    this.names.see(named(all));
  }

  train(steps: number, ms: number, facts: Partial<StepRecord> = {}): this {
    for (let i = 0; i < steps; i++) {
      this.#atMs += ms;
      const record = { step: ++this.#step, atMs: this.#atMs, loss: 1, faulty: [], ...facts };
      this.log.push(record as unknown as StepRecord);
    }
    return this;
  }

  /** `step`: by default the next one. */
  change(announced: Announced | readonly Announced[], step = this.#step + 1): this {
    this.log.changed([announced].flat().map((one) => ({ ...one, step }) as Changed));
    return this;
  }

  get words(): string[] {
    return this.log.marks.map(markWords);
  }
}

test('a change is measured over the steps on both sides, and says so until then', () => {
  const ring = new Ring().train(1014, 9).change(overlapOff);
  expect(ring.words).toEqual(['overlap off, step 1,015: measuring …']);
  ring.train(20, 14);
  expect(ring.words).toEqual(['overlap off, step 1,015: measuring …']);
  ring.train(10, 14);
  expect(ring.words).toEqual(['overlap off, step 1,015: 9.00 → 14.0\u00a0ms']);
});

test('a change of which records of some steps are here already is measured as well', () => {
  const ring = new Ring().train(34, 9).train(15, 14).change(overlapOff, 35);
  expect(ring.words).toEqual(['overlap off, step 35: measuring …']);
  ring.train(10, 14);
  expect(ring.words).toEqual(['overlap off, step 35: 9.00 → 14.0\u00a0ms']);
});

test('steps that are planned already count before the change', () => {
  const ring = new Ring().train(3, 9).change(overlapOff, 10).train(6, 9).train(30, 14);
  expect(ring.words).toEqual(['overlap off, step 10: 9.00 → 14.0\u00a0ms']);
});

test('before this page has seen a step there is nothing to mark', () => {
  expect(new Ring().change(overlapOff).words).toEqual([]);
});

test('changes of one step are measured together', () => {
  const ring = new Ring()
    .train(30, 9)
    .change([overlapOff, { what: 'topology', before: 'ring', after: 'star' }]);
  ring.train(30, 14);
  expect(ring.words).toEqual([
    expect.stringMatching(/^overlap off, step 31: 9\.00 → 14\.0/),
    expect.stringMatching(/, step 31: 9\.00 → 14\.0/),
  ]);
});

test('one hiccup on either side does not count', () => {
  const ring = new Ring().train(20, 9).train(1, 900).train(10, 9).change(overlapOff);
  ring.train(12, 14).train(1, 2000).train(20, 14);
  expect(ring.log.marks[0].effect).toEqual({ kind: 'measured', of: 'ms', before: 9, after: 14 });
});

test('a change that another one follows too soon has no effect to tell', () => {
  const ring = new Ring().train(30, 9).change(overlapOff).train(6, 14).change(rateOf(0.02), 38);
  expect(ring.words).toEqual([
    'overlap off, step 31: too few steps to tell',
    'learning rate 0.0200, step 38: measuring …',
  ]);
});

test('who joined and who is gone is named, with the time of a step', () => {
  const ring = new Ring().train(30, 9);
  ring.change({ what: 'members', before: ['a', 'b'], after: ['a'] }).train(30, 5);
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
  const ring = rough(new Ring(), 30, 0.5).change(rateOf(0.02), 32);
  expect(rough(ring, 30, 0.48).words).toEqual([
    'learning rate 0.0200, step 32: the loss differs no more than from step to step',
  ]);
});

test('the end of a run ends measuring', () => {
  const ring = new Ring().train(30, 9).change(overlapOff).train(8, 14);
  expect(ring.words).toEqual(['overlap off, step 31: measuring …']);
  ring.log.see({ kind: 'finished', why: unexpected('') });
  expect(ring.words).toEqual([expect.stringMatching(/^overlap off, step 31: (9|too few)/)]);
});

const slow = namedProfiles.slow;
const third = [...peers, peer('c', 'Neat Beaver')];
const beaverSlow = { everyEdge: null, edges: [{ a: 'a', b: 'c', profile: slow }, { a: 'b', b: 'c', profile: slow }] } as const; // prettier-ignore

test('a slowed member is named, also in short', () => {
  const ring = new Ring(third).train(30, 9);
  ring.change({ what: 'network', before: noEmulation, after: beaverSlow }).train(30, 14);
  ring.change({ what: 'network', before: beaverSlow, after: noEmulation }).train(30, 9);
  expect(ring.words).toEqual([
    'Neat Beaver slowed: 5\u00a0Mbit/s, 40\u00a0ms, step 31: 9.00 → 14.0\u00a0ms',
    'Neat Beaver no longer slowed, step 61: 14.0 → 9.00\u00a0ms',
  ]);
  expect(ring.log.marks[0].short?.()).toBe('Neat Beaver slowed: 5\u00a0Mbit/s');
});

test('a network for all is one rate in short; one line has both its names', () => {
  const forAll = { everyEdge: slow, edges: [] };
  const butOne = { everyEdge: slow, edges: [{ a: 'a', b: 'b', profile: null }] };
  const ring = new Ring().train(30, 9).change({ what: 'network', before: noEmulation, after: forAll });
  ring.train(5, 9).change({ what: 'network', before: forAll, after: butOne });
  expect(ring.log.marks.map(({ words, short }) => [words(), short?.()])).toEqual([
    ['network 5\u00a0Mbit/s, 40\u00a0ms', 'network 5\u00a0Mbit/s'],
    ['Calm Heron – Brave Otter: as it is', 'Calm Heron – Brave Otter: as it is'],
  ]);
});

test('marks have the names of now: hidden ones and those of members who are gone are nicknames', () => {
  const rude = '0000000100000001';
  const ring = new Ring([peer('a', 'Calm Heron'), peer(rude, 'Rude Word')]).train(30, 9);
  ring.change({ what: 'members', before: ['a', rude], after: ['a'] });
  expect(ring.words).toEqual([expect.stringContaining('Rude Word gone')]);
  const hidden = { ...named([peer('a', 'Swift Fox')]), room: { areNamesHidden: true } };
  ring.names.see(hidden as Snapshot);
  expect(ring.words).toEqual([expect.not.stringContaining('Rude Word')]);
  expect(ring.words).toEqual([expect.stringMatching(/^[A-Z][a-z]+ [A-Z][a-z]+ gone, /)]);
});

test('a new run has no marks of the one before', () => {
  const ring = new Ring().train(30, 9).change(overlapOff).train(30, 9);
  expect(ring.log.marks).toHaveLength(1);
  ring.log.push({ step: 1, atMs: 0, loss: 1, faulty: [] } as unknown as StepRecord);
  expect(ring.log.marks).toEqual([]);
});

test('a mark speaks the current language, not the one in which it was made', async () => {
  const ring = new Ring().train(1014, 9).change(overlapOff);
  expect(ring.words).toEqual(['overlap off, step 1,015: measuring …']);
  await speakIn('de');
  expect(ring.words).toEqual(['Überlappung aus, Schritt 1\u202f015: wird gemessen …']);
});
