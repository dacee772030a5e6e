// S1–S5 on whole replicas over the simulated network. Members are killed, joined, corrupted or commanded mid-run; the
// tests check what every survivor then holds. Each test verifies the history of every replica (simulated-ring.ts).
import { afterEach, expect, test } from 'vitest';
import { EngineError, type Engine } from '../../model/engine';
import { letInMs } from '../../net/room/door';
import { newPass } from '../../net/room/pass';
import { newHostKeys, signCommand } from '../../net/room/signed-command';
import { readCheckpoint } from '../checkpoint/read-checkpoint';
import { around, fileBytes } from '../checkpoint/testing/held-state';
import type { Hello } from '../peers/hello';
import { turnedAwayMs } from '../member/seek-admission';
import { replay, replayDifference, Witness } from './replay';
import { testConfig } from './real-ring';
import { SimulatedRing, type SimulatedReplica, type SimulatedRingOptions } from './simulated-ring';

let ring: SimulatedRing;
afterEach(async () => {
  ring.verify();
  await ring.end();
});

async function running(
  size: number,
  options: Partial<SimulatedRingOptions> = {},
): Promise<SimulatedReplica[]> {
  ring = new SimulatedRing({ seed: 5, ...options });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  await ring.until('three steps', () => replicas.every(({ steps }) => steps.length >= 3));
  return replicas;
}

const toTheEnd = (): Promise<void> =>
  ring.until('the last step', () =>
    ring.living.every(({ steps }) => steps.at(-1)?.step === ring.config.steps),
  );

const stepsOf = ({ steps }: SimulatedReplica): number[] => steps.map(({ step }) => step);
const upTo = (last: number, first = 1): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
const digestsOf = ({ steps }: SimulatedReplica): string[] =>
  steps.map(({ step, digest }) => `${step} ${digest}`);

/** The replica dies in the middle of its next reduce: after `frames` more frames, at least one of them a segment. */
async function killMidReduce(victim: SimulatedReplica, frames = 2): Promise<void> {
  const steps = victim.steps.length;
  await ring.until('a step more', () => victim.steps.length > steps);
  await killInNextReduce(victim, frames);
}

async function killInNextReduce(victim: SimulatedReplica, frames = 2): Promise<void> {
  await ring.until('its reduce', () => victim.member.trainer.status.activity.kind === 'reducing');
  ring.network.killAtFrame(victim.id, ring.network.framesOf(victim.id) + frames, { notice: true });
  await ring.until('its death', () => !ring.network.isAlive(victim.id));
  expect(victim.member.trainer.status.activity.kind).toBe('reducing');
}

test('one of four dies mid-reduce: the other three commit the same steps, none missing', async () => {
  const replicas = await running(4);
  await killMidReduce(replicas[2]);
  const lastWith = replicas[2].steps.length;
  await toTheEnd();
  for (const survivor of ring.living) {
    expect(stepsOf(survivor)).toEqual(upTo(20));
    expect(digestsOf(survivor)).toEqual(digestsOf(replicas[0]));
  }
  const after = replicas[0].steps.find(({ step }) => step === lastWith + 1)!;
  const three = Object.fromEntries(ring.living.map(({ id }) => [id, 8]));
  // The step in flight was retried with the remaining contributions, or was complete just before the death.
  if (after.effectiveBatch === 24) expect(after.contributions).toEqual(three);
  else expect(after.contributions).toEqual({ ...three, [replicas[2].id]: 8 });
  expect(replicas[0].steps.at(-1)!.contributions).toEqual(three);
});

test('S19: asked for one step, all commit one and pause; also where a member dies in its sum', async () => {
  ring = new SimulatedRing({ seed: 5 });
  const replicas = Array.from({ length: 4 }, () => ring.add());
  await ring.formed(4);
  const allPausedAfter = (count: number): Promise<void> =>
    ring.until(`a pause after ${count} steps`, () =>
      ring.living.every(({ steps, member }) => steps.length === count && member.phase.kind === 'paused'),
    );
  ring.submit({ kind: 'step' });
  await allPausedAfter(1);
  const waitedMs = ring.clock.now();
  ring.clock.after(30_000, () => undefined);
  await ring.until('half a minute', () => ring.clock.now() >= waitedMs + 30_000);
  for (const one of replicas) expect(stepsOf(one)).toEqual([1]);
  ring.submit({ kind: 'step' });
  await killInNextReduce(replicas[2]);
  await allPausedAfter(2);
  ring.submit({ kind: 'start' });
  await toTheEnd();
  for (const survivor of ring.living) expect(stepsOf(survivor)).toEqual(upTo(20));
});

