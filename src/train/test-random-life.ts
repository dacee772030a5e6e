// One seeded life of a simulated ring of 2 to 16: joins, deaths at any frame with and without notice, leaves, cuts,
// partitions, frozen tabs, bad and silent links, slow members, failing engines, poison and host commands at random times; then everything is mended,
// and whoever lives must come to the end in one ring. Every commit is checked as it comes (S1, S2, S3); nobody may be
// without a quorum, or wait for anything, for longer than the rules' deadlines while it could go on (S4, S5).
import { prng, type Prng } from '../base/prng';
import { fullMeshLimit } from '../membership/links-needed';
import { quorum } from '../membership/quorum';
import { EngineError, type Engine } from '../model/engine';
import { allFaults, injectFault, plainFaults, type FaultName, type LifeFaults } from './test-faults';
import { testConfig } from './test-ring';
import { SimulatedRing } from './test-simulated-ring';

export interface LifeReport {
  readonly seed: number;
  readonly ring: SimulatedRing;
  readonly commits: number;
  readonly faults: readonly string[];
  /** How often each fault came to pass. */
  readonly counts: Readonly<Record<FaultName, number>>;
  readonly retries: number;
  readonly heals: number;
  readonly lineages: number;
  readonly views: number;
  readonly mostMembers: number;
  /** More than half were lost at once, or all who held the state: nobody may advance (S4). */
  readonly isStranded: boolean;
}

/** A replica that could decide, and says for so long that it cannot, is stuck: the lone survivor's 10 s, an ICE
 *  failure's 15 s, and the regroup after them. */
const stuckMs = 40_000;

/** Before that the survivor of two has not gone on alone yet (M8). */
const strandedMs = 11_000;
/** In simulated time: looking at everybody at each event would be most of the work. */
const lookEveryMs = 50;

/** `plain`: only of the faults that the first lives had, with equal shards. */
export async function liveRandomly(seed: number, { plain = false } = {}): Promise<LifeReport> {
  const random = prng('life', seed);
  const kinds = prng('life kinds', seed);
  const delayMs = 1 + random.below(30);
  const failing = new Set<number>();
  const slowed = new Map<number, number>();
  const faultNames = plain ? plainFaults : allFaults;
  const ring = new SimulatedRing({
    seed,
    config: configOf(seed, random, plain ? undefined : kinds),
    conditions: {
      delayMs,
      jitterMs: random.below(2 * delayMs),
      bytesPerSecond: 200_000 + random.below(4_000_000),
    },
    hasSoundGradients: true,
    isSparse: !plain && kinds.below(2) === 0,
    computeMs: (r, index) => (slowed.get(index) ?? 1) * (2 + r.below(60)),
    wrapEngine: (engine, index) => failingEngine(engine, () => failing.delete(index)),
  });
  const size = sizeOf(random);
  for (let i = 0; i < size; i++) ring.add();
  await ring.formed(size);
  ring.order({ kind: 'start' });

  const counts = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<FaultName, number>;
  const faults: string[] = [];
  const isLarge = plain || size > fullMeshLimit || kinds.below(25) === 0;
  const life: LifeFaults = {
    ...{ ring, random, failing, cuts: [], lastingCuts: [], frozen: new Set(), slowed },
    mostMembers: isLarge ? 16 : fullMeshLimit,
  };
  const watch = new QuorumWatch(ring);
  let mostMembers = size;
  const count = 2 + random.below(size > 9 ? 4 : 6);
  for (let i = 0; i < count; i++) {
    await watch.runFor(random.below(random.below(5) === 0 ? 4_000 : 200));
    const name = faultNames[random.below(faultNames.length)];
    const atMs = Math.round(ring.clock.now());
    const what = await injectFault(name, life);
    if (what !== undefined) {
      counts[name]++;
      faults.push(`${atMs}: ${what}`);
    }
    mostMembers = Math.max(mostMembers, ring.living.length);
    if (random.below(3) === 0) {
      await watch.runFor(random.below(random.below(2) === 0 ? 4_000 : 400));
      mend(life);
    }
  }
  mend(life);
  if (life.lastingCuts.length > 0) await watch.runFor(20_000);
  for (const [a, b] of life.lastingCuts) ring.mend(ring.replicas[a], ring.replicas[b]);
  const calmMs = ring.clock.now();
  let lookedMs = calmMs;
  const isOver = (): boolean => {
    const nowMs = ring.clock.now();
    if (nowMs < lookedMs + lookEveryMs) return false;
    lookedMs = nowMs;
    startAgain(ring);
    return isDone(ring) || (nowMs > calmMs + strandedMs && isStranded(ring));
  };
  await ring.until(`the end in one ring, faults ${faults.join('; ')}`, isOver, 180_000);
  const sum = (of: 'retries' | 'heals'): number =>
    ring.replicas.reduce((total, { member }) => total + member.trainer.counters[of], 0);
  return {
    seed,
    ring,
    commits: ring.history.size,
    faults,
    counts,
    retries: sum('retries'),
    heals: sum('heals'),
    lineages: new Set([...ring.history.keys()].map((key) => key.split('/')[0])).size,
    views: ring.replicas.reduce((total, { member }) => total + member.viewChanges, 0),
    mostMembers,
    isStranded: !isDone(ring),
  };
}

