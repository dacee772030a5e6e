// S6, J: each transition of a participation, alone.
import { describe, expect, test } from 'vitest';
import { createTrainState } from '../../optim/state/train-state';
import type { CatchUp, CatchUpResult } from '../catch-up/catch-up';
import type { FinishedStep } from '../commit/commits';
import { newRun, type RunState } from '../run/run-state';
import { TensorSets } from '../state/tensor-sets';
import { versionedState } from '../state/versioned-state';
import { sceneConfig } from '../testing/loop-scene';
import {
  abandonCatchUp,
  beginCatchUp,
  commitTentative,
  decide,
  enterView,
  followedState,
  freezeFetched,
  hold,
  leaveView,
  lostState,
  promote,
  restore,
  resume,
  type Participation,
} from './participation';
import { storeState, type StoredState } from './stored-state';

const stateOf = (change: Partial<RunState> = {}): RunState => ({ ...newRun(sceneConfig), ...change });
const storedOf = (change: Partial<RunState> = {}): StoredState =>
  storeState(stateOf(change), createTrainState(sceneConfig.optimizer, 8));
const tentative = { digest: 'a' } as unknown as FinishedStep;
const catchUpAt = (state: RunState): CatchUp => ({ log: { state } }) as unknown as CatchUp;

const stored = storedOf({ version: 4, run: 2, step: 3 });
const every: Readonly<Record<Participation['kind'], Participation>> = {
  outside: leaveView(hold(stored)),
  empty: enterView(leaveView(hold(stored))),
  'catching-up': beginCatchUp(hold(stored), catchUpAt(stateOf({ version: 9 }))),
  current: hold(stored),
};

describe('what a replica may speak for', () => {
  test('it follows decisions only as current or catching up', () => {
    expect(followedState(every.outside)).toBeUndefined();
    expect(followedState(every.empty)).toBeUndefined();
    expect(followedState(every['catching-up'])!.version).toBe(9);
    expect(followedState(every.current)!.version).toBe(4);
  });

  test.each(Object.entries(every))('S6: %s, and the view ends: what it stores is stale', (_, before) => {
    expect(leaveView(before)).toEqual({ kind: 'outside', stored: before.stored });
  });

  test.each(Object.entries(every))('%s, and a view is installed', (kind, before) => {
    const after = enterView(before);
    expect(after.kind).toBe(kind === 'outside' ? 'empty' : kind);
    expect(after.stored).toBe(before.stored);
  });

  test('a replica that begins the ring brings its state into the first view', () => {
    expect(enterView(hold(stored))).toEqual({ kind: 'current', stored });
  });
});

describe('S6: a run that no member has a state of', () => {
  test('is resumed as it is, where nothing later is known', () => {
    expect(resume(every.empty, undefined, 0)).toEqual(hold(stored));
  });

  test('goes on as another run, where a failed catching up followed later decisions', () => {
    const { stored: after } = resume(every.empty, stateOf({ version: 7, run: 2 }), 0);
    expect(after.held.state).toEqual({ ...stored.held.state, version: 8, run: 3 });
    expect(after.held.tensors).toBe(stored.held.tensors);
    expect(after.held.digest).not.toBe(stored.held.digest);
  });

  test('goes on beyond every run that a peer told of, and its open step is forgotten', () => {
    const open = enterView(leaveView(hold({ ...stored, tentative })));
    const { stored: after } = resume(open, undefined, 6);
    expect([after.held.state.run, after.held.state.version]).toEqual([7, 5]);
    expect(after.tentative).toBeUndefined();
  });

  test('cannot be resumed by a replica that stores nothing', () => {
    expect(() => resume({ kind: 'empty', stored: undefined, lost: undefined }, undefined, 0)).toThrow();
  });
});

