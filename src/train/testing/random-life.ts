// One seeded life of a simulated ring of 2 to 16. At random times come joins, deaths at any frame with and without
// notice, leaves, cuts, partitions and frozen tabs. There are also bad and silent links, slow members, failing engines,
// poison and host commands. Then everything is mended. testing/life.ts says what the ring must do.
import { prng, type Prng } from '../../base/prng';
import { isFactored, isGathered } from '../../codecs/setting';
import { topologies, type Topology } from '../../collectives/topology';
import { fullMeshLimit } from '../../membership/links-needed';
import {
  allFaults,
  drawCodec,
  drawFault,
  drawSync,
  plainFaults,
  type FaultName,
  type FaultTargets,
} from './random-faults';
import type { RunConfig } from '../run/run-config';
import { codecProblem, type Sync } from '../run/sync';
import { testConfig } from './real-ring';
import type { SimulatedRing } from './simulated-ring';
import { Life } from './life';
import type { LifeOptions } from './life-script';
import type { LifeRecorder } from './life-recorder';

export interface LifeReport {
  readonly seed: number;
  readonly ring: SimulatedRing;
  readonly commits: number;
  readonly faults: readonly string[];
  /** How often each fault happened. */
  readonly counts: Readonly<Record<FaultName, number>>;
  readonly retries: number;
  readonly catchUps: number;
  readonly lineages: number;
  readonly views: number;
  readonly mostMembers: number;
  readonly isStranded: boolean;
  /** The number of times that measurement chose another way of sums, and a step was committed by it. */
  readonly changedWays: number;
  /** The number of steps whose sums went first within machines, then between them. */
  readonly groupedSteps: number;
  /** Hash of every commit and every view entered, in order, without times. */
  readonly history: string;
}

/** These links stay cut for so long after the rest is mended. */
const lastingMs = 20_000;

/** `plain`: only the faults that the first lives had, with equal shards. */
export async function liveRandomly(
  seed: number,
  { plain = false, recorder }: { readonly plain?: boolean; readonly recorder?: LifeRecorder } = {},
): Promise<LifeReport> {
  const random = prng('life', seed);
  const kinds = prng('life kinds', seed);
  const faultNames = plain ? plainFaults : allFaults;
  const options = optionsOf(seed, random, kinds, plain);
  const { auto } = options.config.buckets;
  const waitFor = (ms: number): Promise<void> => life.runFor((options.slowness ?? 1) * ms);
  // Two have the same steps in a row whatever the way.
  const size = Math.max(auto ? 3 : 2, sizeOf(random));
  const life = new Life(seed, options, recorder?.sources() ?? { random: prng });
  recorder?.watch({ ...options, size }, life);
  const { ring } = life;
  await life.begin(size);
  if (auto) drawFarPair(life, size, prng('far pair', seed));

  const counts = Object.fromEntries(faultNames.map((name) => [name, 0])) as Record<FaultName, number>;
  const faults: string[] = [];
  const isLarge = plain || size > fullMeshLimit || kinds.below(25) === 0;
  const targets: FaultTargets = {
    ...{ ring, random, cuts: [], lastingCuts: [], frozen: new Set() },
    mostMembers: isLarge ? 16 : fullMeshLimit,
  };
  let mostMembers = size;
  const count = 2 + random.below(size > 9 ? 4 : 6);
  for (let i = 0; i < count; i++) {
    await waitFor(random.below(random.below(5) === 0 ? 4_000 : 200));
    const name = faultNames[random.below(faultNames.length)];
    const atMs = Math.round(ring.clock.now());
    const fault = drawFault(name, targets);
    if (fault) {
      counts[name]++;
      faults.push(`${atMs}: ${fault.what}`);
      for (const { afterMs = 0, ...act } of fault.acts) {
        if (afterMs > 0) await life.runFor(afterMs);
        life.act(act);
      }
    }
    mostMembers = Math.max(mostMembers, ring.living.length);
    if (random.below(3) === 0) {
      await waitFor(random.below(random.below(2) === 0 ? 4_000 : 400));
      mend(life, targets);
    }
  }
  mend(life, targets);
  const { lastingCuts } = targets;
  if (lastingCuts.length > 0) {
    await life.runFor(lastingMs);
    life.act({ do: 'mend', thaw: [], pairs: lastingCuts });
  }
  await life.end(() => `faults ${faults.join('; ')}`);
  const sum = (of: 'retries' | 'catchUps'): number =>
    ring.replicas.reduce((total, { member }) => total + member.trainer.counters[of], 0);
  return {
    seed,
    ring,
    commits: ring.history.size,
    faults,
    counts,
    retries: sum('retries'),
    catchUps: sum('catchUps'),
    lineages: new Set([...ring.history.keys()].map((key) => key.split('/')[0])).size,
    views: ring.replicas.reduce((total, { member }) => total + member.viewChanges, 0),
    mostMembers,
    isStranded: life.isStranded,
    changedWays: ring.changedWays,
    groupedSteps: ring.groupedSteps,
    history: life.history,
  };
}

