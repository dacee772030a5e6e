// The Snapshot shows the replica's state. The test knows every field of Snapshot and PeerStatus by itself: from its
// configuration, from arithmetic, or from the steps that the members committed.
import { say, unexpected } from '../../base/sayings';
import { afterEach, expect, test } from 'vitest';
import { codecNamed } from '../../codecs/setting';
import { withEdge } from '../../net/emulation/network-settings';
import { noEmulation } from '../../net/emulation/no-emulation';
import { namedProfiles } from '../../net/emulation/profile-words';
import { newPass } from '../../net/room/pass';
import { SimulatedRing, type SimulatedReplica } from '../../train/testing/simulated-ring';
import { catchUpConfig } from '../../train/testing/catch-up-ring';
import { testConfig } from '../../train/testing/real-ring';
import type { PeerStatus, Snapshot } from '../protocol';
import { CommittedSteps } from './committed-steps';
import { emptySnapshot } from './empty-snapshot';
import { takeSnapshot, type SnapshotSources } from './snapshot';
import { StepRates } from './step-rates';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

function shown({ member }: SimulatedReplica, sources: Partial<SnapshotSources> = {}): Snapshot {
  return takeSnapshot({
    member,
    isHost: false,
    roster: [],
    rates: new StepRates(),
    lastStep: undefined,
    recent: new CommittedSteps().recent,
    examplesBy: new Map(),
    forkedAfterStep: undefined,
    sharing: undefined,
    observers: 0,
    ...sources,
  });
}

/** One check per field: the compiler asks for a new field's check. */
type Checks<T> = { readonly [K in keyof T]-?: (value: T[K]) => void };

function checkAll<T extends object>(value: T, checks: Checks<T>): void {
  const keys = Object.keys(checks) as (keyof T)[];
  expect(Object.keys(value).sort()).toEqual(keys.toSorted());
  for (const key of keys) checks[key](value[key]);
}

const is =
  (expected: unknown) =>
  (value: unknown): void =>
    expect(value).toEqual(expected);

const delayMs = 5;
/** The edge is of nobody here: the round trips stay those of the simulated network. */
const otherEdge = withEdge(noEmulation, 'e'.repeat(16), 'f'.repeat(16), namedProfiles.slow);
const asks = { kind: 'loss', step: 100, most: 1 } as const;
const stoppedAt = 6;

/** Three members, paused after a few steps; a fourth was kicked; a fifth is only in the room. */
async function pausedRing(): Promise<SimulatedReplica[]> {
  const config = { ...testConfig, steps: 1_000, evaluateEvery: 5, patience: 100 };
  ring = new SimulatedRing({ seed: 3, config, conditions: { delayMs, jitterMs: 0 } });
  const replicas = Array.from({ length: 4 }, () => ring.add(newPass()));
  await ring.formed(4);
  ring.submit({ kind: 'kick', peer: replicas[3].id });
  await ring.until('the kick', () => ring.isOneRing(3));
  ring.submit({ kind: 'set-learning-rate', learningRate: 0.02 });
  ring.submit({ kind: 'set-network', network: otherEdge });
  ring.publish({ kind: 'show', picture: 'split' });
  ring.publish({ kind: 'rename', peer: 'e0'.repeat(8), name: 'Ada' });
  ring.submit({ kind: 'start' });
  await ring.until('steps', () => replicas[0].steps.length >= stoppedAt);
  ring.submit({ kind: 'pause' });
  await ring.until('the pause', () =>
    replicas.slice(0, 3).every(({ member }) => member.phase.kind === 'paused'),
  );
  ring.publish({ kind: 'ask', question: asks });
  await ring.until('the question', () =>
    replicas.slice(0, 3).every(({ member }) => member.board.document.question !== undefined),
  );
  replicas[0].member.board.answer(1, 0.5);
  replicas[1].member.board.answer(1, 0.25);
  replicas[2].member.board.answer(2, 0.75);
  await ring.runFor(1_000);
  return replicas;
}

