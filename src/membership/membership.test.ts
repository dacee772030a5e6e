// S1, S4, M* of PROTOCOL.md: seeded worlds of 2–9 members against the safety and liveness of view changes.
import { describe, expect, test } from 'vitest';
import { quorum } from './quorum';
import { TestWorld } from './testing/world';
import type { View } from './view';

function head(world: TestWorld): View {
  const views = world.replicas.flatMap(({ state, isAlive }) =>
    isAlive && state.installed ? [state.installed] : [],
  );
  return views.reduce((best, view) => (view.generation > best.generation ? view : best));
}

describe('view changes', () => {
  test('a room grows one by one; all members hold one view', () => {
    const world = new TestWorld(1);
    world.create(5);
    const view = head(world);
    expect(view.members).toEqual(world.replicas.map(({ id }) => id));
    for (const { state } of world.replicas) {
      expect(state.installed).toEqual(view);
      expect(state.phase.kind).toBe('steady');
    }
    expect(world.violations).toEqual([]);
  });

  test('a dead member is removed within 5 s, and its seniority passes on', () => {
    for (const victim of [0, 1, 3]) {
      const world = new TestWorld(2);
      world.create(4);
      world.die(world.replicas[victim]);
      world.run(5_000);
      const alive = world.replicas.filter(({ isAlive }) => isAlive);
      expect(head(world).members).toEqual(alive.map(({ id }) => id));
      for (const { state } of alive) expect(state.phase.kind).toBe('steady');
    }
  });

  test('M6: members that take seconds to answer do not outbid each other for ever', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const world = new TestWorld(seed);
      world.create(7);
      world.maxDelayMs = 4_000;
      world.die(world.replicas[2]);
      world.run(90_000);
      world.maxDelayMs = 80;
      world.run(4_000);
      const alive = world.replicas.filter(({ isAlive }) => isAlive).map(({ id }) => id);
      expect(head(world).members, `seed ${seed}`).toEqual(alive);
      expect(world.violations).toEqual([]);
    }
  });

  test('after a goodbye the last of two stays in its lineage at once', () => {
    const world = new TestWorld(3);
    world.create(2);
    const { lineage } = head(world);
    world.leave(world.replicas[0]);
    world.run(1_000);
    expect(head(world)).toMatchObject({ lineage, members: [world.replicas[1].id] });
  });

  test('while members agree on a new view, the phase names the members that it leaves out', () => {
    const world = new TestWorld(31);
    world.create(4);
    const [, b, c] = world.replicas;
    world.input(b, { kind: 'kick', peers: [c.id] });
    expect(b.state.phase).toMatchObject({ kind: 'regrouping', gone: [c.id] });
  });

  test('S4: the junior survivor of two goes on after 10 s in a new lineage', () => {
    const world = new TestWorld(4);
    world.create(2);
    const { lineage } = head(world);
    world.die(world.replicas[0]);
    world.run(9_000);
    expect(world.replicas[1].state.phase.kind).toBe('no-quorum');
    world.run(7_000);
    expect(head(world).members).toEqual([world.replicas[1].id]);
    expect(head(world).lineage).not.toBe(lineage);
  });

  test('S4: a minority waits, and goes on when the host permits it', () => {
    const world = new TestWorld(5);
    world.create(5);
    const { lineage } = head(world);
    for (const replica of world.replicas.slice(0, 3)) world.die(replica);
    world.run(20_000);
    const [, , , a, b] = world.replicas;
    for (const { state } of [a, b]) {
      expect(state.phase).toMatchObject({ kind: 'no-quorum', reason: expect.stringContaining('2 of 5') });
      expect(state.installed!.lineage).toBe(lineage);
    }
    const { generation } = a.state.installed!;
    const view = { lineage: '0badf00d', generation: generation + 1, members: [a.id, b.id], ring: [0, 1] };
    // A member rejects another's fork without the host's permission, or with a permission for another view.
    const forge = (): void =>
      world.input(b, { kind: 'message', from: a.id, message: { kind: 'fork', view, lineage, generation } });
    forge();
    world.input(b, { kind: 'go-on-with', lineage, generation: generation + 1, peers: [a.id, b.id] });
    forge();
    world.input(a, { kind: 'go-on-with', lineage: '0badf00d', generation, peers: [a.id, b.id] });
    world.run(2_000);
    for (const { state } of [a, b]) expect(state.installed!.lineage).toBe(lineage);
    // The permission lets the junior accept the fork of the most senior permitted member.
    for (const replica of [b, a])
      world.input(replica, { kind: 'go-on-with', lineage, generation, peers: [b.id, a.id] });
    world.run(2_000);
    expect(a.state.installed!.lineage).not.toBe(lineage);
    expect(a.state.installed).toEqual(b.state.installed);
    expect(a.state.phase.kind).toBe('steady');
    expect(a.state.installed!.members).toEqual([a.id, b.id]);
  });

  test('a new attempt keeps the members and raises the generation, whichever member asks', () => {
    const world = new TestWorld(6);
    world.create(4);
    const { generation, members } = head(world);
    world.input(world.replicas[3], { kind: 'new-attempt', generation });
    world.run(2_000);
    expect(head(world).members).toEqual(members);
    expect(head(world).generation).toBeGreaterThan(generation);
    for (const { state } of world.replicas) expect(state.installed).toEqual(head(world));
  });

  test('a partition ends: the minority learns of its removal and comes back as newcomers', () => {
    const world = new TestWorld(7);
    world.create(5);
    const minority = world.replicas.slice(0, 2), majority = world.replicas.slice(2); // prettier-ignore
    for (const a of minority) for (const b of majority) world.cut(a.id, b.id);
    world.run(15_000);
    expect(head(world).members).toEqual(majority.map(({ id }) => id));
    for (const { state } of minority) expect(state.phase.kind).toBe('no-quorum');
    world.restoreAll();
    world.run(15_000);
    expect(head(world).members).toHaveLength(5);
    for (const replica of minority) expect(replica.removals).toBe(1);
    for (const { state } of world.replicas) expect(state.installed).toEqual(head(world));
  });

  test('a broken link between two live members re-orders the ring and evicts nobody', () => {
    for (let seed = 0; seed < 10; seed++) {
      const world = new TestWorld(seed);
      world.create(5);
      const { members, ring } = head(world);
      const a = members[ring[1]], b = members[ring[2]]; // prettier-ignore
      world.cut(a, b);
      world.run(12_000);
      const after = head(world);
      expect(after.members).toEqual(members);
      const at = after.ring.indexOf(members.indexOf(a));
      const neighbours = [1, 4].map((hop) => after.members[after.ring[(at + hop) % 5]]);
      expect(neighbours).not.toContain(b);
      for (const { state } of world.replicas) expect(state.phase.kind).toBe('steady');
    }
  });
});

