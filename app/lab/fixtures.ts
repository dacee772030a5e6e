// Scenarios for the panel lab: every phase, several sizes of ring, invented but consistent numbers from a seed. A
// fixture is a ReplicaHandle that says one snapshot, its history and a sample, and then keeps still.
import { prng } from '../../src/base/prng';
import type {
  Notice,
  PeerStatus,
  Phase,
  ReplicaEvent,
  ReplicaHandle,
  RunConfig,
  Sample,
  Snapshot,
  StepRecord,
  StepSplit,
} from '../../src/replica/protocol';
import { gptPreset, gptSizes } from '../../src/model/presets';
import { equalParts } from '../../src/train/schedule/apportion';
import { shapeOf } from '../../src/train/run/data-shape';
import { moonsRun } from '../../src/train/run/moons-run';
import { boundarySample, digitSample, textSample } from './fixture-samples';

export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly place: 'room' | 'alone';
  /** Of a demo ring: how many it begins with. */
  readonly replicas: number;
  readonly handle: () => ReplicaHandle;
}

const startMs = Date.UTC(2025, 9, 6, 9, 30, 0);
const names = ('Calm Heron,Brave Otter,Swift Lynx,Witty Puffin,Kind Badger,Bold Kestrel,Quiet Newt,Merry Finch,' +
  'Noble Crane,Sunny Toad,Deft Marten,Eager Quail,Lucky Ibex,Mellow Seal,Proud Raven,Tidy Wren').split(','); // prettier-ignore
const devices = ['Apple M3 · Metal', 'NVIDIA GeForce RTX 4060', 'Intel Iris Xe', 'AMD Radeon 780M'];

const pointsConfig: RunConfig = {
  ...moonsRun([64, 64], 4000),
  localBatch: 32,
  microBatch: 32,
  optimizer: { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 },
  learningRate: 0.003,
  steps: 3000,
  evaluateEvery: 25,
};

const digitsConfig: RunConfig = {
  ...pointsConfig,
  model: {
    ...pointsConfig.model,
    inputShape: [784],
    layers: [
      { kind: 'dense', units: 256, activation: 'relu' },
      { kind: 'dense', units: 10, activation: 'none' },
    ],
  },
  data: { kind: 'digits', examples: 10_000 },
  localBatch: 64,
  steps: 10_000,
};

const storiesConfig: RunConfig = {
  ...pointsConfig,
  data: { kind: 'stories', examples: 4000, context: 32 },
  localBatch: 8,
  microBatch: 8,
};

/** 64 × 4 windows of text: an effective batch of 1,024 characters from four replicas. */
const textConfig: RunConfig = {
  ...pointsConfig,
  model: gptPreset({ ...gptSizes.mini, vocabulary: 40, dropout: 0, tied: true }),
  data: { kind: 'stories', examples: 2000, context: 64 },
  localBatch: 4,
  microBatch: 4,
  learningRate: 0.00015,
  steps: 20_000,
};

export const presets = [
  {
    id: 'moons',
    title: 'Two moons',
    description: 'Two curved classes of points: learned in seconds.',
    config: pointsConfig,
  },
  { id: 'digits', title: 'Digits', description: 'Drawn digits, 28 × 28, ten classes.', config: digitsConfig },
] as const;

interface Setup {
  readonly name: string;
  readonly title: string;
  readonly peers: number;
  readonly steps: number;
  readonly phase: Phase;
  readonly config?: RunConfig;
  readonly isHost?: boolean;
  readonly place?: 'room' | 'alone';
  /** Of a demo ring that is not complete. */
  readonly replicas?: number;
  readonly lost?: readonly number[];
  readonly joining?: readonly number[];
  readonly silent?: readonly number[];
  readonly diverges?: boolean;
  /** The peer whose digest differs. */
  readonly odd?: number;
  /** Goes on by itself, for measuring what drawing costs. */
  readonly isReplayed?: boolean;
  /** Runs before this one. */
  readonly earlier?: number;
  readonly lockstep?: Snapshot['lockstep'];
  /** Reached through the room server. */
  readonly relayed?: readonly number[];
  readonly leftOut?: Readonly<Record<number, PeerStatus['leftOut']>>;
  readonly forkedAfterStep?: number;
  readonly forkCheckpoint?: Snapshot['forkCheckpoint'];
  /** null: not yet known. */
  readonly critical?: number | null;
  readonly alarm?: Snapshot['alarm'];
  /** Steps that this replica was away for. */
  readonly away?: readonly [number, number];
}