test('every field of the Snapshot and of a PeerStatus shows what the ring did', async () => {
  const replicas = await pausedRing();
  const [self, , , kicked] = replicas;
  const members = replicas.slice(0, 3);
  const last = self.steps.at(-1)!;
  const noise = { scale: 640, weight: 0.5 };
  const alarm = {
    level: 'warning',
    sign: say('sign-loss-not-finite'),
    cause: say('cause-rate-high', { rate: 1 }),
    advice: say('advice-warm-up'),
  } as const;
  const split = {
    computeMs: 5,
    overlappedMs: 1,
    exposedMs: 2,
    waitingMs: 3,
    otherMs: 4,
    wallMs: 15,
  };
  const validation = { step: 5, loss: 0.5, accuracy: 0.75 };
  const rates = new StepRates();
  const epochMs = ring.clock.epochMs();
  // Four intervals of 500 ms after the first step: 2 steps and 48 examples per second.
  for (const agoMs of [2_000, 1_500, 1_000, 500, 0])
    rates.add({ ...last, atMs: epochMs - agoMs, effectiveBatch: 24 });
  const newcomer = 'f'.repeat(16);
  const fork = self.member.replica.keepForkCheckpoint('f0f0f0f0');
  expect(fork).toBeDefined();
  const roster = [
    { id: members[1].id, name: 'Brave Otter', isHost: false, hasKey: true },
    { id: newcomer, name: 'Calm Heron', isHost: true, hasKey: true },
  ];
  self.member.names.room(roster);
  const changes = [{ what: 'rate', step: 2, before: 0.1, after: 0.02 }] as const;
  const snapshot = shown(self, {
    isHost: true,
    roster,
    rates,
    lastStep: { ...last, noise, alarm, splits: { [members[1].id]: split } },
    recent: { records: [last], curve: [[last.step, 0.25]], contributors: 3, validation, changes },
    examplesBy: new Map([[members[1].id, 48]]),
    forkedAfterStep: 4,
    host: 'away',
    strangers: [newcomer],
    observers: 2,
    observed: [0.4],
  });
  const { lineage, generation } = last;
  const [heldStep, batch] = [last.step, 3 * testConfig.localBatch];
  // The pause changed the state after the last step: another member holds the same digest.
  const digest = members[2].member.replica.held!.digest;
  expect(digest).not.toBe(last.digest);

  checkAll(snapshot, {
    phase: is({ kind: 'paused' }),
    self: is(self.id),
    isHost: is(true),
    config: is(ring.config),
    // 2 inputs → 16 units → 2 classes, with biases.
    parameterCount: is(2 * 16 + 16 + 16 * 2 + 2),
    flopPerTerm: (flop) => expect(flop).toBeGreaterThan(2 * (2 * 2 * 16 + 3 * 16 * 2) - 1),
    buckets: is(ring.config.buckets),
    // 82 parameters are one bucket.
    sumBytesPerSecond: (rate) => expect(rate === undefined || rate > 0).toBe(true),
    bucketTimes: is({ elements: [82], readyShares: [1] }),
    sync: is(ring.config.sync),
    // The sums travel as f32.
    factorBytes: is(undefined),
    residualShare: is(0),
    // The parts are not bounded.
    sentShare: is(undefined),
    // The device is not said to be alone.
    loneTrial: is(undefined),
    // A ring of the tests takes the engine that it is given.
    engine: is(undefined),
    lineage: is(lineage),
    forkedAfterStep: is(4),
    sharing: is(undefined),
    // Nodes of a test are in no browser.
    devices: is([]),
    strangers: is([{ id: newcomer, name: 'Calm Heron' }]),
    observers: is(2),
    forkCheckpoint: is({ lineage: 'f0f0f0f0', step: heldStep, examples: heldStep * batch }),
    best: is({ step: 5, loss: self.member.replica.held!.state.best!.loss }),
    generation: is(generation),
    worldSize: is(3),
    peers: (peers) =>
      expect(peers.map(({ id }) => id).toSorted()).toEqual(
        [...members.map(({ id }) => id), newcomer].toSorted(),
      ),
    step: is(heldStep),
    digest: is(digest),
    lockstep: is('agreed'),
    terms: is(1),
    effectiveBatch: is(batch),
    localBatch: is(testConfig.localBatch),
    batch: is({
      batchMode: testConfig.batchMode,
      globalBatch: testConfig.globalBatch,
      shards: testConfig.shards,
    }),
    learningRate: is(0.02),
    network: is(otherEdge),
    shows: is('split'),
    lobby: is([]),
    handOver: is(undefined),
    hasHostMoved: is(false),
    host: is('away'),
    room: is({
      renamed: [{ member: 'e0'.repeat(8), name: 'Ada' }],
      ...{ shows: 'split', asked: 1, question: { number: 1, asks } },
    }),
    // A device that only watches has answered too.
    question: is({ number: 1, asks, isOpen: true, answered: 3, of: 4, run: undefined, measured: undefined }),
    answersSoFar: is([0.25, 0.4, 0.5]),
    ownAnswer: is(0.5),
    stepsPerSecond: is(2),
    examplesPerSecond: is(48),
    examplesTotal: is(heldStep * batch),
    givenUp: is(0),
    counters: (counters) => {
      expect(Object.keys(counters).sort()).toEqual(['catchUps', 'droppedFrames', 'retries', 'viewChanges']);
      // The ring of one, two admissions, and the kick. Generations rise by more than one (M16).
      expect(counters.viewChanges).toBe(4);
      expect(generation).toBeGreaterThanOrEqual(4);
      expect(counters.catchUps).toBe(0);
    },
    noise: is(noise),
    alarm: is(alarm),
    suspended: is([]),
    removed: is([{ id: kicked.id, name: 'replica 3' }]),
    validation: is(validation),
    ringPhase: is('paused'),
    isEnded: is(undefined),
    door: is(undefined),
    league: is(undefined),
    changes: is([{ what: 'rate', step: 2, after: 0.02 }]),
    steps: is(1_000),
    task: is('moons'),
    loss: is(0.25),
    accuracy: is(last.accuracy),
    r2: is(undefined),
    contributors: is(3),
    path: is('ring'),
    curve: is([[heldStep, 0.25]]),
    split: (split) => expect(split?.computeMs).toBeGreaterThanOrEqual(0),
    ring: is([0, 1, 2].map(() => ({ rank: expect.any(Number), state: 'member' }))),
    edges: (edges) => expect(edges).toHaveLength(3),
  });

  const statusOf = (id: string): PeerStatus => snapshot.peers.find((peer) => peer.id === id)!;
  const ringPositions = members.map(({ id }) => statusOf(id).ringPosition);
  expect(ringPositions.toSorted()).toEqual([0, 1, 2]);
  checkAll(statusOf(members[1].id), {
    id: is(members[1].id),
    name: is('replica 1'),
    isSelf: is(false),
    isHost: is(false),
    rank: is(self.member.membership.view!.members.indexOf(members[1].id)),
    ringPosition: (position) => expect([0, 1, 2]).toContain(position),
    state: is('member'),
    backend: is('cpu'),
    device: (device) => expect(device).not.toBe(''),
    isSoftware: is(true),
    digest: is(digest),
    split: is(split),
    examplesContributed: is(48),
    link: is('direct'),
    roundTripMs: (ms) => expect(ms).toBeCloseTo(2 * delayMs, 0),
    // The clocks of the simulated network show the same time.
    clock: (clock) => expect(Math.abs(clock!.offsetMs)).toBeLessThanOrEqual(clock!.errorMs),
    bytesPerSecond: (rate) => expect(rate === undefined || rate > 0).toBe(true),
    rateBasis: (basis) => expect([undefined, 'traffic', 'probe']).toContain(basis),
    edgeMs: (ms) => expect(ms).toBeCloseTo(delayMs, 0),
    sumBytesPerSecond: (rate) => expect(rate === undefined || rate > 0).toBe(true),
    heardMsAgo: (ms) => expect(ms).toBeLessThan(1_000),
    droppedFrames: is(0),
    leftOut: is(undefined),
    claimedExamples: is(undefined),
    fetching: is(undefined),
    isPrepared: is(true),
    offences: is(0),
  });
  checkAll(statusOf(newcomer), {
    id: is(newcomer),
    name: is('Calm Heron'),
    isSelf: is(false),
    isHost: is(true),
    rank: is(undefined),
    ringPosition: is(undefined),
    state: is('connecting'),
    backend: is('unknown'),
    device: is(''),
    isSoftware: is(false),
    digest: is(undefined),
    split: is(undefined),
    examplesContributed: is(0),
    link: is(undefined),
    roundTripMs: is(undefined),
    clock: is(undefined),
    bytesPerSecond: is(undefined),
    rateBasis: is(undefined),
    edgeMs: is(undefined),
    sumBytesPerSecond: is(undefined),
    heardMsAgo: is(undefined),
    droppedFrames: is(0),
    leftOut: is(undefined),
    claimedExamples: is(undefined),
    fetching: is(undefined),
    isPrepared: is(undefined),
    offences: is(0),
  });
  expect(statusOf(self.id)).toMatchObject({ isSelf: true, isHost: true, name: 'replica 0', link: undefined });
});

