// H27, H28: a peer keeps signed commands of the host and repeats them. They are genuine, and still do nothing: not to a
// newcomer that follows no state yet, not to a ring, and not in a ring that begins again.
import { afterEach, expect, test } from 'vitest';
import { hashHex, hashWords } from '../../../base/hash';
import type { SignedCommand } from '../../../net/room/signed-command';
import type { HostCommand } from '../../commands/host-command';
import { testConfig } from '../real-ring';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';

const seed = 37;
let ring: SimulatedRing;
afterEach(() => ring.end());

/** A command that the host gives to all. */
function give(command: HostCommand): SignedCommand {
  const envelope = ring.sign(JSON.stringify(command));
  ring.living[0].member.submit(envelope);
  return envelope;
}

function repeat(from: SimulatedReplica, envelopes: readonly SignedCommand[]): void {
  for (const to of from.member.hub.peers())
    for (const envelope of envelopes) from.member.hub.sendJson(to, 'command', envelope);
}

const applied = ({ member }: SimulatedReplica): number => member.trainer.state?.appliedCommand ?? 0;

async function running(size: number): Promise<SimulatedReplica[]> {
  ring = new SimulatedRing({ seed, config: { ...testConfig, steps: 1e6 }, computeMs: () => 100 });
  const replicas = Array.from({ length: size }, () => ring.add());
  await ring.formed(size);
  give({ kind: 'start' });
  await ring.until('10 steps', () => replicas.every(({ steps }) => steps.length >= 10));
  return replicas;
}

test('H28: an old kick or unplug does nothing to a newcomer; a new kick does', async () => {
  const replicas = await running(3);
  const [, , hostile] = replicas;
  const id = hashHex(hashWords(new Uint32Array([3, 77]))); // as the ring names its fourth replica
  const old = [
    give({ kind: 'kick', peer: id }),
    give({ kind: 'let-in', peer: id }),
    give({ kind: 'unplug', peer: id }),
  ];
  await ring.until('applied', () => replicas.every((one) => applied(one) >= old[2].sequence));
  const newcomer = ring.add();
  for (let time = 0; time < 20; time++) {
    repeat(hostile, old);
    await ring.runFor(100);
  }
  console.info(`seed ${seed}: the newcomer is ${JSON.stringify(newcomer.member.phase)}`);
  expect(newcomer.member.isOver).toBe(false);
  await ring.until('four', () => ring.isOneRing(4), 30_000);
  give({ kind: 'kick', peer: id });
  await ring.until('kicked', () => newcomer.member.isOver, 30_000);
  expect(newcomer.member.phase).toMatchObject({ kind: 'failed', error: { code: 'kicked' } });
});

test('H27: of hundreds of old commands of the host a newcomer holds at most 128, and passes on none', async () => {
  const replicas = await running(2);
  const [, hostile] = replicas;
  const old: SignedCommand[] = [];
  for (let number = 0; number < 160; number++) {
    old.push(give({ kind: 'set-learning-rate', learningRate: 0.01 + number / 1e4 }));
    // A ring holds 128 at most, too.
    if (number % 80 === 79)
      await ring.until('applied', () => replicas.every((one) => applied(one) >= old[number].sequence));
  }
  const newcomer = ring.add();
  const sent: string[] = [];
  const { hub } = newcomer.member;
  const sendJson = hub.sendJson.bind(hub);
  hub.sendJson = (to, type, message) => {
    if (type === 'command') sent.push(to);
    sendJson(to, type, message);
  };
  await ring.until('a link', () => hostile.member.hub.has(newcomer.id));
  const { commands } = newcomer.member;
  const take = commands.take.bind(commands);
  let [taken, most] = [0, 0];
  commands.take = (envelope) => {
    const result = take(envelope);
    if (result.ok) taken++;
    most = Math.max(most, commands.commands.length);
    return result;
  };
  for (let time = 0; time < 3; time++) {
    repeat(hostile, old);
    await ring.runFor(50);
  }
  console.info(
    `seed ${seed}: the newcomer took ${taken} and held ${most} of ${old.length} old commands, and passed on ${sent.length}`,
  );
  expect(most).toBe(128);
  expect(sent).toEqual([]);
  await ring.until('three', () => ring.isOneRing(3), 30_000);
  expect(newcomer.member.commands.commands).toEqual([]);
});

