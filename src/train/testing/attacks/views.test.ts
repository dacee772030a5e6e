// M15 to M20: one hostile member of four, or a linked guest, attacks the views of a ring that trains. Honest members may lose
// half a minute at most, and stay in their ring.
import { afterEach, expect, test } from 'vitest';
import { rankOf, type View } from '../../../membership/view';
import { testConfig } from '../real-ring';
import { SimulatedRing, type SimulatedReplica } from '../simulated-ring';
import { watchedFor } from './testing/every-case';
import {
  changeViews,
  claim,
  guest,
  sendView,
  training,
  underAttack,
  type Outcome,
} from './testing/hostile-views';

const seed = 36;
const config = { ...testConfig, steps: 1e6 };
/** What is said again and again, four times a second: it changes nothing after the first seconds. */
const repeatedMs = watchedFor(20_000, 10_000);
/** A change of views while the attack goes on takes seconds. */
const changedMs = watchedFor(40_000, 20_000);
let ring: SimulatedRing;
afterEach(() => {
  claim(null);
  return ring.end();
});

interface Scene {
  readonly honest: readonly SimulatedReplica[];
  readonly hostile: SimulatedReplica;
  readonly view: () => View;
}

/** Four that train; the hostile one has this rank. */
async function four(rank: number): Promise<Scene> {
  ring = new SimulatedRing({ seed, config, computeMs: () => 200 });
  const all = await training(ring, 4);
  const { members } = all[0].member.membership.view!;
  const hostile = all.find(({ id }) => id === members[rank])!;
  const honest = all.filter((one) => one !== hostile);
  return { honest, hostile, view: () => honest[0].member.membership.view! };
}

function report(what: string, { longestStopMs, steps, outside, named }: Outcome): void {
  console.log(
    `seed ${seed}: ${what}: ${longestStopMs} ms stopped, ${steps} steps, ${outside} outside, ${named.join(' | ').slice(0, 300)}`,
  );
}

function expectHeld(what: string, outcome: Outcome, mostMs = 5_000): void {
  report(what, outcome);
  expect(outcome.outside, what).toBe(0);
  expect(outcome.longestStopMs, what).toBeLessThan(mostMs);
  expect(outcome.steps, what).toBeGreaterThan(20);
}

test('M15: a guest’s “not-a-member” to each moves nobody', async () => {
  ring = new SimulatedRing({ seed, config, computeMs: () => 200 });
  const honest = await training(ring, 3);
  const one = await guest(ring);
  const { lineage, generation } = honest[0].member.membership.view!;
  const outcome = await underAttack(ring, honest, repeatedMs, () => {
    const view = { lineage, generation: generation + 10, members: [one.id], ring: [0] };
    for (const to of honest) {
      sendView(one, to, { kind: 'not-a-member', view });
      sendView(one, to, { kind: 'install', view: { ...view, members: [one.id, to.id], ring: [0, 1] } });
    }
  });
  expectHeld('not-a-member of a guest', outcome);
});

test('M15: a member’s “not-a-member” to each moves nobody', async () => {
  const { honest, hostile, view } = await four(1);
  const outcome = await underAttack(ring, honest, repeatedMs, () => {
    for (const to of honest)
      sendView(hostile, to, {
        kind: 'not-a-member',
        view: { ...view(), generation: view().generation + 10, members: [hostile.id], ring: [0] },
      });
  });
  expectHeld('not-a-member of a member', outcome);
});

test('M16: a ballot of 2³² − 1 is not promised, and views go on', async () => {
  const { honest, hostile, view } = await four(3);
  const [, , last] = honest;
  const outcome = await underAttack(ring, honest, changedMs, () => {
    for (const to of honest)
      for (const ballot of [0xffff_ffff, 0xffff_fffe, 0xffff_fffd, 0xffff_fffc])
        sendView(hostile, to, { kind: 'prepare', ballot, previous: view() });
    if (last.steps.length > 40 && !last.member.isOver) last.member.leave();
  });
  report('ballot 2³² − 1', outcome);
  const rest = honest.slice(0, 2);
  expect(rest.every(({ member }) => member.membership.view?.members.includes(last.id) === false)).toBe(true);
  expect(outcome.steps).toBeGreaterThan(changedMs / 400);
  expect(outcome.longestStopMs).toBeLessThan(10_000);
});

test('M16: a member that outbids every proposal does not keep the others from a view', async () => {
  const { honest, hostile, view } = await four(3);
  // Instead of a promise it sends everybody its own next ballot, and never finishes.
  changeViews(hostile, (message) => {
    if (message.kind !== 'promise') return message;
    const now = view();
    const { length } = now.members;
    const rank = rankOf(now, hostile.id);
    const ballot = message.ballot + 1 + ((length - ((message.ballot + 1) % length) + rank) % length);
    for (const to of honest) sendView(hostile, to, { kind: 'prepare', ballot, previous: now });
    return undefined;
  });
  honest[2].member.leave();
  const outcome = await underAttack(ring, honest.slice(0, 2), changedMs, () => undefined);
  report('outbids every proposal', outcome);
  expect(view().members).not.toContain(honest[2].id);
  expect(outcome.longestStopMs).toBeLessThan(10_000);
});