test('H16: a host that has not answered is not counted among those that are asked', async () => {
  const [self, other, third] = await pausedRing();
  const counted = (facts: Parameters<typeof shown>[1]) => {
    const { answered, of } = shown(self, facts).question!;
    return [answered, of];
  };
  const host = (id: string) => ({ roster: [{ id, name: 'Calm Heron', isHost: true, hasKey: true }] });
  expect(counted(host(third.id)), 'on a member').toEqual([2, 2]);
  expect(counted(host(other.id)), 'a host that has answered').toEqual([2, 3]);
  expect(counted({}), 'the host is in no ring').toEqual([2, 3]);
  const onHost = shown(third, { isHost: true }).question!;
  expect([onHost.answered, onHost.of], 'on the host').toEqual([2, 2]);
});

test('before there is a replica, the Snapshot has no field that it lacks later', async () => {
  ring = new SimulatedRing({ seed: 4 });
  const replica = ring.add();
  await ring.formed(1);
  const empty = emptySnapshot(replica.id, { kind: 'starting', doing: unexpected('a test') }, true);
  expect(Object.keys(shown(replica))).toEqual(expect.arrayContaining(Object.keys(empty)));
});
test('the step shown is the last committed one, also while the next is finished and not yet committed', async () => {
  ring = new SimulatedRing({ seed: 3, config: catchUpConfig, conditions: { delayMs: 5, jitterMs: 2 } });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  let tentative = 0;
  await ring.until('eight steps', () => {
    for (const replica of replicas) {
      if (replica.member.trainer.isTentative) tentative++;
      expect(shown(replica).step).toBe(replica.steps.at(-1)?.step ?? 0);
    }
    return replicas.every(({ steps }) => steps.length >= 8);
  });
  expect(tentative).toBeGreaterThan(0);
});