const now = (): number => Date.now();

const setups: readonly (() => Setup)[] = [
  () => ({ name: 'starting', title: 'Starting', peers: 0, steps: 0, lockstep: 'checking', phase: { kind: 'starting', doing: 'Compiling 9 kernels.' } }),
  () => ({ name: 'connecting', title: 'Connecting', peers: 3, steps: 0, joining: [0, 1, 2], isHost: false, lockstep: 'checking', phase: { kind: 'connecting', waitingFor: ['p1', 'p2'], sinceMs: now() - 3000 } }),
  () => ({ name: 'lobby', title: 'Lobby, five here', peers: 5, steps: 0, phase: { kind: 'lobby' } }),
  () => ({ name: 'lobby-guest', title: 'Lobby, not the host', peers: 3, steps: 0, isHost: false, phase: { kind: 'lobby' } }),
  () => ({ name: 'training-1', title: 'Training alone', peers: 1, steps: 400, place: 'alone', phase: { kind: 'training' }, lockstep: 'alone' }),
  () => ({ name: 'training-3', title: 'Training, three', peers: 3, steps: 1240, isHost: false, phase: { kind: 'training' } }),
  () => ({ name: 'training-2', title: 'Training, two, second run', peers: 2, steps: 900, earlier: 1, phase: { kind: 'training' } }),
  () => ({ name: 'disagreed', title: 'Out of lockstep', peers: 4, steps: 300, odd: 2, phase: { kind: 'training' }, lockstep: 'disagreed' }),
  () => ({ name: 'replay', title: 'Replay: 10,000 steps, then ten updates a second', peers: 4, steps: 10_000, earlier: 1, isReplayed: true, config: { ...pointsConfig, steps: 1_000_000 }, phase: { kind: 'training' } }),
  () => ({ name: 'training-8', title: 'Training, eight on digits', peers: 8, steps: 6400, config: digitsConfig, joining: [8], phase: { kind: 'training' } }),
  () => ({ name: 'training-16', title: 'Training, sixteen, waiting', peers: 16, silent: [3], steps: 900, phase: { kind: 'training', waitingFor: { peer: 'p3', what: 'its part of bucket 2', sinceMs: now() - 4000 } } }),
  () => ({ name: 'training-30', title: 'Training, thirty, a small rate', peers: 30, steps: 900, config: { ...digitsConfig, learningRate: 0.00015 }, phase: { kind: 'training' } }),
  () => ({ name: 'training-text', title: 'Training, four on text', peers: 4, steps: 12_345, config: textConfig, phase: { kind: 'training' } }),
  () => ({ name: 'joining', title: 'A fourth catches up', peers: 4, steps: 1964, isHost: false, leftOut: { 3: { kind: 'catching-up', progress: 0.41 } }, phase: { kind: 'training' } }),
  () => ({ name: 'waiting-3', title: 'Two of three silent', peers: 3, steps: 900, silent: [1, 2], phase: { kind: 'training', waitingFor: { peer: 'Brave Otter, Swift Lynx', what: 'its record of the last step', sinceMs: now() - 4000 } } }),
  () => ({ name: 'alone-lobby', title: 'Demo ring, gathering', peers: 2, replicas: 4, steps: 0, place: 'alone', phase: { kind: 'lobby' } }),
  () => ({ name: 'alone-4', title: 'Demo ring of four', peers: 4, steps: 1240, place: 'alone', phase: { kind: 'training' } }),
  () => ({ name: 'alone-paused', title: 'Demo ring, paused', peers: 4, steps: 1240, place: 'alone', phase: { kind: 'paused' } }),
  () => ({ name: 'regrouping', title: 'Regrouping', peers: 5, steps: 700, lost: [2], phase: { kind: 'regrouping', lost: ['p2'], sinceMs: now() - 2000 } }),
  () => ({ name: 'catching-up', title: 'Catching up', peers: 4, steps: 0, isHost: false, leftOut: { 0: { kind: 'catching-up', progress: 0.5 } }, phase: { kind: 'catching-up', why: 'joining at step 820', receivedBytes: 412_000, totalBytes: 814_000, behindSteps: 6, donors: ['p1', 'p2'] } }),
  () => ({ name: 'no-quorum', title: 'Too few', peers: 4, steps: 500, lost: [1, 2, 3], phase: { kind: 'no-quorum', why: '1 of 4 members: less than half', sinceMs: now() - 9000 } }),
  () => ({ name: 'relayed', title: 'Two links relayed, one replica slow', peers: 5, steps: 900, relayed: [1, 3], leftOut: { 4: { kind: 'slow', untilStep: 931 } }, phase: { kind: 'training' } }),
  () => ({ name: 'left-out', title: 'Two catching up, one withheld, one refused', peers: 6, steps: 900, leftOut: { 1: { kind: 'withheld', why: 'overflow' }, 3: { kind: 'refused' }, 4: { kind: 'catching-up', progress: 0.62 }, 5: { kind: 'catching-up', progress: 0.08 } }, config: { ...pointsConfig, batchMode: 'fixed', globalBatch: 192, shards: 'measured' }, phase: { kind: 'training' } }),
  () => ({ name: 'fixed-2', title: 'A fixed batch, two', peers: 2, steps: 900, config: { ...pointsConfig, batchMode: 'fixed', globalBatch: 32 }, phase: { kind: 'training' } }),
  () => ({ name: 'fixed-4', title: 'A fixed batch, mostly padding', peers: 4, steps: 900, config: { ...pointsConfig, batchMode: 'fixed', globalBatch: 32 }, phase: { kind: 'training' } }),
  () => ({ name: 'fixed-6', title: 'A fixed batch of fewer examples than replicas', peers: 6, steps: 900, isHost: false, config: { ...pointsConfig, batchMode: 'fixed', globalBatch: 4 }, phase: { kind: 'training' } }),
  () => ({ name: 'text-2', title: 'Text, two', peers: 2, steps: 900, config: storiesConfig, critical: 31, phase: { kind: 'training' } }),
  () => ({ name: 'no-quorum-host', title: 'Too few, as the host', peers: 5, steps: 500, lost: [1, 3, 4], phase: { kind: 'no-quorum', why: '2 of 5 members: less than half', sinceMs: now() - 9000 } }),
  () => ({ name: 'lineage', title: 'A lineage of its own', peers: 2, steps: 900, critical: 40, forkedAfterStep: 612, away: [300, 420], phase: { kind: 'training' } }),
  () => ({ name: 'fork-checkpoint', title: 'Back from a lineage that yielded', peers: 4, steps: 900, forkCheckpoint: { lineage: 'b2c4e6f8', step: 640, examples: 20_480 }, phase: { kind: 'training' } }),
  () => ({ name: 'alarm', title: 'About to diverge; noise not yet known', peers: 4, steps: 238, diverges: true, critical: null, phase: { kind: 'training' }, alarm: { level: 'error', sign: 'the loss rose from 0.447 to 0.87', cause: 'the learning rate rose from 0.003 to 0.03 by step 221', advice: 'go back to 0.003' } }),
  () => ({ name: 'paused', title: 'Paused', peers: 3, steps: 600, phase: { kind: 'paused' } }),
  () => ({ name: 'finished', title: 'Finished', peers: 3, steps: 3000, phase: { kind: 'finished', why: 'all 3,000 steps are done' } }),
  () => ({ name: 'diverged', title: 'Diverged', peers: 4, steps: 310, diverges: true, phase: { kind: 'diverged', why: 'the update was not finite 3 times in a row; try a lower learning rate', suggestedLearningRate: 0.0003 } }),
  () => ({ name: 'needs-file', title: 'Needs a file', peers: 3, steps: 0, isHost: false, joining: [0, 1, 2], phase: { kind: 'needs-file', what: 'idx', name: 'fashion-mnist', sha256: 'ab'.repeat(32) } }),
  () => ({ name: 'failed', title: 'Failed', peers: 2, steps: 40, joining: [0, 1], phase: { kind: 'failed', error: { code: 'device-lost', message: 'device lost: the driver was reset' } } }),
  () => ({ name: 'left', title: 'Left', peers: 2, steps: 200, joining: [0, 1], phase: { kind: 'left' } }),
]; // prettier-ignore