/** The door of a room of `size`, each member with a pass of its own. */
async function shut(size: number, door: 'asks' | 'locked'): Promise<SimulatedReplica[]> {
  ring = new SimulatedRing({ seed: 5 });
  const replicas = Array.from({ length: size }, () => ring.add(newPass()));
  await ring.formed(size);
  ring.submit({ kind: 'start' });
  const inside = replicas.map(({ id, member }) => member.passes.of(id)!);
  ring.publish({ kind: 'set-door', door, inside });
  await ring.until('the door', () => replicas.every(({ member }) => member.board.document.door === door));
  return replicas;
}

const waitsAtDoor = ({ member: { phase } }: SimulatedReplica): boolean =>
  phase.kind === 'connecting' && (phase.why?.code === 'door-asks' || phase.why?.code === 'door-host-away');

test('H14: at a shut door a newcomer waits, linked to all, until the host lets it in; its next page enters at once', async () => {
  const members = await shut(2, 'asks');
  const pass = newPass();
  const newcomer = ring.add(pass);
  await ring.until('it to wait', () => waitsAtDoor(newcomer));
  await ring.until('the last step', () => members.every(({ steps }) => steps.length === ring.config.steps));
  expect(members[0].member.membership.view!.members.length).toBe(2);
  expect([waitsAtDoor(newcomer), newcomer.member.replica.held]).toEqual([true, undefined]);
  ring.publish({ kind: 'admit', pass: members[0].member.passes.of(newcomer.id)! });
  await ring.until('a ring of three', () => ring.isOneRing(3));
  ring.kill(newcomer);
  await ring.until('a ring of two', () => members[0].member.membership.view!.members.length === 2);
  ring.add(pass);
  await ring.until('a ring of three again', () => ring.isOneRing(3));
});

test('H14: a claim of another’s pass opens no door, and a newcomer ends when the host is silent', async () => {
  const [, member] = await shut(2, 'locked');
  const stranger = ring.add();
  const stolen = member.member.options.pass;
  for (const { member } of ring.replicas) member.passes.note(stranger.id, stolen);
  await ring.until('it to end', () => stranger.member.phase.kind === 'failed', letInMs + 60_000);
  expect(stranger.member.phase).toMatchObject({ error: { code: 'host-silent' } });
  expect(member.member.membership.view!.members.length).toBe(2);
});

test('H14c: a new page of the host enters through a shut door by its key, and nobody by another', async () => {
  const members = await shut(2, 'asks');
  const stranger = ring.add(newPass(), 0, newHostKeys().hostToken);
  const host = ring.add(newPass(), 0, ring.hostToken);
  const inRing = (id: string) => members.every(({ member }) => member.membership.view!.members.includes(id));
  await ring.until('the host to be in', () => inRing(host.id));
  await ring.until('the other to wait', () => waitsAtDoor(stranger));
  expect(inRing(stranger.id)).toBe(false);
  await ring.until('the room at the host', () => host.member.board.document.door === 'asks');
});

test('H14: a member that a cut took out of the ring comes back through a locked door', async () => {
  const replicas = await shut(3, 'locked');
  for (const other of replicas.slice(0, 2)) ring.cut(other, replicas[2]);
  await ring.until('a ring of two', () => replicas[0].member.membership.view?.members.length === 2);
  for (const other of replicas.slice(0, 2)) ring.mend(other, replicas[2]);
  await ring.until('it to be back', () => ring.isOneRing(3));
});

test('a goodbye is answered at once, without waiting for heartbeats', async () => {
  const replicas = await running(3);
  const sinceMs = ring.clock.now();
  replicas[1].member.leave();
  await ring.until('a view of two', () => ring.isOneRing(2));
  const tookMs = ring.clock.now() - sinceMs;
  console.log(`goodbye → view of two: ${Math.round(tookMs)} ms of simulated time`);
  expect(tookMs).toBeLessThan(200);
  await toTheEnd();
  expect(digestsOf(replicas[2])).toEqual(digestsOf(replicas[0]));
  expect(stepsOf(replicas[0])).toEqual(upTo(20));
});

test('a replica that joins mid-run gets the state and contributes; its first committed step has the common digest', async () => {
  const replicas = await running(2);
  const newcomer = ring.add();
  await toTheEnd();
  const first = newcomer.steps[0].step;
  expect(stepsOf(newcomer)).toEqual(upTo(20, first));
  expect(digestsOf(newcomer)).toEqual(digestsOf(replicas[0]).slice(first - 1));
  expect(newcomer.steps.at(-1)!.contributions[newcomer.id]).toBe(8);
  expect(newcomer.steps.at(-1)!.effectiveBatch).toBe(24);
  // No step was disturbed: the view changed between two steps, so nothing was retried.
  for (const { member } of replicas) expect(member.trainer.counters.retries).toBe(0);
});