test('H27: a ring of whose members one had applied more goes on from there: older commands do nothing any more', async () => {
  const [a, b] = await running(2);
  const old = [give({ kind: 'configure', config: { ...testConfig, steps: 1e6 } }), give({ kind: 'pause' })];
  await ring.until('paused', () => [a, b].every((one) => applied(one) >= old[1].sequence));
  await ring.runFor(2_000);
  const { known } = b.member.commands;
  expect(known).toBe(old[1].sequence);
  // The lineage is as one that b joins, whose state has applied less.
  b.member.commands.leave();
  b.member.commands.follow(1);
  expect(b.member.commands.envelopes.map(({ sequence }) => sequence)).toEqual([old[1].sequence]);
  b.member.commands.follow(old[1].sequence);
  repeat(a, old);
  await ring.runFor(2_000);
  expect([a, b].map((one) => one.member.trainer.state?.run)).toEqual([2, 2]);
});

test('H27: two lineages meet: the one that goes on applies what the other had applied, and later commands too', async () => {
  const [a, b] = await running(2);
  const { lineage } = a.member.membership.view!;
  ring.cut(a, b);
  await ring.until('two lineages', () => {
    const views = [a, b].map(({ member }) => member.membership.view);
    return views.every((view) => view?.members.length === 1) && views[0]?.lineage !== views[1]?.lineage;
  });
  const [one, other] = a.member.membership.view?.lineage === lineage ? [a, b] : [b, a];
  const early = ring.sign(JSON.stringify({ kind: 'configure', config: { ...testConfig, steps: 1e6 } }));
  const late = ring.sign(JSON.stringify({ kind: 'set-learning-rate', learningRate: 0.02 }));
  for (const envelope of [early, late]) one.member.submit(envelope);
  await ring.until('applied', () => applied(one) === late.sequence);
  await ring.runFor(3_000); // the new run of this lineage is the shorter one
  ring.mend(a, b);
  await ring.until('one ring', () => ring.isOneRing(2), 60_000);
  expect(one.member.membership.view?.lineage).not.toBe(lineage);
  await ring.until(
    'as high as before',
    () => [a, b].every((each) => applied(each) === late.sequence),
    30_000,
  );
  expect([a, b].map(({ member }) => member.trainer.state?.learningRate)).toEqual([0.02, 0.02]);
  const { run } = a.member.trainer.state!;
  repeat(one, [early]);
  repeat(other, [early]);
  give({ kind: 'pause' });
  await ring.until('pause', () =>
    [a, b].every(({ member }) => member.trainer.state?.status === 'paused'), 10_000); // prettier-ignore
  expect([a, b].map(({ member }) => member.trainer.state?.run)).toEqual([run, run]);
});

test('H27a: after a reload of every page a ring begins anew, and commands from before it do nothing', async () => {
  const before = await running(2);
  const old = [
    give({ kind: 'set-learning-rate', learningRate: 0.5 }),
    give({ kind: 'configure', config: { ...testConfig, steps: 1e6, seed: 9 } }),
    give({ kind: 'pause' }),
  ];
  await ring.until('applied', () => before.every((one) => applied(one) >= old[2].sequence));
  for (const one of before) ring.kill(one);
  await ring.runFor(1_000);
  // The host's page comes first, and remembers nothing but the time; the other brings what it kept.
  const host = ring.add(undefined, old[2].sequence);
  host.member.createRing(ring.config);
  const hostile = ring.add();
  await ring.until('one ring', () => ring.isOneRing(2), 60_000);
  for (let time = 0; time < 10; time++) {
    hostile.member.submit(old[time % 3]);
    repeat(hostile, old);
    await ring.runFor(300);
  }
  const { run, learningRate, status } = host.member.trainer.state!;
  console.info(`seed ${seed}: after old commands: run ${run}, rate ${learningRate}, ${status}`);
  expect({ run, learningRate, status }).toEqual({
    run: 1,
    learningRate: testConfig.learningRate,
    status: 'lobby',
  });
  give({ kind: 'start' });

  await ring.until('steps', () => host.steps.length >= 3);
});
