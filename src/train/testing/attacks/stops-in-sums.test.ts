// C18: a member sends the first frames of each attempt at a sum and then stops. Along a ring or a tree nobody can tell who
// is to blame, for each member waits for its neighbour. So the step is gathered, where all wait for that member alone.
import { expect, test } from 'vitest';
import { successorOf } from '../../../membership/view';
import type { BucketSettings } from '../../run/live-settings';
import { testConfig } from '../real-ring';
import { casesOf } from '../../../base/testing/every-case';
import { watchedFor } from './testing/every-case';
import { attackScene, costOf, type AttackScene } from './testing/scripted-records';

const f32 = { kind: 'f32' } as const;
const ways = {
  ring: { topology: 'ring', gatherBytes: 0, codec: f32 },
  tree: { topology: 'tree', gatherBytes: 0, codec: f32 },
  'halving-doubling': { topology: 'halving-doubling', gatherBytes: 0, codec: f32 },
  direct: { topology: 'direct', gatherBytes: 0, codec: f32 },
  'two-levels': { topology: 'two-levels', gatherBytes: 0, codec: f32 },
  int8: { topology: 'ring', gatherBytes: 0, codec: { kind: 'int8' } },
} as const satisfies Record<string, Partial<BucketSettings>>;

const watchedMs = 100_000;

/** The member sends the first `after` frames of each attempt; `isVictim`: to these members only. */
function stop({ hostile }: AttackScene, after: number, isVictim: (to: string) => boolean = () => true): void {
  const { member } = hostile;
  const { hub } = member;
  const plain = hub.send.bind(hub);
  let left = after;
  let generation: number | undefined;
  hub.send = (to, type, bytes, signal) => {
    if (type !== 'reduce' || !isVictim(to)) return plain(to, type, bytes, signal);
    if (member.membership.view?.generation !== generation) left = after;
    generation = member.membership.view?.generation;
    return left-- <= 0 ? Promise.resolve() : plain(to, type, bytes, signal);
  };
}

const cases = [
  ['ring', 1, 4],
  ['tree', 1, 4],
  ['halving-doubling', 1, 4],
  ['direct', 1, 6],
  ['two-levels', 1, 6],
  ['int8', 1, 4],
] as const;

test.each(casesOf(cases, ([way]) => way === 'ring' || way === 'direct' || way === 'two-levels'))(
  'C18: stops in each attempt, %s, after %i frames, N = %i',
  async (way, after, size) => {
    const buckets = { ...testConfig.buckets, ...ways[way] };
    const scene = await attackScene(size, {
      ...(way === 'two-levels' ? { machineOf: (index: number) => index % 3 } : {}),
      config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets },
    });
    const { ring, honest, hostile } = scene;
    stop(scene, after);
    const cost = await costOf(scene, watchedMs);
    const { members } = honest[0].member.membership.view!;
    const { name } = hostile.member.options;
    const named = cost.said.filter((text) => text.includes(name));
    console.info(
      `stops in each attempt, ${way}, after ${after}, N = ${size}, seed ${360 + size}: ${cost.lostMs} ms; ${named.at(0)}`,
    );
    await ring.end();
    expect(honest.every(({ id }) => members.includes(id))).toBe(true);
    expect(members).not.toContain(hostile.id);
    expect(named).not.toEqual([]);
    expect(cost.lostMs).toBeLessThan(75_000);
  },
);

test('C18: stops in each attempt, with local steps', async () => {
  const sync = { kind: 'local', innerSteps: 3, outer: { kind: 'average' } } as const;
  const buckets = { ...testConfig.buckets, ...ways.ring };
  const scene = await attackScene(4, {
    config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets, sync },
  });
  stop(scene, 1);
  const cost = await costOf(scene, watchedMs);
  const { members } = scene.honest[0].member.membership.view!;
  console.info(`stops in each attempt, local steps, N = 4, seed 364: ${cost.lostMs} ms; ${cost.said.at(0)}`);
  await scene.ring.end();
  expect(scene.honest.every(({ id }) => members.includes(id))).toBe(true);
  expect(members).not.toContain(scene.hostile.id);
  expect(cost.lostMs).toBeLessThan(75_000);
});

test('C18b: stops towards one member only', async () => {
  const size = 6;
  const buckets = { ...testConfig.buckets, ...ways.ring };
  const scene = await attackScene(size, {
    config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets },
  });
  const { ring, honest, hostile } = scene;
  const victim = successorOf(hostile.member.membership.view!, hostile.id);
  stop(scene, 1, (to) => to === victim);
  const stepsBefore = honest[0].steps.length;
  const cost = await costOf(scene, watchedFor(watchedMs, 55_000));
  const { members } = honest[0].member.membership.view!;
  const steps = honest[0].steps.length - stepsBefore;
  console.info(
    `stops towards one, N = ${size}, seed ${360 + size}: ${cost.lostMs} ms, ${steps} steps; ${cost.said.join(' | ')}`,
  );
  await ring.end();
  expect(honest.every(({ id }) => members.includes(id))).toBe(true);
  expect(cost.lostMs).toBeLessThan(75_000);
  expect(steps).toBeGreaterThan(cost.ranMs / 1_000);
});

test('C18: while the step is gathered, the screens of those that wait for it name who has stopped', async () => {
  const buckets = { ...testConfig.buckets, ...ways.ring };
  const scene = await attackScene(6, {
    config: { ...testConfig, steps: 100_000, evaluateEvery: 0, buckets },
  });
  const { ring, honest, hostile } = scene;
  stop(scene, 1);
  await ring.runFor(38_000);
  const { name } = hostile.member.options;
  const phases = honest.map(({ member }) => member.phase);
  await ring.end();
  const waiting = phases.map((phase) => (phase.kind === 'training' ? phase.waitingFor : undefined));
  const named = waiting.filter((wait) => wait?.peer === name && wait.what.code === 'awaits-part');
  // One has the frame that it sent, and waits for the records of the others.
  expect(named).toHaveLength(honest.length - 1);
});