test('a join during a reduce waits for the step to end', async () => {
  const replicas = await running(3, { computeMs: () => 40 });
  await ring.until('a reduce', () =>
    replicas.every(({ member }) => member.trainer.status.activity.kind === 'reducing'),
  );
  const step = replicas[0].member.replica.held!.state.step + 1;
  const generation = replicas[0].member.membership.view!.generation;
  ring.add();
  await ring.until('the newcomer', () => ring.isOneRing(4));
  await toTheEnd();
  const record = replicas[0].steps.find((r) => r.step === step)!;
  expect(record).toMatchObject({ generation, worldSize: 3 });
  for (const { member } of replicas) expect(member.trainer.counters.retries).toBe(0);
});

test('two join at once', async () => {
  const replicas = await running(2);
  const both = [ring.add(), ring.add()];
  await ring.until('four', () => ring.isOneRing(4));
  await toTheEnd();
  for (const newcomer of both) {
    expect(newcomer.steps.at(-1)).toMatchObject({
      digest: replicas[0].steps.at(-1)!.digest,
      effectiveBatch: 32,
    });
    expect(stepsOf(newcomer)).toEqual(upTo(20, newcomer.steps[0].step));
  }
});

test('rank 0 dies mid-step: the others go on', async () => {
  const replicas = await running(3);
  const { members } = replicas[0].member.membership.view!; // by seniority
  await killMidReduce(replicas[0]);
  await toTheEnd();
  expect(stepsOf(replicas[1])).toEqual(upTo(20));
  expect(digestsOf(replicas[2])).toEqual(digestsOf(replicas[1]));
  const [, second] = members;
  expect(replicas[1].member.membership.view!.members[0]).toBe(second);
});

test('two of five die at once', async () => {
  const replicas = await running(5);
  await ring.until('a reduce', () => replicas[1].member.trainer.status.activity.kind === 'reducing');
  ring.kill(replicas[1], { notice: true });
  ring.kill(replicas[4], { notice: false });
  await toTheEnd();
  for (const survivor of ring.living) {
    expect(stepsOf(survivor)).toEqual(upTo(20));
    expect(digestsOf(survivor)).toEqual(digestsOf(replicas[0]));
  }
  expect(replicas[0].steps.at(-1)!.effectiveBatch).toBe(24);
});

test('an engine that fails once is built again; the step is retried with the same result', async () => {
  let calls = 0;
  const failing = (engine: Engine, index: number): Engine =>
    index === 1 ? { ...engine, gradient: (...call) => (++calls === 5 ? Promise.reject(new EngineError('gpu-error', 'a test')) : engine.gradient(...call)) } : engine; // prettier-ignore
  ring = new SimulatedRing({ seed: 5, wrapEngine: failing });
  const witness = new Witness();
  const replicas = [ring.add(), ring.add(), ring.add()];
  for (const replica of replicas) witness.watch(replica);
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  await toTheEnd();
  expect(calls).toBeGreaterThan(20);
  expect(replicas[1].notices.join()).toContain('the device failed');
  expect(replicas[0].member.hellos.of(replicas[1].id)?.backend, 'as the others know it').toBe('cpu');
  for (const replica of replicas) expect(stepsOf(replica)).toEqual(upTo(20));
  for (const { effectiveBatch } of replicas[0].steps) expect(effectiveBatch).toBe(24);
  const oracle = await replay(ring.config, witness, 20);
  expect(replayDifference(oracle, replicas[1].member.replica.held!)).toBeUndefined();
});

test('a replica that disagrees catches up with the majority, and all report it', async () => {
  const replicas = await running(3);
  await ring.until('a reduce', () => replicas[1].member.trainer.status.activity.kind === 'reducing');
  const bits = new Uint32Array(replicas[1].member.replica.held!.tensors.parameters.buffer);
  bits[3] ^= 1; // the flipped bit survives the next update, and the digest shows it
  await toTheEnd();
  expect(replicas[1].member.trainer.counters.catchUps).toBe(1);
  expect(replicas[0].member.trainer.counters.catchUps).toBe(0);
  for (const { notices } of replicas)
    expect(notices.join()).toContain('digests disagree: the majority holds');
  expect(replicas[1].steps.at(-1)!.digest).toBe(replicas[0].steps.at(-1)!.digest);
  expect(stepsOf(replicas[0])).toEqual(upTo(20));
});

test('two members disagree: rank 0 stays current', async () => {
  const replicas = await running(2);
  await ring.until('a reduce', () => replicas[0].member.trainer.status.activity.kind === 'reducing');
  const bits = new Uint32Array(replicas[0].member.replica.held!.tensors.parameters.buffer);
  bits[3] ^= 1;
  await toTheEnd();
  expect(replicas[1].member.trainer.counters.catchUps).toBe(1);
  expect(replicas[0].member.trainer.counters.catchUps).toBe(0);
  expect(replicas[0].notices.join()).toContain('without a majority');
  expect(stepsOf(replicas[0])).toEqual(upTo(20));
});