describe('J: catching up', () => {
  test('keeps what is stored, and forgets the step that no header committed', () => {
    const before = hold({ ...stored, tentative });
    const after = beginCatchUp(before, catchUpAt(stateOf()));
    expect(after.stored).toEqual(stored);
  });

  test('abandoned, it remembers the decisions that it followed', () => {
    const after = abandonCatchUp(beginCatchUp(every.empty, catchUpAt(stateOf({ version: 12 }))));
    expect(after.kind).toBe('empty');
    expect(after.stored).toEqual(stored);
    expect(lostState(after)!.version).toBe(12);
    expect(lostState(beginCatchUp(after, catchUpAt(stateOf({ version: 13 }))))!.version).toBe(13);
  });

  test('the decisions it followed are forgotten outside: they are of another ring', () => {
    const abandoned = abandonCatchUp(beginCatchUp(every.empty, catchUpAt(stateOf({ version: 12 }))));
    expect(lostState(enterView(leaveView(abandoned)))).toBeUndefined();
  });

  test('promoted, it speaks for what it replayed, keeps the snapshot, and has an open step', () => {
    const tensors = createTrainState(sceneConfig.optimizer, 8);
    const held = versionedState(stateOf({ version: 20 }), tensors);
    const snapshot = versionedState(stateOf({ version: 15 }), tensors);
    const result: CatchUpResult = { held, sets: new TensorSets(tensors), snapshot, finished: tentative };
    const { kind, stored: after } = promote(result);
    expect(kind).toBe('current');
    expect(after.held).toBe(held);
    expect([after.frozen, after.tentative, after.summedDigest]).toEqual([[snapshot], tentative, undefined]);
    expect(after.sum.length).toBe(8);
    expect(promote({ ...result, snapshot: undefined }).stored.frozen).toEqual([]);
  });
});

test('a decision without a step replaces the run state and keeps the tensors', () => {
  const after = decide(hold(stored), stateOf({ version: 5, status: 'paused' }));
  expect(after.stored.held.state.status).toBe('paused');
  expect(after.stored.held.tensors).toBe(stored.held.tensors);
  expect(after.stored.held.hashes).toBe(stored.held.hashes);
  expect(after.stored.held.digest).not.toBe(stored.held.digest);
});

test('E23: a decision that needs other vectors makes new tensors; what others fetch stays', () => {
  const frozen = freezeFetched(hold({ ...stored, tentative }), new Set([stored.held.digest]));
  const optimizer = { kind: 'momentum', momentum: 0.5, nesterov: false } as const;
  const next = stateOf({ version: 5, config: { ...sceneConfig, optimizer } });
  const { stored: after } = decide(frozen as Participation & { kind: 'current' }, next);
  const { tensors } = after.held;
  expect([tensors.parameters, tensors.vectors]).toEqual([
    stored.held.tensors.parameters,
    [new Float32Array(8)],
  ]);
  expect(after.held).toEqual(versionedState(next, tensors));
  expect([after.sets.first, after.sum.length]).toEqual([tensors, 8]);
  expect([after.frozen, after.tentative]).toEqual([[stored.held], tentative]);
});

test('H4: a committed step is open no longer, in whatever participation', () => {
  for (const before of [hold({ ...stored, tentative }), leaveView(hold({ ...stored, tentative }))])
    expect(commitTentative(before)).toEqual({ ...before, stored });
});

describe('J2: snapshots that members fetch', () => {
  const { digest } = stored.held;

  test('the stored version stays frozen while a record shows it, once', () => {
    const once = freezeFetched(hold(stored), new Set([digest]));
    expect(once.stored!.frozen).toEqual([stored.held]);
    expect(freezeFetched(once, new Set([digest]))).toBe(once);
    expect(freezeFetched(once, new Set()).stored!.frozen).toEqual([]);
  });

  test('at most two, the older ones first', () => {
    let participation: Participation = hold(stored);
    const fetched = new Set<string>();
    for (let version = 5; version < 8; version++) {
      fetched.add(participation.stored!.held.digest);
      participation = freezeFetched(participation, fetched);
      if (participation.kind === 'current') participation = decide(participation, stateOf({ version }));
    }
    expect(participation.stored!.frozen.map(({ state }) => state.version)).toEqual([4, 5]);
  });

  test('a replica that stores nothing has nothing to freeze', () => {
    const outside: Participation = { kind: 'outside', stored: undefined };
    expect(freezeFetched(outside, new Set([digest]))).toBe(outside);
    expect(restore(outside, () => stored)).toBe(outside);
  });
});