test('M17: a view without honest members, or with a guest, is not acknowledged', async () => {
  const { honest, hostile, view } = await four(0);
  let ballots = 0;
  const outcome = await underAttack(ring, honest, repeatedMs, () => {
    const now = view();
    const { length } = now.members;
    const ballot =
      now.generation + 1 + ((length - ((now.generation + 1) % length) + rankOf(now, hostile.id)) % length);
    const without = honest[ballots++ % honest.length].id;
    const members = now.members.filter((member) => member !== without);
    const next = { ...now, generation: ballot, members, ring: members.map((_, i) => i) };
    for (const to of honest) {
      sendView(hostile, to, { kind: 'prepare', ballot, previous: now });
      sendView(hostile, to, { kind: 'accept', ballot, previous: now.generation, view: next });
      sendView(hostile, to, { kind: 'install', view: next });
    }
  });
  expectHeld('a forged view', outcome);
});

test('M18: a forged view that a promise reports is not carried on', async () => {
  const { honest, hostile, view } = await four(3);
  const [, , victim] = honest;
  changeViews(hostile, (message) => {
    if (message.kind !== 'promise') return message;
    const now = view();
    const members = now.members.filter((member) => member !== victim.id);
    const forged = { ...now, generation: message.ballot, members, ring: members.map((_, i) => i) };
    return { ...message, acked: { ballot: message.ballot - 1, previous: now.generation, view: forged } };
  });
  let told = 0;
  const outcome = await underAttack(ring, honest, watchedFor(30_000, 16_000), () => {
    if (told++ % 48 === 0)
      honest[0].member.membership.input({ kind: 'new-attempt', generation: view().generation });
  });
  expectHeld('a forged carried view', outcome);
});

test('M20: attempts and false reports without end end nothing, and their author is named', async () => {
  const { honest, hostile, view } = await four(2);
  const named = `${hostile.member.nameOf(hostile.id)} asks for one new view`;
  const outcome = await underAttack(
    ring,
    honest,
    90_000,
    () => {
      const now = view();
      if (!now.members.includes(hostile.id)) return 'over';
      for (const to of honest)
        sendView(hostile, to, {
          ...{ kind: 'status', lineage: now.lineage, generation: now.generation },
          ...{
            hears: now.members.filter((member) => member !== hostile.id),
            lost: [],
            attemptAfter: now.generation,
          },
        });
      // Nobody hears it from then on in this view.
      return honest[0].notices.join().includes(named) ? 'over' : undefined;
    },
    50,
  );
  expectHeld('attempts without end', outcome, 15_000);
  expect(outcome.named.join()).toContain(named);
});

test('M7, M20: a member that accuses each in turn removes nobody but itself', async () => {
  const { honest, hostile, view } = await four(1);
  let told = 0;
  const lie = (to: SimulatedReplica, lost: readonly string[]): void => {
    const { lineage, generation, members } = view();
    const hears = members.filter((member) => member !== hostile.id && !lost.includes(member));
    sendView(hostile, to, { kind: 'status', lineage, generation, hears, lost, attemptAfter: 0 });
  };
  const outcome = await underAttack(ring, honest, repeatedMs, () => {
    const victim = honest[Math.floor(told++ / 20) % 3];
    for (const to of honest) lie(to, [victim.id]);
    return view().members.includes(hostile.id) ? undefined : 'over';
  });
  expectHeld('accusing all in turn', outcome, 10_000);
});

test('M15: relayed messages and a goodbye in another’s name count for nothing', async () => {
  const { honest, hostile, view } = await four(3);
  let id = 1;
  const outcome = await underAttack(ring, honest, repeatedMs, () => {
    const now = view();
    for (const to of honest)
      for (const { id: author } of honest)
        if (author !== to.id)
          sendView(hostile, to, {
            ...{ kind: 'relay', from: author, to: 'all', id: id++ },
            message: { kind: 'leave', promised: now.generation, installed: now },
          });
  });
  expectHeld('a forged goodbye', outcome);
});

test('M19: a guest that claims a longer lineage draws nobody away', async () => {
  ring = new SimulatedRing({ seed, config, computeMs: () => 200 });
  const honest = await training(ring, 4);
  const one = await guest(ring);
  const outcome = await underAttack(ring, honest, repeatedMs, () => {
    claim({ lineage: 'ffffffff', examples: 1e15, run: 1, sponsors: [one.id], kicked: [] });
    one.member.hellos.sendToAll();
    for (const to of honest)
      sendView(one, to, {
        kind: 'status',
        lineage: 'ffffffff',
        generation: 1,
        hears: [],
        lost: [],
        attemptAfter: 0,
      });
  });
  expectHeld('a claimed lineage', outcome);
});

test('M20: a kick acts at once, also on a member that stalls the headers', async () => {
  const { honest, hostile } = await four(0);
  hostile.member.hub.send = (to, type, bytes, signal) =>
    type === 'membership' ? SimulatedSend(hostile, to, bytes, signal) : Promise.resolve();
  await ring.runFor(1_000);
  const fromMs = ring.clock.now();
  ring.submit({ kind: 'kick', peer: hostile.id }, honest[1]);
  await ring.until(
    'the view without it',
    () => !honest[0].member.membership.view!.members.includes(hostile.id),
    60_000,
  );
  console.log(`seed ${seed}: kicked after ${ring.clock.now() - fromMs} ms`);
  expect(ring.clock.now() - fromMs).toBeLessThan(3_000);
});

function SimulatedSend(
  { member }: SimulatedReplica,
  to: string,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  return member.hub.link(to)?.send('control', bytes, signal) ?? Promise.resolve();
}