/** Random faults, then calm for 60 s of simulated time. The world checks the safety rules at every install. */
function storm(seed: number): TestWorld {
  const world = new TestWorld(seed);
  const { random } = world;
  world.create(2 + random.below(5));
  const count = 4 + random.below(12);
  for (let i = 0; i < count; i++) {
    const alive = world.replicas.filter(({ isAlive }) => isAlive);
    const any = (): (typeof alive)[number] => alive[random.below(alive.length)];
    const [one, other] = [any(), any()];
    switch (random.below(9)) {
      case 0:
      case 1:
        if (one !== other) world.cut(one.id, other.id);
        break;
      case 2: {
        const side = new Set(alive.filter(() => random.below(2) === 0));
        for (const a of alive) for (const b of alive) if (side.has(a) && !side.has(b)) world.cut(a.id, b.id);
        break;
      }
      case 3:
        world.restoreAll();
        break;
      case 4:
        if (alive.length > 2) world.die(one);
        break;
      case 5:
        if (alive.length > 2) world.leave(one);
        break;
      case 6:
        if (world.replicas.length < 9) world.join(world.add());
        break;
      case 7:
        if (one.state.installed)
          world.input(one, { kind: 'new-attempt', generation: one.state.installed.generation });
        break;
      case 8:
        if (one.state.phase.kind === 'no-quorum')
          for (const replica of [one, other])
            world.input(replica, { ...one.state.installed!, kind: 'go-on-with', peers: [one.id, other.id] });
        break;
    }
    world.run(random.below(2) ? random.below(200) : random.below(8_000));
  }
  world.restoreAll();
  world.run(60_000);
  return world;
}

/** Thirty-odd seeds in the suite; STORMS=5000 STORM_SEED=300 for more, others. Once-failing seeds stay first. */
const failedOnce = [27, 48, 84, 99, 50052];
const firstSeed = Number(process.env.STORM_SEED ?? 0);
const stormCount = Number(process.env.STORMS ?? 30);
const stormSeeds = [
  ...new Set([...failedOnce, ...Array.from({ length: stormCount }, (_, i) => firstSeed + i)]),
];

describe('storms', () => {
  test(`${stormSeeds.length} seeds: one view per generation, one chain per lineage, and calm afterwards`, () => {
    let installs = 0, messages = 0, stuck = 0; // prettier-ignore
    for (const seed of stormSeeds) {
      const world = storm(seed);
      expect(world.violations, `seed ${seed}`).toEqual([]);
      installs += world.installs;
      messages += world.messages;
      const alive = world.replicas.filter(({ isAlive }) => isAlive);
      for (const lineage of new Set(alive.map(({ state }) => state.installed?.lineage))) {
        if (lineage === undefined) continue;
        const inside = alive.filter(({ state }) => state.installed?.lineage === lineage);
        const latest = inside
          .map(({ state }) => state.installed!)
          .reduce((best, view) => (view.generation > best.generation ? view : best));
        // Deaths and forks may have taken a lineage's quorum for good: then no member may advance.
        const leavers = inside.flatMap(({ state }) => [...state.leavers.keys()]);
        const ids = inside.map(({ id }) => id);
        if (!quorum(latest, ids, leavers).installed) {
          stuck++;
          continue;
        }
        for (const { id, state } of inside) {
          expect(state.installed, `seed ${seed}: ${id}`).toEqual(latest);
          expect(state.phase.kind, `seed ${seed}: ${id} ${JSON.stringify(state.phase)}`).toBe('steady');
        }
        expect([...latest.members].sort(), `seed ${seed}`).toEqual(ids.sort());
      }
    }
    console.log(
      `${stormSeeds.length} storms: ${installs} installs, ${messages} messages, ${stuck} lineages without a quorum`,
    );
  }, 300_000);
});