export const scenarios: readonly Scenario[] = setups.map((setup) => {
  const { name, title, place = 'room', peers, replicas = peers } = setup();
  return { name, title, place, replicas, handle: () => fixtureHandle(setup()) };
});

function fixtureHandle(setup: Setup): ReplicaHandle {
  const records = history(setup);
  const snapshot = snapshotOf(setup, records);
  const listeners = new Set<(event: ReplicaEvent) => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  const sample = sampleOf(setup.config?.data.kind);
  let replayed = 0;
  const replay = (): void => {
    const steps = records.slice(-40).map((record, index) => ({
      ...record,
      step: setup.steps + 3 * replayed + index + 1,
      atMs: record.atMs + (3 * replayed + index + 1) * 40,
    }));
    replayed++;
    const last = steps[2];
    for (const listener of listeners) {
      listener({ kind: 'steps', steps: steps.slice(0, 3) });
      listener({ kind: 'snapshot', snapshot: { ...snapshotOf(setup, [last]), step: last.step } });
    }
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      listener({ kind: 'snapshot', snapshot });
      for (let run = 0; run < (setup.earlier ?? 0); run++)
        listener({ kind: 'steps', steps: history({ ...setup, name: `run ${run}` }).slice(0, 700) });
      listener({ kind: 'steps', steps: records });
      if (records.length > 0) listener({ kind: 'sample', sample });
      for (const notice of notices(setup)) listener({ kind: 'notice', notice });
      if (setup.isReplayed) timer ??= setInterval(replay, 100);
      return () => listeners.delete(listener);
    },
    send(command) {
      if (command.kind === 'sample') for (const listener of listeners) listener({ kind: 'sample', sample });
    },
    destroy() {
      clearInterval(timer);
      listeners.clear();
    },
  };
}