test('without a quorum every member out of reach is lost, with and without a link to this replica', async () => {
  ring = new SimulatedRing({ seed: 5, config: catchUpConfig, isSparse: true });
  const replicas = Array.from({ length: 11 }, () => ring.add());
  await ring.formed(11);
  const killed = replicas.slice(2, 9);
  for (const replica of killed) ring.kill(replica);
  const [survivor] = replicas;
  await ring.until('no quorum', () => survivor.member.phase.kind === 'no-quorum');
  const lostPeers = (): string[] =>
    shown(survivor)
      .peers.filter(({ state }) => state === 'lost')
      .map(({ id }) => id);
  await ring.until('all seven are known to be lost', () => lostPeers().length >= killed.length);
  expect(lostPeers().sort()).toEqual(killed.map(({ id }) => id).sort());
});

test('a member that is gone without a goodbye is not said to join; a newcomer is', async () => {
  ring = new SimulatedRing({ seed: 2 });
  const [a, b, c] = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.kill(b, { notice: false });
  await ring.until('two go on', () => shown(a).worldSize === 2);
  for (let looks = 0; looks < 40; looks++) {
    expect(
      shown(a)
        .peers.map(({ id }) => id)
        .sort(),
    ).toEqual([a.id, c.id].sort());
    await ring.runFor(250);
  }
  const newcomer = ring.add();
  const stateOfNewcomer = () => shown(a).peers.find(({ id }) => id === newcomer.id)?.state;
  await ring.until('it joins', () => stateOfNewcomer() === 'joining');
  await ring.until('it is a member', () => stateOfNewcomer() === 'member');
});