function optionsOf(seed: number, random: Prng, kinds: Prng, plain: boolean): Omit<LifeOptions, 'size'> {
  const delayMs = 1 + random.below(30);
  const shared = plain ? {} : drawMachines(prng('machines', seed));
  const drawn = configOf(seed, random, plain ? undefined : kinds);
  const config = shared.machines ? withTwoLevels(drawn, prng('two levels', seed)) : drawn;
  return {
    config,
    conditions: {
      delayMs,
      jitterMs: random.below(2 * delayMs),
      bytesPerSecond: 200_000 + random.below(4_000_000),
    },
    isSparse: !plain && kinds.below(2) === 0,
    ...(config.buckets.auto ? { slowness: slowToMeasure } : {}),
    ...shared,
  };
}

/** Replicas share machines in half of the lives. */
function drawMachines(random: Prng): Pick<LifeOptions, 'machines'> {
  return random.below(2) === 0 ? {} : { machines: 2 + random.below(2) };
}

/** Half of those go on two levels from the beginning, unless measurement is to find the way. */
function withTwoLevels(config: RunConfig, random: Prng): RunConfig {
  const { buckets } = config;
  if (buckets.auto || random.below(2) === 0) return config;
  return { ...config, buckets: { ...buckets, topology: 'two-levels', gatherBytes: 0 } };
}

/** Links that carry small sums are measured by probes, some seconds after the ring came together (L17e). */
const slowToMeasure = 14;

const longWays: readonly Topology[] = ['ring', 'halving-doubling'];

/** Small, so that most of the time goes into the tested code: 34 parameters, 12 steps, one to four buckets. With PowerSGD
 *  114, for a matrix that is worth factors. A third leave the way of sums to measurement. They begin with a way of many
 *  messages in a row, which loses while nothing is gathered, and have steps for a second look. */
function configOf(seed: number, random: Prng, kinds: Prng | undefined): typeof testConfig {
  const sync: Sync = kinds ? drawSync(prng('sync', seed)) : { kind: 'every-step' };
  const drawn = kinds && seed % 2 === 0 ? drawCodec(prng('codec', seed)) : testConfig.buckets.codec;
  const auto = prng('auto topology', seed);
  const isAuto = kinds !== undefined && auto.below(3) === 0;
  const addsUp = !isGathered(drawn) && !isFactored(drawn);
  const suits = !codecProblem(sync, drawn.kind) && (addsUp || !isAuto);
  const codec = suits ? drawn : testConfig.buckets.codec;
  const ways = isAuto ? longWays : topologies;
  const widths = codec.kind === 'power-sgd' ? [8, 8] : [6];
  return {
    ...testConfig,
    model: {
      ...testConfig.model,
      layers: [
        ...widths.map((units) => ({ kind: 'dense', units, activation: 'tanh' }) as const),
        { kind: 'dense', units: 2, activation: 'none' },
      ],
    },
    data: { kind: 'points', set: 'moons', examples: 100, noise: 0.1 },
    validationExamples: 20,
    localBatch: 4,
    microBatch: 4,
    steps: isAuto ? 24 : 12,
    evaluateEvery: 6,
    seed: 1 + (seed % 1000),
    shards: kinds?.below(3) === 0 ? 'measured' : 'equal',
    batchMode: kinds?.below(4) === 0 ? 'fixed' : 'grow',
    globalBatch: 16,
    sync,
    buckets: {
      ...testConfig.buckets,
      mode: random.below(4) === 0 ? 'per-tensor' : 'bucketed',
      topology: kinds ? ways[prng('topology', seed).below(ways.length)] : 'ring',
      ...(isAuto ? { auto: { ms: 0, ringMs: 0 } } : {}),
      codec,
      gatherBytes: !isAuto && prng('gather', seed).below(2) === 0 ? 4096 : 0,
      // Commands that change the topology or the codec end it again (H26).
      ...(kinds && !isAuto && prng('bounded', seed).below(8) === 0 ? { boundedParts: true } : {}),
    },
  };
}

/** Mostly small rings: most cases occur in them, and they cost a hundredth of a large one. Few of them grow beyond a
 *  full mesh, for the same reason. */
function sizeOf(random: Prng): number {
  const kind = random.below(200);
  if (kind < 175) return 2 + random.below(4);
  return kind < 198 ? 6 + random.below(3) : 9 + random.below(8);
}

/** In half of the lives two members are far from each other: which way is best then depends on whose edges they are. */
function drawFarPair(life: Life, size: number, random: Prng): void {
  if (random.below(2) === 0) return;
  const one = random.below(size);
  const other = (one + 1 + random.below(size - 1)) % size;
  const conditions = { delayMs: 60 + random.below(200) };
  life.act({ do: 'path', from: one, to: other, conditions });
  life.act({ do: 'path', from: other, to: one, conditions });
}

function mend(life: Life, { cuts, frozen }: FaultTargets): void {
  if (frozen.size + cuts.length > 0) life.act({ do: 'mend', thaw: [...frozen], pairs: cuts.splice(0) });
  frozen.clear();
}
