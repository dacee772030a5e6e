// M2–M8 where members have links to their neighbours and chords only (C6): above 8 no member is linked to all others.
import { describe, expect, test } from 'vitest';
import { casesOf } from '../base/testing/every-case';
import { linksNeeded } from './links-needed';
import { TestWorld, type TestReplica } from './testing/world';
import type { MemberId } from './view';

function sparse(seed: number, size: number): TestWorld {
  const world = new TestWorld(seed, 80, true);
  world.create(1);
  const others = Array.from({ length: size - 1 }, () => world.add());
  for (const replica of others) world.join(replica);
  world.run(20_000);
  return world;
}

/** The members at these places of the ring. */
function atPlaces(world: TestWorld, places: readonly number[]): TestReplica[] {
  const { members, ring } = world.head!;
  return places.map((place) => world.replicas.find(({ id }) => id === members[ring[place]])!);
}

function expectCalm(world: TestWorld, members: readonly MemberId[]): void {
  expect(world.violations, `seed ${world.seed}`).toEqual([]);
  expect([...world.head!.members].sort(), `seed ${world.seed}`).toEqual([...members].sort());
  for (const replica of world.replicas.filter(({ id }) => members.includes(id))) {
    expect(replica.state.installed, `seed ${world.seed}: ${replica.id}`).toEqual(world.head);
    expect(replica.state.phase.kind, `seed ${world.seed}: ${replica.id}`).toBe('steady');
  }
}

function living(world: TestWorld): MemberId[] {
  return world.replicas.filter(({ isAlive }) => isAlive).map(({ id }) => id);
}

describe('M7, C6 above 8 members with four links each', () => {
  test('twelve members that enter together each keep the links that their view needs', () => {
    const world = sparse(1, 12);
    expectCalm(world, living(world));
    for (const replica of world.replicas)
      expect(world.linksOf(replica).sort()).toEqual([...linksNeeded(world.head!, replica.id)].sort());
  });

  test.each(
    casesOf(
      [[[0]], [[5]], [[3, 4]], [[8, 9]], [[11, 0]], [[2, 3, 7]], [[0, 4, 8]]],
      ([[first, second]]) => first === 11 || first === 2 || (first === 0 && second === undefined),
    ),
  )('dead members at ring places %j are removed within 5 s, and no others', (places) => {
    for (let seed = 10; seed < 11; seed++) {
      const world = sparse(seed, 12);
      for (const replica of atPlaces(world, places)) world.die(replica);
      world.run(5_000);
      expect([...world.head!.members].sort(), `seed ${seed}`).toEqual(living(world).sort());
      world.run(15_000);
      expectCalm(world, living(world));
    }
  });

  test('M10: a partition 7 + 5: members behind lost members are lost too; the minority waits and comes back', () => {
    for (let seed = 20; seed < 21; seed++) {
      const world = sparse(seed, 12);
      const minority = atPlaces(world, [4, 5, 6, 7, 8]);
      const majority = world.replicas.filter((replica) => !minority.includes(replica));
      for (const a of minority) for (const b of majority) world.cut(a.id, b.id);
      world.run(15_000);
      expect([...world.head!.members].sort(), `seed ${seed}`).toEqual(majority.map(({ id }) => id).sort());
      for (const { state } of minority)
        expect(state.phase).toMatchObject({
          kind: 'no-quorum',
          reason: expect.stringContaining('5 of 12'),
          // Also members without a link to this one.
          gone: state.installed!.members.filter((id) => majority.some((replica) => replica.id === id)),
        });
      world.restoreAll();
      world.run(40_000);
      expectCalm(world, living(world));
      for (const replica of minority) expect(replica.removals, `seed ${seed}`).toBe(1);
    }
  });

  test('a broken edge between two live members re-orders the ring and evicts nobody', () => {
    for (let seed = 30; seed < 32; seed++) {
      const world = sparse(seed, 10);
      const [a, b] = atPlaces(world, [3, 4]);
      world.cut(a.id, b.id);
      world.run(30_000);
      expectCalm(world, living(world));
      const { members, ring } = world.head!;
      const [at, other] = [a, b].map(({ id }) => ring.indexOf(members.indexOf(id)));
      expect([1, 9], `seed ${seed}`).not.toContain(Math.abs(at - other));
    }
  });

  test('a member in no view that sends no status of this view is removed, even if members hear it', () => {
    const world = sparse(40, 12);
    const [mute] = atPlaces(world, [6]);
    world.rejoin = false;
    // The mute’s links live, but it is no member any more.
    mute.state = { ...mute.state, installed: undefined, phase: { kind: 'outside' } };
    world.run(11_000);
    expect(world.head!.members).not.toContain(mute.id);
    expect(world.head!.members).toHaveLength(11);
  });
});

/** Two seeds in the suite; STORMS=2000 STORM_SEED=300 for more, others. */
const first = Number(process.env.STORM_SEED ?? 0);
const count = Number(process.env.STORMS ?? 2);

test(`${count} storms over rings of 9 to 14 with the links they need: S1, S4, M5 and calm afterwards`, () => {
  for (let seed = first; seed < first + count; seed++) {
    const world = new TestWorld(seed, 80, true);
    const { random } = world;
    world.create(9 + random.below(4));
    for (let i = 4 + random.below(6); i > 0; i--) {
      const alive = world.replicas.filter(({ isAlive }) => isAlive);
      const [one, other] = [0, 1].map(() => alive[random.below(alive.length)]);
      const kind = random.below(7);
      if (kind === 0 && one !== other) world.cut(one.id, other.id);
      else if (kind === 1) world.restoreAll();
      else if (kind === 2 && alive.length > 6) world.die(one);
      else if (kind === 3 && alive.length > 6) world.leave(one);
      else if (kind === 4 && world.replicas.length < 16) world.join(world.add());
      else if (kind === 5 && one.state.installed)
        world.input(one, { kind: 'new-attempt', generation: one.state.installed.generation });
      else if (kind === 6) {
        const side = new Set(alive.filter(() => random.below(3) === 0));
        for (const a of alive) for (const b of alive) if (side.has(a) && !side.has(b)) world.cut(a.id, b.id);
      }
      world.run(random.below(2) ? random.below(300) : random.below(9_000));
    }
    world.restoreAll();
    world.run(90_000);
    expect(world.violations, `seed ${seed}`).toEqual([]);
    const alive = living(world);
    if (
      2 * world.head!.members.filter((member) => alive.includes(member)).length >
      world.head!.members.length
    )
      expectCalm(world, alive);
  }
}, 120_000);