test.each([
  ['gradient', 'withheld'],
  ['wire', 'refused'],
] as const)('a member whose part was spoiled at the %s is left out of the step: %s', async (at, kind) => {
  ring = new SimulatedRing({ seed: 6, config: { ...testConfig, steps: 1_000, evaluateEvery: 0 } });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await ring.until('steps', () => replicas[0].steps.length >= 3);
  const { id } = replicas[1];
  ring.submit({ kind: 'poison', peer: id, how: 'nan', at });
  const leftOut = (): PeerStatus['leftOut'] =>
    shown(replicas[0]).peers.find((peer) => peer.id === id)?.leftOut;
  await ring.until('it is left out', () => leftOut() !== undefined);
  expect(leftOut()?.kind).toBe(kind);
  await ring.until('it contributes again', () => leftOut() === undefined);
});

test('E21: what is held back is the length of the residual over that of a usual gradient', async () => {
  const buckets = { ...testConfig.buckets, codec: codecNamed('top-k') };
  ring = new SimulatedRing({ seed: 5, config: { ...testConfig, steps: 1_000, evaluateEvery: 0, buckets } });
  const replicas = [ring.add(), ring.add()];
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('steps', () => replicas[0].steps.length >= 12);
  ring.submit({ kind: 'pause' });
  await ring.until('the pause', () => replicas.every(({ member }) => member.phase.kind === 'paused'));
  for (const replica of replicas) {
    const { residualShare, parameterCount } = shown(replica);
    // The residual itself: what a sum of f32 over one example would take in beside a gradient of zeros.
    const options = { compressing: undefined, exampleCount: 1, terms: 1, limit: undefined };
    const gradient = new Float32Array(parameterCount);
    const part = replica.member.replica.residual.contribute({ gradient, ...options });
    expect(part.prepare(0, parameterCount)).toBe('none');
    const norms = [...replica.member.state!.usualNorms].sort((a, b) => a - b);
    const usual = norms[Math.ceil(norms.length / 2) - 1];
    expect(residualShare).toBeGreaterThan(0.1);
    expect(residualShare).toBeCloseTo(Math.hypot(...part.local) / usual, 5);
  }
});

test('the lobby lists those in the room who wait before a shut door: no member, no kicked one, no host', async () => {
  ring = new SimulatedRing({ seed: 5, config: testConfig, conditions: { delayMs, jitterMs: 0 } });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  const [self, , kicked] = replicas;
  ring.publish({ kind: 'set-door', door: 'asks' });
  await ring.until('the door', () => self.member.board.document.door === 'asks');
  ring.submit({ kind: 'kick', peer: kicked.id });
  await ring.until('the kick', () => ring.isOneRing(2));
  const waiting = 'e0'.repeat(8);
  const roster = [...replicas.map(({ id }) => id), waiting].map((id) => ({ id, name: id, isHost: false }));
  const host = { id: 'f0'.repeat(8), name: 'Host', isHost: true };
  const { lobby } = shown(self, { roster: [...roster, host] as never });
  expect(lobby.map(({ id }) => id)).toEqual([waiting]);
});