test('pause and resume: no step is lost, done twice or changed', async () => {
  const plain = await running(3);
  await toTheEnd();
  const digests = plain[0].steps.map(({ digest }) => digest);
  const parameters = plain[0].member.replica.held!.tensors.parameters;
  ring.verify();
  await ring.end();

  const replicas = await running(3);
  ring.submit({ kind: 'pause' }, replicas[2]);
  await ring.until('the pause', () => replicas.every(({ member }) => member.phase.kind === 'paused'));
  const at = replicas.map(({ member }) => member.replica.held!.state.step);
  expect(new Set(at).size).toBe(1);
  await ring.runFor(5_000);
  expect(replicas.map(({ member }) => member.replica.held!.state.step)).toEqual(at);
  ring.submit({ kind: 'start' }, replicas[1]);
  await toTheEnd();
  expect(stepsOf(replicas[0])).toEqual(upTo(20));
  // The digest covers the decisions, which differ by the two commands; the parameters must not.
  expect(replicas[0].member.replica.held!.tensors.parameters).toEqual(parameters);
  expect(replicas[0].steps[0].digest).toBe(digests[0]);
});

test('configure mid-run begins another run on all', async () => {
  const replicas = await running(3);
  const config = { ...testConfig, seed: 8, steps: 5, optimizer: { kind: 'sgd' as const }, localBatch: 4 };
  ring.submit({ kind: 'configure', config });
  await ring.until('the new run', () =>
    replicas.every(
      ({ member }) => member.replica.held?.state.run === 2 && member.replica.held.state.initialized,
    ),
  );
  for (const { member } of replicas)
    expect(member.replica.held!.state).toMatchObject({ step: 0, status: 'lobby', config });
  ring.submit({ kind: 'start' });
  await ring.until('its last step', () =>
    replicas.every(({ steps }) => steps.at(-1)?.step === 5 && steps.at(-1)!.effectiveBatch === 12),
  );
  expect(new Set(replicas.map(({ steps }) => steps.at(-1)!.digest)).size).toBe(1);
});

test('a new learning rate and new buckets apply at the same step on all', async () => {
  const replicas = await running(3);
  const witness = new Witness();
  for (const replica of replicas) witness.watch(replica);
  ring.submit({ kind: 'set-learning-rate', learningRate: 0.001 }, replicas[1]);
  ring.submit({ kind: 'set-buckets', buckets: { ...testConfig.buckets, mode: 'per-tensor' } }, replicas[2]);
  await toTheEnd();
  const rates = replicas.map(({ steps }) =>
    steps.map(({ learningRate, buckets }) => `${learningRate} ${buckets}`),
  );
  expect(rates[1]).toEqual(rates[0]);
  expect(rates[2]).toEqual(rates[0]);
  expect(replicas[0].steps[0]).toMatchObject({ learningRate: Math.fround(0.01), buckets: 1 });
  expect(replicas[0].steps.at(-1)).toMatchObject({ learningRate: Math.fround(0.001), buckets: 4 });
});

test('S7: updates that are not finite are skipped by all; three in a row: diverged, with the last good state', async () => {
  // Too few norms are known yet to call a finite gradient an outlier.
  const isBad = (call: number): boolean => call === 1 || call >= 3;
  const poison = (engine: Engine): Engine => {
    let calls = 0;
    return {
      ...engine,
      gradient: async (batches, buckets, into, onBucket, options) => {
        calls++;
        const sums = await engine.gradient(batches, buckets, into, () => undefined, options);
        if (isBad(calls)) into[7] = 1e36; // its square is beyond f32
        for (const { index } of buckets) onBucket(index);
        return sums;
      },
    };
  };
  ring = new SimulatedRing({ seed: 6, wrapEngine: poison });
  const replicas = [ring.add(), ring.add(), ring.add()];
  await ring.formed(3);
  ring.submit({ kind: 'start' });
  const good: Float32Array[] = [];
  replicas[0].member.on('step', () => good.push(replicas[0].member.replica.held!.tensors.parameters.slice()));
  await ring.until('the end', () => replicas.every(({ member }) => member.phase.kind === 'diverged'));
  for (const { member, notices } of replicas) {
    expect(member.replica.held!.state).toMatchObject({
      step: 5,
      skipsInARow: 3,
      examples: 24,
      plan: null,
    });
    expect(notices.filter((text) => text.includes('not finite')).length).toBe(4);
    expect(member.replica.held!.tensors.parameters).toEqual(good[1]);
    expect(member.replica.held!.tensors.parameters.every(Number.isFinite)).toBe(true);
  }
  expect(good[2]).toEqual(good[1]); // step 3 changed nothing
  // A new configuration leads out.
  ring.submit({ kind: 'configure', config: { ...testConfig, learningRate: 0.001 } });
  await ring.until('the lobby', () => replicas.every(({ member }) => member.phase.kind === 'lobby'));
});