function snapshotOf(setup: Setup, records: readonly StepRecord[]): Snapshot {
  const config = setup.config ?? pointsConfig;
  const { terms } = shapeOf(config.data);
  const last = records[records.length - 1];
  const count = Math.max(setup.peers, ...(setup.joining ?? []).map((index) => index + 1));
  const peers = Array.from({ length: count }, (_, index) => peerStatus(setup, index, last));
  const worldSize = peers.filter((peer) => peer.rank !== undefined).length;
  return {
    phase: setup.phase,
    self: 'p0',
    isHost: setup.isHost ?? true,
    config,
    parameterCount: setup.config === digitsConfig ? 203_530 : 4_482,
    lineage: 'a1',
    forkedAfterStep: setup.forkedAfterStep,
    forkCheckpoint: setup.forkCheckpoint,
    generation: 3,
    worldSize,
    peers,
    step: last?.step ?? 0,
    digest: last?.digest ?? '5c1e9b3a7d204f68',
    lockstep: setup.lockstep ?? 'agreed',
    terms,
    effectiveBatch: stepExamples(setup, worldSize) * terms,
    localBatch: config.localBatch,
    batch: config,
    noise:
      setup.peers < 2 || setup.critical === null ? undefined : { scale: setup.critical ?? 900, weight: 1 },
    alarm: setup.alarm,
    benched: [],
    removed: [],
    learningRate: config.learningRate,
    stepsPerSecond: last ? 24.6 : undefined,
    examplesPerSecond: last ? 24.6 * stepExamples(setup, worldSize) * terms : undefined,
    examplesTotal: last?.examplesTotal ?? 0,
    counters: {
      retries: setup.lost ? 2 : 0,
      catchUps: setup.lost ? 1 : 0,
      droppedFrames: 0,
      viewChanges: setup.peers,
    },
    validation: last
      ? { step: last.step, loss: last.loss * 1.08, accuracy: Math.min(0.994, last.accuracy) }
      : undefined,
  };
}

