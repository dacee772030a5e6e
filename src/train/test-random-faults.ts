// One seeded life of a simulated ring: joins, deaths with and without notice, leaves, cuts, frozen tabs and host
// commands at random times; then everything is mended, and whoever lives must come to the end in one ring.
import { prng } from '../base/prng';
import { testConfig } from './test-ring';
import { SimulatedRing } from './test-simulated-ring';

export interface LifeReport {
  readonly ring: SimulatedRing;
  readonly commits: number;
  readonly faults: readonly string[];
  /** More than half were lost at once: nobody may advance (S4). */
  readonly isStranded: boolean;
}

const mostAtOnce = 6;

export async function liveRandomly(seed: number): Promise<LifeReport> {
  const random = prng('life', seed);
  const delayMs = 1 + random.below(30);
  const ring = new SimulatedRing({
    seed,
    config: { ...testConfig, steps: 20, seed: 1 + (seed % 1000) },
    conditions: {
      delayMs,
      jitterMs: random.below(2 * delayMs),
      bytesPerSecond: 200_000 + random.below(4_000_000),
    },
    computeMs: (r) => 2 + r.below(60),
  });
  const faults: string[] = [];
  const size = 2 + random.below(4);
  for (let i = 0; i < size; i++) ring.add();
  await ring.formed(size);
  ring.order({ kind: 'start' });

  const cuts: (readonly [number, number])[] = [];
  const frozen = new Set<number>();
  const pick = (): number => ring.replicas.indexOf(ring.living[random.below(ring.living.length)]);
  const count = 2 + random.below(5);
  for (let i = 0; i < count; i++) {
    await ring.runFor(random.below(random.below(4) === 0 ? 4_000 : 300));
    const a = pick();
    const b = pick();
    const note = (text: string): void => void faults.push(`${Math.round(ring.clock.now())}: ${text}`);
    switch (random.below(10)) {
      case 0:
      case 1:
        if (ring.living.length < 2) break;
        note(`kill ${a}`);
        ring.kill(ring.replicas[a], { notice: true });
        break;
      case 2:
        if (ring.living.length < 2) break;
        note(`silent death of ${a}`);
        ring.kill(ring.replicas[a], { notice: false });
        break;
      case 3:
      case 4:
        if (ring.living.length >= mostAtOnce) break;
        note('join');
        ring.add();
        break;
      case 5:
        if (ring.living.length < 2) break;
        note(`leave ${a}`);
        ring.replicas[a].member.leave();
        break;
      case 6:
        if (a === b) break;
        note(`cut ${a}–${b}`);
        cuts.push([a, b]);
        ring.cut(ring.replicas[a], ring.replicas[b]);
        break;
      case 7:
        note(`freeze ${a}`);
        frozen.add(a);
        ring.network.freeze(ring.replicas[a].id);
        break;
      case 8: {
        if (ring.living.length < 2) break;
        const frame = ring.network.framesOf(ring.replicas[a].id) + 1 + random.below(200);
        note(`kill ${a} at frame ${frame}`);
        ring.network.killAtFrame(ring.replicas[a].id, frame, { notice: random.below(2) === 0 });
        break;
      }
      case 9:
        note(`pause and start at ${a}`);
        ring.order({ kind: 'pause' }, ring.replicas[a]);
        await ring.runFor(random.below(500));
        ring.order({ kind: 'start' });
        break;
    }
    if (random.below(2) === 0) {
      await ring.runFor(random.below(3_000));
      mend();
    }
  }
  mend();
  function mend(): void {
    for (const index of frozen) ring.network.thaw(ring.replicas[index].id);
    frozen.clear();
    for (const [a, b] of cuts.splice(0)) ring.mend(ring.replicas[a], ring.replicas[b]);
  }
  const isStranded = (): boolean =>
    ring.living.every(({ member }) => ['no-quorum', 'outside'].includes(member.members.phase.kind)) ||
    ring.living.every(({ member }) => member.members.phase.kind === 'outside');
  // In the lobby: those who held the state left before the newcomers had it, and the run began anew.
  const isDone = (): boolean =>
    ring.living.length === 0 ||
    (ring.isOneRing() &&
      ring.living.every(({ member }) =>
        ['finished', 'lobby'].includes(member.replica.holding?.state.status ?? ''),
      ) &&
      new Set(ring.living.map(({ member }) => member.replica.holding!.digest)).size === 1);
  await ring.runFor(11_000);
  if (!isStranded()) await ring.until(`the end in one ring, faults ${faults.join('; ')}`, isDone, 180_000);
  return { ring, commits: ring.history.size, faults, isStranded: isStranded() };
}