test('frames of an older generation are dropped and counted, and change nothing', async () => {
  const replicas = await running(4);
  // Every frame from replica 0 to its ring successor comes late.
  ring.network.setConditions(replicas[0].id, replicas[1].id, { delayMs: 300 });
  await killMidReduce(replicas[3], 1);
  await ring.until('three', () => ring.isOneRing(3));
  await toTheEnd();
  const dropped = ring.living.map(({ member }) => member.trainer.router.counters.dropped);
  console.log(`frames of older generations dropped: ${dropped.join(', ')}`);
  expect(Math.max(...dropped)).toBeGreaterThan(0);
  for (const { member } of ring.living) expect(member.trainer.router.counters.parked).toBe(0);
  expect(digestsOf(replicas[1])).toEqual(digestsOf(replicas[0]));
});

test('C5: a member that sends a frame twice is named by the receiver, once a generation; the sums stay the same', async () => {
  const [first, second] = await running(2);
  const { hub } = first.member;
  const frames: Uint8Array[] = [];
  const send = hub.send.bind(hub);
  hub.send = (to, type, bytes, signal) => {
    if (type === 'reduce') frames.push(bytes.slice());
    if (type === 'reduce' && frames.length === 20)
      for (const old of frames.slice(0, 3)) void send(to, type, old, signal);
    return send(to, type, bytes, signal);
  };
  await toTheEnd();
  const named = second.notices.filter((text) => text.includes('again a frame'));
  expect(named).toHaveLength(1);
  expect(named[0]).toContain(`${first.member.options.name} sent what it may not`);
  expect(first.notices.join()).not.toContain('again a frame');
  const noted = second.member.recorder.entries().filter(({ kind }) => kind === 'frame dropped');
  expect(noted.map(({ fields }) => [fields.from, fields.why])).toEqual(Array(3).fill([first.id, 'replayed']));
  expect(second.member.trainer.router.droppedOf(first.id)).toBe(3);
  expect(digestsOf(second)).toEqual(digestsOf(first));
  ring.violations.length = 0; // as it was meant
});

test('a command signed by a stranger is refused by all, and named', async () => {
  const replicas = await running(2);
  const forged = signCommand(newHostKeys().hostToken, 'TEST', 99, JSON.stringify({ kind: 'stop' }));
  for (const { member } of replicas) member.hub.sendJson(member.hub.peers()[0], 'command', forged);
  await toTheEnd();
  for (const { member, notices } of replicas) {
    expect(notices.join()).toContain('not the host’s');
    expect(member.commands.commands).toEqual([]);
  }
});

test('H5: a peer that floods another with forged commands is cut off and named; repeated genuine ones are harmless', async () => {
  const [victim, flooder, repeater] = await running(3, {
    config: { ...testConfig, steps: 80, evaluateEvery: 0 },
  });
  const closed: string[] = [];
  victim.member.on('link-closed', ({ peer }) => closed.push(peer));
  const keys = newHostKeys();
  const forge = (sequence: number): unknown =>
    signCommand(keys.hostToken, 'TEST', sequence, JSON.stringify({ kind: 'stop' }));
  const repeated = forge(1); // not newer than the start: its signature is not verified
  for (let i = 0; i < 100; i++) repeater.member.hub.sendJson(victim.id, 'command', repeated);
  const flood = Array.from({ length: 60 }, (_, i) => forge(99 + i));
  for (const forged of flood) flooder.member.hub.sendJson(victim.id, 'command', forged);
  await toTheEnd();
  expect(new Set(closed)).toEqual(new Set([flooder.id]));
  const of = (text: string): string[] => victim.notices.filter((notice) => notice.includes(text));
  expect(of('is not the host’s').length).toBe(21);
  expect(of('replica 1 keeps sending commands that are not the host’s').length).toBe(1);
  expect(of('replica 2 keeps').length).toBe(0);
  for (const replica of ring.living) {
    expect(stepsOf(replica)).toEqual(upTo(80));
    expect(digestsOf(replica)).toEqual(digestsOf(victim));
    expect(replica.member.commands.commands).toEqual([]);
  }
});

test('H5: all apply, in order, the commands of two tabs of the host on both sides of a cut', async () => {
  const [first, second] = await running(2, {
    config: { ...testConfig, steps: 4_000, evaluateEvery: 0 },
    computeMs: () => 50,
  });
  const buckets = { ...testConfig.buckets, mode: 'per-tensor' as const };
  ring.cut(first, second);
  ring.submit({ kind: 'set-learning-rate', learningRate: 0.25 }, first);
  ring.submit({ kind: 'set-buckets', buckets }, second);
  await ring.runFor(300);
  ring.mend(first, second);
  await ring.until('both applied', () => ring.living.every(({ member }) => member.trainer.state?.learningRate === 0.25 && member.trainer.state.buckets.mode === 'per-tensor')); // prettier-ignore
  expect(ring.living.map(({ member }) => member.trainer.state!.appliedCommand)).toEqual([3, 3]);
  for (const { notices } of ring.living) expect(notices.join()).not.toContain('disagree');
});