function isSilent({ silent }: Setup, index: number): boolean {
  return silent?.includes(index) ?? false;
}

function stepExamples(setup: Setup, members: number): number {
  return Array.from({ length: members }, (_, index) => shareOf(setup, index)).reduce((a, b) => a + b, 0);
}

/** Of one step. */
function shareOf({ leftOut = {}, config = pointsConfig, peers }: Setup, index: number): number {
  if (leftOut[index] !== undefined) return 0;
  if (config.batchMode !== 'fixed') return config.localBatch;
  const planned = Array.from({ length: peers }, (_, i) => i).filter(
    (i) => leftOut[i]?.kind !== 'catching-up',
  );
  return equalParts(planned.length, config.globalBatch)[planned.indexOf(index)];
}

function peerStatus(setup: Setup, index: number, last: StepRecord | undefined): PeerStatus {
  const isJoining = setup.joining?.includes(index) ?? false;
  const isLost = setup.lost?.includes(index) ?? false;
  const before = (setup.joining ?? []).filter((joining) => joining < index).length;
  const rank = isJoining ? undefined : index - before;
  const isCpu = index === 6;
  const config = setup.config ?? pointsConfig;
  return {
    id: `p${index}`,
    name: nameOf(index),
    isSelf: index === 0,
    isHost: (setup.isHost ?? true) ? index === 0 : index === 1,
    rank,
    ringPosition: rank === undefined ? undefined : setup.peers > 2 ? (rank * (setup.peers % 3 === 0 ? 1 : 3)) % Math.max(setup.peers, 1) : rank,
    state: isLost ? 'lost' : isJoining ? (setup.steps > 0 ? 'joining' : 'connecting') : isSilent(setup, index) ? 'silent' : 'member',
    backend: isCpu ? 'cpu' : 'webgpu',
    device: isCpu ? '' : index === 5 ? 'SwiftShader' : devices[index % devices.length],
    isSoftware: index === 5,
    digest: setup.odd === index ? 'e09b71c4a2d85f13' : last?.digest,
    split: last?.splits[`p${index}`],
    examplesContributed: setup.steps * shareOf(setup, index) * shapeOf(config.data).terms,
    roundTripMs: index === 0 ? undefined : 1.8 + index * 0.7,
    bytesPerSecond: index === 0 ? undefined : 4e7 / (1 + index * 0.1),
    rateBasis: index === 0 ? undefined : 'traffic',
    link: index === 0 || isLost ? undefined : (setup.relayed?.includes(index) ?? false) ? 'relayed' : 'direct',
    droppedFrames: 0,
    offences: setup.leftOut?.[index]?.kind === 'refused' ? 1 : 0,
    leftOut: setup.leftOut?.[index],
    heardMsAgo: isSilent(setup, index) ? 4100 : 40,
  }; // prettier-ignore
}

function sampleOf(kind: RunConfig['data']['kind'] | undefined): Sample {
  return kind === 'digits' ? digitSample() : kind === 'stories' ? textSample() : boundarySample();
}

/** One tries to be markup, one is as long as a name may be. */
function nameOf(index: number): string {
  if (index === 4) return '<b>Robert</b>; DROP';
  if (index === 7) return 'Maximiliane von Wolkenstein-Höhe';
  const round = Math.floor(index / names.length) + 1;
  return `${names[index % names.length]}${round > 1 ? ` ${round}` : ''}`;
}