/** Small, so that most of the time goes into what is tested: 34 parameters, 12 steps, one to four buckets. */
function configOf(seed: number, random: Prng, kinds: Prng | undefined): typeof testConfig {
  return {
    ...testConfig,
    model: {
      ...testConfig.model,
      layers: [
        { kind: 'dense', units: 6, activation: 'tanh' },
        { kind: 'dense', units: 2, activation: 'none' },
      ],
    },
    data: { kind: 'points', set: 'moons', examples: 100, noise: 0.1 },
    validationExamples: 20,
    localBatch: 4,
    microBatch: 4,
    steps: 12,
    evaluateEvery: 6,
    seed: 1 + (seed % 1000),
    shards: kinds?.below(3) === 0 ? 'measured' : 'equal',
    batchMode: kinds?.below(4) === 0 ? 'fixed' : 'grow',
    globalBatch: 16,
    buckets: { ...testConfig.buckets, mode: random.below(4) === 0 ? 'per-tensor' : 'bucketed' },
  };
}

/** Mostly small rings: most of what can happen happens in them, and they cost a hundredth of a large one. Few of them
 *  grow beyond a full mesh, for the same reason. */
function sizeOf(random: Prng): number {
  const kind = random.below(200);
  if (kind < 175) return 2 + random.below(4);
  return kind < 198 ? 6 + random.below(3) : 9 + random.below(8);
}

function failingEngine(engine: Engine, isFailing: () => boolean): Engine {
  return {
    ...engine,
    gradient: (...call) =>
      isFailing() ? Promise.reject(new EngineError('gpu-error', 'a test')) : engine.gradient(...call),
  };
}

function mend({ ring, cuts, frozen }: LifeFaults): void {
  for (const index of frozen) ring.network.thaw(ring.replicas[index].id);
  frozen.clear();
  for (const [a, b] of cuts.splice(0)) ring.mend(ring.replicas[a], ring.replicas[b]);
}

/** Nobody can decide anything: and every one of them is right about that. */
function isStranded(ring: SimulatedRing): boolean {
  const { living } = ring;
  if (living.length === 0) return false;
  const phases = living.map(({ member }) => member.members.phase.kind);
  if (!phases.every((kind) => kind === 'no-quorum' || kind === 'outside')) return false;
  // M9: whoever was told of the run opens it anew.
  if (living.every(({ member }) => !member.members.view) && living.some(({ member }) => member.replica.ready))
    return false;
  for (const { member } of living) {
    const { view } = member.members;
    if (!view) continue;
    const together = living.filter((other) => other.member.members.view?.lineage === view.lineage);
    const answer = quorum(
      view,
      together.map(({ id }) => id),
      [],
    );
    if (answer.installed)
      ring.violations.push(`S4 ${member.options.name} says it has no quorum: ${answer.reason}`);
  }
  return true;
}

/** As a host would, when every source of a step withheld its gradient (S7), or when a start was lost with the only one
 *  that had it. */
function startAgain(ring: SimulatedRing): void {
  const states = ring.living.map(({ member }) => member.trainer.state);
  const areAll = (status: string): boolean => states.every((state) => state?.status === status);
  if (states.length === 0 || !(areAll('diverged') || areAll('paused'))) return;
  if (new Set(states.map((state) => state?.appliedCommand)).size > 1 || !ring.isOneRing()) return;
  if (areAll('diverged'))
    ring.order({ kind: 'set-learning-rate', learningRate: states[0]!.learningRate * 0.1 });
  ring.order({ kind: 'start' });
}

/** In the lobby: those who held the state left before the newcomers had it, and the run began anew. */
function isDone(ring: SimulatedRing): boolean {
  const { living } = ring;
  return (
    living.length === 0 ||
    (ring.isOneRing() &&
      living.every(({ member }) =>
        ['finished', 'lobby'].includes(member.replica.holding?.state.status ?? ''),
      ) &&
      new Set(living.map(({ member }) => member.replica.holding!.digest)).size === 1)
  );
}

/** S5: looks every second of simulated time at who says that it has no quorum, and whether that is so. */
class QuorumWatch {
  readonly #sinceMs = new Map<string, number>();

  constructor(readonly ring: SimulatedRing) {}

  async runFor(ms: number): Promise<void> {
    const { ring } = this;
    const endMs = ring.clock.now() + ms;
    while (ring.clock.now() < endMs) {
      await ring.runFor(Math.min(1_000, endMs - ring.clock.now()));
      this.#look();
    }
  }

  #look(): void {
    const { ring } = this;
    const nowMs = ring.clock.now();
    for (const replica of ring.living) {
      const { id, member } = replica;
      const { view, phase } = member.members;
      const reached = ring.living
        .filter((other) => other === replica || ring.canHear(replica, other))
        .map((other) => other.id);
      const isWrong =
        phase.kind === 'no-quorum' &&
        view !== undefined &&
        ring.network.isAwake(id) &&
        quorum(view, reached, []).installed;
      if (!isWrong) this.#sinceMs.delete(id);
      else if (nowMs - (this.#sinceMs.get(id) ?? nowMs) > stuckMs) {
        ring.violations.push(`S5 ${member.options.name} hears a quorum for ${stuckMs} ms and does not go on`);
        this.#sinceMs.delete(id);
      } else if (!this.#sinceMs.has(id)) this.#sinceMs.set(id, nowMs);
    }
  }
}