test('H5: commands that come faster than headers are all applied', async () => {
  const [first, second, third] = await running(3, {
    config: { ...testConfig, steps: 4_000, evaluateEvery: 0 },
  });
  for (const [from, to] of [
    [first, third],
    [third, first],
  ])
    ring.network.setConditions(from.id, to.id, { delayMs: 700 });
  for (let i = 0; i < 40; i++) {
    ring.submit({ kind: 'set-learning-rate', learningRate: 0.1 + i / 100 }, [first, third, second][i % 3]);
    await ring.runFor(200);
  }
  for (const { member } of ring.living) expect(member.trainer.state!.appliedCommand).toBeGreaterThan(3);
});

test('H8, H11: a kicked member is out, is not admitted again, and the ring goes on', async () => {
  const replicas = await running(3);
  ring.submit({ kind: 'kick', peer: replicas[1].id });
  await ring.until('two', () => replicas[0].member.membership.view?.members.length === 2);
  await ring.until('the end', () => replicas[2].steps.at(-1)?.step === 20);
  await ring.until('its end', () => replicas[1].member.phase.kind === 'failed');
  expect(replicas[1].member.phase).toMatchObject({ error: { code: 'kicked' } });
  await ring.runFor(3_000);
  expect(replicas[0].member.membership.view!.members).toEqual([replicas[0].id, replicas[2].id]);
});

test.each([2, 4])(
  'H8a: one of %d that is unplugged drops out, and comes back as a newcomer',
  async (size) => {
    const replicas = await running(size, { config: { ...testConfig, steps: 200 } });
    const [first, gone] = replicas;
    ring.submit({ kind: 'unplug', peer: gone.id });
    await ring.until('its end', () => gone.member.phase.kind === 'failed');
    expect(gone.member.phase).toMatchObject({ error: { code: 'unplugged' } });
    await ring.until('its gap', () => first.member.membership.view?.members.length === size - 1, 5_000);
    expect(first.notices.at(-1)).toContain(size === 2 ? 'left' : 'is gone');
    const { length } = first.steps;
    await ring.until('a step without it', () => first.steps.length > length);
    const back = ring.add();
    await ring.until('its return', () => back.member.membership.view?.members.length === size);
    expect(first.member.state?.kicked).toEqual([]);
  },
);

test('H8, H14: who is kicked while it waits at a shut door was never in the ring, and reads so', async () => {
  const replicas = await shut(2, 'asks');
  const newcomer = ring.add();
  await ring.until('its wait', () => 'why' in newcomer.member.phase);
  ring.submit({ kind: 'kick', peer: newcomer.id });
  await ring.until('its end', () => newcomer.member.phase.kind === 'failed');
  expect(newcomer.member.phase).toMatchObject({ error: { code: 'not-let-in' } });
  ring.submit({ kind: 'kick', peer: replicas[1].id });
  await ring.until('the removal', () => replicas[1].member.phase.kind === 'failed');
  expect(replicas[1].member.phase).toMatchObject({ error: { code: 'kicked' } });
});

test('H8 a replica that is kicked outside any view, or as the only member, ends at once', async () => {
  const [first] = await running(2);
  const newcomer = ring.add();
  ring.cut(ring.replicas[1], newcomer);
  await ring.runFor(1_000);
  expect(newcomer.member.membership.view).toBeUndefined();
  ring.submit({ kind: 'kick', peer: newcomer.id }, first);
  await ring.until('its end', () => newcomer.member.phase.kind === 'failed');
  expect(newcomer.member.phase).toMatchObject({ error: { code: 'kicked' } });
  ring.submit({ kind: 'kick', peer: ring.replicas[1].id }, first);
  await ring.until('one', () => first.member.membership.view?.members.length === 1);
  ring.submit({ kind: 'kick', peer: first.id }, first);
  await ring.until('the last one’s end', () => first.member.phase.kind === 'failed');
  expect(first.member.phase).toMatchObject({ error: { code: 'kicked' } });
});

test('H10 a replica that is kicked before it has a link learns it from the sponsors', async () => {
  const [first, second] = await running(2);
  const newcomer = ring.add();
  for (const member of [first, second]) ring.cut(member, newcomer);
  await ring.until('no link', () => newcomer.member.hub.peers().length === 0);
  ring.submit({ kind: 'kick', peer: newcomer.id }, first);
  await ring.until('applied', () => first.member.commands.commands.length === 0 && second.member.trainer.state!.kicked.length === 1); // prettier-ignore
  await ring.runFor(1_000);
  expect(newcomer.member.phase.kind).toBe('connecting');
  ring.mend(second, newcomer);
  const word = { kind: 'connecting', why: { code: 'removed-unless' } };
  await ring.until(
    'the sponsor’s hello',
    () => (newcomer.member.phase as { why?: unknown }).why !== undefined,
  );
  expect(newcomer.member.phase).toMatchObject(word);
  await ring.runFor(turnedAwayMs - 500); // looked at every 20 ms
  expect(newcomer.member.phase).toMatchObject(word);
  await ring.until('its end', () => newcomer.member.phase.kind === 'failed', 1_000);
  expect(newcomer.member.phase).toMatchObject({ error: { code: 'turned-away' } });
  const other = ring.add();
  await ring.until('another is let in', () => other.member.membership.view?.members.length === 3);
});

