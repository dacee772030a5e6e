// J1, J4: how a member that is named as a target begins to catch up.
import { say } from '../../base/sayings';
import { expect, test } from 'vitest';
import { drive } from '../../base/testing/drive-clock';
import { readHead } from '../../optim/state/state-bytes';
import type { Manifest } from '../catch-up/manifest';
import type { AgreedState } from '../decide/compare-states';
import type { Header } from '../header/header';
import { followedState } from '../participation/participation';
import type { RunState } from '../run/run-state';
import { versionedState, type VersionedState } from '../state/versioned-state';
import { loopScene } from '../testing/loop-scene';
import { digestOf, ids } from '../testing/samples';
import { startCatchUp } from './start-catch-up';

type Scene = ReturnType<typeof loopScene>;
const [a, b] = ids;

/** This replica is b; a holds `held`, whose manifest comes when it is asked for. */
function scene() {
  const made = loopScene({ members: [a, b], self: b });
  const asked: string[] = [];
  const offer = (held: VersionedState | undefined): void => {
    const { stateFrames } = made.parts;
    stateFrames.fetchManifest = ({ digest, sources }): Promise<Manifest | undefined> => {
      asked.push(...sources);
      if (!held) return Promise.resolve(undefined);
      const { state, tensors, hashes } = held;
      return Promise.resolve({ digest, state, head: readHead(tensors), hashes });
    };
  };
  return { ...made, asked, offer };
}

const agreedOn = (
  { digest, state }: VersionedState,
  reason = 'this device holds an older state',
): AgreedState => ({
  ...{ version: state.version, digest, sources: [0], targets: [1], isDisagreement: false, reason },
});

function start({ parts, clock, abort }: Scene, header: Header, agreed: AgreedState) {
  return drive(clock, startCatchUp(parts, header, agreed, abort.signal));
}

/** What a holds: `change` beside what this replica holds. */
function later({ replica }: Scene, change: Partial<RunState>): VersionedState {
  const { state, tensors } = replica.held!;
  return versionedState({ ...state, ...change }, tensors);
}

test('J1: without an open link to a member that has the state it begins nothing', async () => {
  const made = scene();
  await made.runs();
  const held = later(made, { version: 9 });
  made.offer(held);
  made.hub.close('no links');
  expect(await start(made, made.headerOf(), agreedOn(held))).toBe('no link yet');
  expect([made.replica.participation.kind, made.asked]).toEqual(['current', []]);
});

test('J1: sources that all went while they were asked are no sources', async () => {
  const made = scene();
  await made.runs();
  made.offer(undefined);
  expect(await start(made, made.headerOf(), agreedOn(later(made, { version: 9 })))).toBe('no link yet');
  expect(made.asked).toEqual([a]);
  expect(made.replica.participation.kind).toBe('current');
});

test('J1: several decisions behind, it fetches a snapshot; what it holds is stale from then on', async () => {
  const made = scene();
  await made.runs();
  const before = made.replica.held;
  const held = later(made, { version: 9, step: 3 });
  made.offer(held);
  expect(await start(made, made.headerOf(), agreedOn(held))).toBe('fetches a snapshot');
  const { participation } = made.replica;
  expect(participation.kind).toBe('catching-up');
  expect(participation.stored!.held).toBe(before);
  expect(followedState(participation)).toEqual(held.state);
  expect(made.parts.replica.device.gradient).toBeUndefined();
  if (participation.kind !== 'catching-up') return;
  expect(participation.catchUp.why).toEqual(say('state-behind'));
  expect(participation.catchUp.requestsPause).toBe(false);
  // The replica’s own blocks are the ring's: none has to be fetched.
  expect(participation.catchUp.traffic.totalBytes).toBe(0);
});

test('J6: before step 1 the ring waits for it, and the screen says what it takes over', async () => {
  const made = scene();
  const source = loopScene();
  await source.runs();
  const held = source.replica.held!;
  made.offer(held);
  expect(await start(made, made.headerOf(), agreedOn(held))).toBe('fetches a snapshot');
  const { participation } = made.replica;
  if (participation.kind !== 'catching-up') throw new Error(participation.kind);
  expect(participation.catchUp.requestsPause).toBe(true);
  expect(participation.catchUp.why).toEqual(say('taking-over'));
  expect(participation.catchUp.traffic.totalBytes).toBeGreaterThan(0);
});

test('J4: one decision behind, without a step, it takes over the decision alone', async () => {
  const made = scene();
  await made.runs();
  const held = later(made, { version: 6, learningRate: 0.5 });
  made.offer(held);
  expect(await start(made, made.headerOf(), agreedOn(held))).toBe('fetches one decision');
  expect(made.parts.replica.followed!.learningRate).toBe(0.5);
});

test('J4: one step behind, it asks a holder for the sum', async () => {
  const made = scene();
  await made.runs();
  const held = later(made, { version: 6, step: 1, examples: 8, cursor: 16 });
  made.offer(held);
  expect(await start(made, made.headerOf(), agreedOn(held))).toBe('fetches one decision');
  const requests = made.links.get(a)!.sentJson('request');
  expect(requests).toEqual([{ kind: 'sum', digest: held.digest, pieces: [0] }]);
});

test('J4: to one digest a missed step is fetched once; named again, it fetches a snapshot', async () => {
  const made = scene();
  await made.runs();
  const held = later(made, { version: 6, learningRate: 0.5 });
  made.offer(held);
  await start(made, made.headerOf(), agreedOn(held));
  const { participation } = made.replica;
  if (participation.kind !== 'catching-up') throw new Error(participation.kind);
  const first = participation.catchUp;
  expect(await start(made, made.headerOf(), agreedOn(held))).toBe('fetches a snapshot');
  expect(made.replica.participation).not.toMatchObject({ catchUp: first });
});

test('J4: one decision ahead of all that hold, it drops that decision', async () => {
  const made = scene();
  await made.runs();
  const held = later(made, { version: 9, step: 3 });
  made.offer(held);
  await start(made, made.headerOf(), agreedOn(held));
  const { participation } = made.replica;
  if (participation.kind !== 'catching-up') throw new Error(participation.kind);
  participation.catchUp.log.decided({ ...held.state, version: 10 });
  made.asked.length = 0;
  expect(await start(made, made.headerOf(), agreedOn(held))).toBe('dropped the last decision');
  expect([made.replica.followed!.version, made.asked]).toEqual([9, []]);
});

test('J5: a member that catches up from the same snapshot is a source too', async () => {
  const made = scene();
  await made.runs();
  const held = later(made, { version: 9 });
  made.offer(held);
  const header = made.headerOf({ status: 'catching-up', version: 9, digest: held.digest });
  await start(made, header, { ...agreedOn(held), sources: [] });
  expect(made.asked).toEqual([a]);
});

test('a source without the digest that was agreed is no use: the failure says so', async () => {
  const made = scene();
  await made.runs();
  const agreed = { ...agreedOn(later(made, { version: 9 })), digest: digestOf(8) };
  const starting = start(made, made.headerOf(), agreed);
  await expect(starting).rejects.toThrow(`the state's manifest from ${a}`);
  expect(made.links.get(a)!.sentJson('request')).toEqual([{ kind: 'manifest', digest: digestOf(8) }]);
  expect(made.replica.participation.kind).toBe('current');
});