function history(setup: Setup): StepRecord[] {
  const random = prng('history', setup.name);
  const config = setup.config ?? pointsConfig;
  const { terms } = shapeOf(config.data);
  const records: StepRecord[] = [];
  let atMs = startMs;
  for (let step = 1; step <= setup.steps; step++) {
    const progress = step / 260;
    const calm = 0.06 + 0.63 / (1 + progress ** 1.6);
    const noise =
      1 + random.normal() * (0.25 / Math.sqrt(Math.max(setup.peers, 1))) + (random.float() < 0.004 ? 0.9 : 0);
    const blowUp = setup.diverges && step > 220 ? Math.exp((step - 220) / 14) : 1;
    const loss = Math.max(0.004, calm * noise) * blowUp;
    atMs += 38 + random.float() * 6;
    const splits: Record<string, StepSplit> = {};
    const digest = hex(random.uint32()) + hex(random.uint32());
    const digests: Record<string, string> = {};
    const isRecent = step > setup.steps - 40;
    for (let peer = 0; isRecent && peer < setup.peers; peer++) {
      digests[`p${peer}`] = digest;
      splits[`p${peer}`] = split(peer, setup.peers, random.float());
    }
    if (setup.away && step > setup.away[0] && step <= setup.away[1]) continue;
    records.push({
      step,
      atMs,
      lineage: '3f2a9c10',
      run: 1,
      generation: 3,
      worldSize: setup.peers,
      effectiveBatch: stepExamples(setup, setup.peers) * terms,
      examplesTotal: step * stepExamples(setup, setup.peers) * terms,
      learningRate: config.learningRate * Math.min(1, step / 100) * (step > 1000 ? 0.5 : 1),
      loss,
      isSkipped: false,
      faulty: [],
      accuracy:
        setup.diverges && step > 235
          ? 0.5
          : Math.min(1, Math.max(0.4, 1 - loss * 0.55 + random.normal() * 0.02)),
      gradientNorm: loss * 2,
      digest,
      digests,
      contributions: Object.fromEntries(
        Object.keys(digests).map((peer, index) => [peer, shareOf(setup, index) * terms]),
      ),
      splits,
      bytesSent: setup.peers > 1 ? 17_928 : 0,
      bytesReceived: setup.peers > 1 ? 17_928 : 0,
      allReduceMs: setup.peers > 1 ? 6 + setup.peers + random.float() * 2 : 0,
      buckets: 2,
      validation:
        step % 25 === 0 ? { loss: calm * 1.08 * blowUp, accuracy: Math.max(0.5, 1 - calm * 0.6) } : undefined,
    });
  }
  return records;
}

function split(peer: number, count: number, random: number): StepSplit {
  const isSlow = peer === 3 || (count === 3 && peer === 1);
  const computeMs = (isSlow ? 27 : 13) + random * 2;
  const overlappedMs = count > 1 ? 5 : 0;
  const exposedMs = count > 1 ? 3.5 + random : 0;
  const waitingMs = count > 1 ? Math.max(0, 30 - computeMs) : 0;
  const otherMs = 2.2;
  return {
    computeMs,
    overlappedMs,
    exposedMs,
    waitingMs,
    otherMs,
    wallMs: computeMs + overlappedMs + exposedMs + waitingMs + otherMs,
    waitedFor: waitingMs > 5 ? (count === 3 ? 'p1' : count > 3 ? 'p3' : 'p1') : undefined,
  };
}

function notices({ peers, lost }: Setup): Notice[] {
  const lines: Notice[] = Array.from({ length: Math.min(peers, 6) }, (_, index) => ({
    atMs: startMs + index * 4000,
    level: 'info' as const,
    text: `${names[index]} joined as rank ${index}`,
  }));
  if (peers > 0)
    lines.push({ atMs: startMs + 30_000, level: 'good', text: `All ${peers} hold the same parameters` });
  if (lost)
    lines.push({
      atMs: startMs + 90_000,
      level: 'warning',
      text: `Step 701 repeated after ${names[lost[0]]} left`,
    });
  return lines;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}