test('H10 a false claim that a newcomer was removed is contradicted by a sponsor in time', async () => {
  const [first, second] = await running(2, {
    config: { ...testConfig, steps: 4_000, evaluateEvery: 0 },
    computeMs: () => 200,
  });
  const { membership: members } = first.member;
  const liar = ring.add();
  await ring.until('the liar is in', () => members.view?.members.length === 3);
  const newcomer = ring.add();
  for (const member of [first, second]) ring.cut(member, newcomer);
  const { local } = liar.member.hellos;
  (liar.member.hellos as { local: () => Hello }).local = () => {
    const hello = local();
    return { ...hello, ring: hello.ring && { ...hello.ring, kicked: [newcomer.id] } };
  };
  liar.member.hellos.sendToAll();
  await ring.until('the lie', () => (newcomer.member.phase as { why?: unknown }).why !== undefined);
  await ring.runFor(turnedAwayMs - 3_000);
  for (const { id } of [first, second]) expect(newcomer.member.hellos.of(id)).toBeUndefined();
  for (const member of [first, second]) ring.mend(member, newcomer);
  await ring.until('it is let in', () => members.view?.members.includes(newcomer.id) === true);
  await ring.runFor(turnedAwayMs);
  expect(newcomer.member.phase.kind).toBe('training');
});

test('S4, S12: two of five wait, go on as a new lineage by the host’s command, and yield to the three', async () => {
  const replicas = await running(5, {
    config: { ...testConfig, steps: 4_000, evaluateEvery: 0 },
    computeMs: () => 100,
  });
  const [three, two] = [replicas.slice(0, 3), replicas.slice(3)];
  const { lineage } = replicas[0].member.membership.view!;
  for (const a of three) for (const b of two) ring.cut(a, b);
  const isWaiting = (): boolean => two.every(({ member }) => member.phase.kind === 'no-quorum');
  await ring.until('no quorum', isWaiting);
  const before = two.map(({ steps }) => steps.length);
  await ring.runFor(5_000);
  expect(isWaiting()).toBe(true);
  expect(two.map(({ steps }) => steps.length)).toEqual(before);
  expect(two[0].member.membership.view!.lineage).toBe(lineage);

  const { generation } = two[0].member.membership.view!;
  ring.submit({ kind: 'go-on-with', lineage, generation, peers: two.map(({ id }) => id) }, two[1]);
  await ring.until('they go on', () => two.every(({ steps }, i) => steps.length >= before[i] + 5));
  const [own, other] = two.map(({ member }) => member.membership.view!);
  expect(own).toEqual(other);
  expect(own.lineage).not.toBe(lineage);
  expect([...own.members].sort()).toEqual(two.map(({ id }) => id).sort());
  const digestIn = ({ steps }: SimulatedReplica, of: string, at: number): string | undefined =>
    steps.find((record) => record.lineage === of && record.step === at)?.digest;
  const alone = two[0].steps.filter((record) => record.lineage === own.lineage).slice(0, 4);
  expect(alone.length).toBe(4);
  for (const { step, digest, effectiveBatch } of alone) {
    expect(effectiveBatch).toBe(16);
    expect(digestIn(two[1], own.lineage, step)).toBe(digest);
    expect(digestIn(three[0], lineage, step)).not.toBe(digest);
  }

  const mine = two[0].member.replica.held!.state.examples;
  expect(three[0].member.replica.held!.state.examples).toBeGreaterThan(mine);
  // A replica that yields again keeps only the latest, and says so.
  expect(two[1].member.replica.keepForkCheckpoint('0000dead')).toBeDefined();
  for (const a of three) for (const b of two) ring.mend(a, b);
  await ring.until('one ring', () => ring.isOneRing(5));
  expect(three[0].member.membership.view!.lineage).toBe(lineage);
  const last = three[0].steps.at(-1)!.step;
  await ring.until('on', () =>
    replicas.every(({ steps }) => {
      const latest = steps.filter(({ step }) => step > last).slice(-3);
      return latest.length === 3 && latest.every(({ effectiveBatch }) => effectiveBatch === 40);
    }),
  );
  expect(three[0].member.trainer.counters.catchUps).toBe(0);
  expect(stepsOf(three[0])).toEqual(upTo(three[0].steps.at(-1)!.step));
  const latest = Math.min(...replicas.map(({ steps }) => steps.at(-1)!.step));
  expect(digestIn(three[0], lineage, latest)).toBeDefined();
  for (const replica of replicas) {
    expect(replica.member.membership.view!.lineage).toBe(lineage);
    expect(digestIn(replica, lineage, latest)).toBe(digestIn(three[0], lineage, latest));
  }
  // The two kept what they trained, as the file alone shows. The three kept nothing.
  for (const { member, steps, notices } of two) {
    const { forkCheckpoint } = member.replica;
    expect(forkCheckpoint!.lineage).toBe(own.lineage);
    const file = await readCheckpoint(new Blob([fileBytes(forkCheckpoint!.held, around)]));
    const { step, examples } = forkCheckpoint!.held.state;
    const known = steps.find((record) => record.lineage === own.lineage && record.step === step);
    if (known) expect(file.ok && file.value.held.digest).toBe(known.digest);
    else expect(step).toBe(steps.filter((record) => record.lineage === own.lineage).at(-1)!.step + 1); // not yet committed
    expect(file.ok && file.value.held.digest).toBe(forkCheckpoint!.held.digest);
    const [notice, ...more] = notices.filter((text) => text.includes('kept a fork checkpoint'));
    expect(notice).toContain(`lineage ${own.lineage}: step ${step}, ${examples} examples`);
    expect(notice.includes('replaces the one of lineage 0000dead')).toBe(member === two[1].member);
    expect(more).toEqual([]);
  }
  for (const { member } of three) expect(member.replica.forkCheckpoint).toBeUndefined();
  // Nothing of the two's lineage counts: the state of the three is the sum of their committed steps.
  let total = 0;
  for (const { examplesTotal, effectiveBatch } of three[0].steps)
    expect(examplesTotal).toBe((total += effectiveBatch));
});

test('the survivor of two goes on in a lineage of its own; the replica that returns with fewer examples yields', async () => {
  ring = new SimulatedRing({
    seed: 9,
    config: { ...testConfig, steps: 4_000, evaluateEvery: 0 },
    computeMs: (_, index) => (index === 0 ? 500 : 40),
  });
  const [senior, junior] = [ring.add(), ring.add()];
  await ring.formed(2);
  ring.submit({ kind: 'start' });
  await ring.until('3 steps', () => junior.steps.length >= 3);
  ring.cut(senior, junior);
  await ring.until('two lineages', () => {
    const [a, b] = [senior, junior].map(({ member }) => member.membership.view);
    return a?.members.length === 1 && b?.members.length === 1 && a.lineage !== b.lineage;
  });
  // The junior has trained less, but decided more often: its version must not count.
  ring.submit({ kind: 'pause' }, junior);
  const version = ({ member }: SimulatedReplica): number => member.replica.held!.state.version;
  for (let i = 0; version(junior) < version(senior) + 40; i++) {
    ring.submit({ kind: 'set-learning-rate', learningRate: 0.01 + i / 1000 }, junior);
    await ring.until(
      'its decision',
      () => junior.member.replica.held!.state.learningRate === 0.01 + i / 1000,
    );
  }
  ring.mend(senior, junior);
  const { lineage } = senior.member.membership.view!;
  await ring.until('one ring', () => ring.isOneRing(2));
  expect(senior.member.membership.view!.lineage).toBe(lineage);
  expect(senior.member.trainer.counters.catchUps).toBe(0);
  // The cut delayed the pause: it reached the senior when the link was back. Until then the senior trained on.
  ring.submit({ kind: 'start' }, senior);
  const steps = senior.steps.at(-1)!.step;
  expect(steps).toBeGreaterThan(junior.steps.at(-1)!.step);
  await ring.until('on', () => ring.living.every((r) => r.steps.at(-1)!.step >= steps + 5));
  expect(stepsOf(senior)).toEqual(upTo(senior.steps.at(-1)!.step));
  expect(senior.steps.at(-1)!.effectiveBatch).toBe(16);
});

test('H18: all see who shares a browser, as long as both are there; what one alone says of others counts nowhere else', async () => {
  const besides = [[2, 9], [2], [0]];
  ring = new SimulatedRing({ seed: 5, besides: (index) => besides[index] });
  const replicas = Array.from({ length: 3 }, () => ring.add());
  await ring.formed(3);
  const [first, liar, third] = replicas;
  const shared = [first.id, third.id].sort();
  const devices = (): unknown => [first, third].map(({ member }) => member.devices);
  await ring.until('their hellos', () => first.member.hellos.of(third.id)?.beside !== undefined);
  expect(devices()).toEqual([[shared], [shared]]);
  expect(first.member.hellos.of(liar.id)?.beside).toEqual([third.id]);
  ring.submit({ kind: 'start' });
  ring.kill(third);
  await ring.until('a ring of two', () => ring.isOneRing(2));
  expect(first.member.devices).toEqual([]);
});
