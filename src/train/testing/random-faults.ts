// The faults of a random life, by name. Their effects and targets are drawn here, as acts that a script can hold.
import type { Prng } from '../../base/prng';
import { compressionKinds, compressionNamed, type CompressionSetting } from '../../codecs/setting';
import { topologies } from '../../collectives/topology';
import { streamingDiloco } from '../run/modes/streaming';
import { dilocoOuter, type Sync } from '../run/sync';
import { testConfig } from './real-ring';
import type { SimulatedReplica, SimulatedRing } from './simulated-ring';
import type { LifeAct, Pair } from './life-script';

/** The faults of the first lives. Named seeds are of these: what a seed draws changes with every name. */
export const plainFaults: readonly FaultName[] = [
  ...['kill', 'silent death', 'death at a frame', 'death at a frame', 'join', 'join', 'two join', 'leave'],
  ...[
    'cut',
    'lasting cut',
    'partition',
    'partition',
    'freeze',
    'slow edge',
    'one-way delay',
    'engine failure',
  ],
  ...['pause', 'kick', 'configure', 'learning rate', 'a death and a join'],
] as readonly FaultName[];

export const allFaults: readonly FaultName[] = [
  ...plainFaults,
  ...['poison at the source', 'poison on the wire', 'poison on the wire'],
  ...['one-way silence', 'lossy link', 'slow member', 'topology', 'codec', 'sync'],
  ...['hand over', 'hand over', 'offer taken back', 'end of the room'],
] as readonly FaultName[];

export type FaultName =
  | 'kill'
  | 'silent death'
  | 'death at a frame'
  | 'join'
  | 'two join'
  | 'leave'
  | 'cut'
  | 'lasting cut'
  | 'partition'
  | 'freeze'
  | 'slow edge'
  | 'one-way delay'
  | 'engine failure'
  | 'pause'
  | 'kick'
  | 'configure'
  | 'learning rate'
  | 'a death and a join'
  | 'poison at the source'
  | 'poison on the wire'
  | 'one-way silence'
  | 'lossy link'
  | 'slow member'
  | 'topology'
  | 'codec'
  | 'sync'
  | 'hand over'
  | 'offer taken back'
  | 'end of the room';

export interface FaultTargets {
  readonly ring: SimulatedRing;
  readonly random: Prng;
  readonly cuts: Pair[];
  /** Mended only at the very end. */
  readonly lastingCuts: Pair[];
  readonly frozen: Set<number>;
  /** No more join. */
  readonly mostMembers: number;
}

export interface DrawnFault {
  readonly what: string;
  /** An act may wait in simulated time, after the one before it. */
  readonly acts: readonly (LifeAct & { readonly afterMs?: number })[];
}

/** Undefined: it is not possible now. */
export function drawFault(name: FaultName, life: FaultTargets): DrawnFault | undefined {
  const { ring, random, cuts, lastingCuts, frozen, mostMembers } = life;
  const { living, replicas } = ring;
  if (living.length === 0) return undefined;
  const indexOf = (replica: SimulatedReplica): number => replicas.indexOf(replica);
  const a = living[random.below(living.length)];
  const b = living[random.below(living.length)];
  const at = indexOf(a);
  const other = indexOf(b);
  const isLast = living.length < 2;
  const isNotice = random.below(2) === 0;
  const ways: readonly Pair[] = [
    [at, other],
    [other, at],
  ];
  switch (name) {
    case 'kill':
    case 'silent death':
      if (isLast) return undefined;
      return { what: `${name} of ${at}`, acts: [{ do: 'kill', replica: at, notice: name === 'kill' }] };
    case 'death at a frame': {
      if (isLast) return undefined;
      const frames = 1 + random.below(200);
      return {
        what: `death of ${at} at frame ${ring.network.framesOf(a.id) + frames}${isNotice ? '' : ' without notice'}`,
        acts: [{ do: 'kill at a frame', replica: at, frames, notice: isNotice }],
      };
    }
    case 'join':
    case 'two join': {
      const count = name === 'join' ? 1 : 2;
      if (living.length + count > mostMembers) return undefined;
      return { what: name, acts: Array.from({ length: count }, () => ({ do: 'join' }) as const) };
    }
    case 'a death and a join':
      if (isLast) return undefined;
      return {
        what: `${name}: ${at}`,
        acts: [{ do: 'kill', replica: at, notice: isNotice }, { do: 'join' }],
      };
    case 'leave':
      if (isLast) return undefined;
      return { what: `leave of ${at}`, acts: [{ do: 'leave', replica: at }] };
    case 'cut':
    case 'lasting cut':
      // A lasting one only if a ring without that link remains.
      if (a === b || (name === 'lasting cut' && (living.length < 5 || lastingCuts.length > 0)))
        return undefined;
      (name === 'cut' ? cuts : lastingCuts).push([at, other]);
      return { what: `${name} ${at}–${other}`, acts: [{ do: 'cut', pairs: [[at, other]] }] };
    case 'partition': {
      if (isLast) return undefined;
      const side = living.filter(() => random.below(2) === 0);
      const rest = living.filter((each) => !side.includes(each));
      const pairs = side.flatMap((left) => rest.map((right): Pair => [indexOf(left), indexOf(right)]));
      if (pairs.length === 0) return undefined;
      cuts.push(...pairs);
      return {
        what: `partition ${side.map(indexOf).join(' ')} | ${rest.map(indexOf).join(' ')}`,
        acts: [{ do: 'cut', pairs }],
      };
    }
    case 'freeze':
      frozen.add(at);
      return { what: `freeze ${at}`, acts: [{ do: 'freeze', replica: at }] };
    case 'slow edge': {
      if (a === b) return undefined;
      const conditions = { delayMs: 50, jitterMs: 200, bytesPerSecond: 60_000 };
      return {
        what: `slow edge ${at}–${other}`,
        acts: ways.map(([from, to]) => ({ do: 'path', from, to, conditions })),
      };
    }
    case 'one-way delay': {
      if (a === b) return undefined;
      const conditions = { delayMs: 100 + random.below(400) };
      return {
        what: `delay from ${at} to ${other}`,
        acts: [{ do: 'path', from: at, to: other, conditions }],
      };
    }
    case 'engine failure':
      return { what: `engine failure of ${at}`, acts: [{ do: 'fail a gradient', replica: at }] };
    case 'pause':
      return {
        what: `pause and start at ${at}`,
        acts: [
          { do: 'order', command: { kind: 'pause' }, to: at },
          { do: 'order', command: { kind: 'start' }, afterMs: random.below(500) },
        ],
      };
    case 'kick':
      if (living.length < 4 || a === b) return undefined;
      return {
        what: `kick ${at} at ${other}`,
        acts: [{ do: 'order', command: { kind: 'kick', peer: a.id }, to: other }],
      };
    case 'configure': {
      const config = { ...ring.config, seed: 1 + random.below(1000) };
      return {
        what: `configure at ${at}`,
        acts: [
          { do: 'order', command: { kind: 'configure', config }, to: at },
          { do: 'order', command: { kind: 'start' }, to: at },
        ],
      };
    }
    case 'learning rate': {
      const learningRate = 0.001 * (1 + random.below(20));
      return {
        what: `learning rate at ${at}`,
        acts: [{ do: 'order', command: { kind: 'set-learning-rate', learningRate }, to: at }],
      };
    }
    case 'topology': {
      const topology = topologies[random.below(topologies.length)];
      // This draw serves no other purpose here; one more would change all that follow.
      const isMeasured = isNotice;
      const auto = isMeasured ? { auto: { ms: 0, ringMs: 0 } } : {};
      const buckets = { ...testConfig.buckets, topology, ...auto };
      return {
        what: `sums travel by ${topology}${isMeasured ? ' or as measured' : ''}, ordered at ${at}`,
        acts: [{ do: 'order', command: { kind: 'set-buckets', buckets }, to: at }],
      };
    }
    case 'codec': {
      const codec = drawCodec(random);
      const buckets = { ...testConfig.buckets, codec };
      return {
        what: `sums are sent as ${codec.kind}, ordered at ${at}`,
        acts: [{ do: 'order', command: { kind: 'set-buckets', buckets }, to: at }],
      };
    }
    case 'sync': {
      const sync = drawSync(random);
      return {
        what: `members synchronise ${JSON.stringify(sync)}, ordered at ${at}`,
        acts: [{ do: 'order', command: { kind: 'set-sync', sync }, to: at }],
      };
    }
    case 'poison at the source':
    case 'poison on the wire': {
      const how = random.below(2) === 0 ? 'nan' : 'outlier';
      const where = name === 'poison on the wire' ? 'wire' : 'gradient';
      return {
        what: `${how} ${name} of ${at}`,
        acts: [{ do: 'order', command: { kind: 'poison', peer: a.id, how, at: where }, to: other }],
      };
    }
    case 'one-way silence':
      if (a === b) return undefined;
      cuts.push([at, other]);
      return {
        what: `silence from ${at} to ${other}`,
        acts: [{ do: 'silence', from: at, to: other }],
      };
    case 'lossy link':
      if (a === b) return undefined;
      return {
        what: `lossy link ${at}–${other}`,
        acts: ways.map(([from, to]) => ({
          ...{ do: 'path', from, to },
          conditions: { loss: 0.02 + 0.1 * random.float(), repeatMs: 300 },
        })),
      };
    case 'slow member': {
      const times = 5 + random.below(20);
      return { what: `${at} slowed ${times} times`, acts: [{ do: 'slow', replica: at, times }] };
    }
    case 'hand over':
      return { what: `${name} to ${other} at ${at}`, acts: [{ do: 'hand over', heir: other, to: at }] };
    case 'offer taken back':
      return {
        what: `offer of hosting to ${other}, taken back at ${at}`,
        acts: [
          { do: 'hand over', heir: other, to: at },
          { do: 'take back', to: at, afterMs: 250 + random.below(300) },
        ],
      };
    case 'end of the room':
      return { what: `${name} at ${at}`, acts: [{ do: 'end the room', to: at }] };
    default:
      return name satisfies never;
  }
}

/** Half of them local, of these a third streaming. */
export function drawSync(random: Prng): Sync {
  if (random.below(2) === 0) return { kind: 'every-step' };
  if (random.below(3) === 0) {
    const fragments = 1 + random.below(3);
    const each = 1 + random.below(3);
    return streamingDiloco(fragments * each, {
      ...{ fragments, delay: random.below(each + 1), mixing: random.below(5) / 4 },
      pattern: random.below(2) === 0 ? 'strided' : 'sequential',
    });
  }
  const outer = random.below(2) === 0 ? dilocoOuter : ({ kind: 'average' } as const);
  return { kind: 'local', innerSteps: 1 + random.below(4), outer };
}

/** The codec; the matrices of small models are sent as factors of rank 1. */
export function drawCodec(random: Prng): CompressionSetting {
  const kind = compressionKinds[random.below(compressionKinds.length)];
  return kind === 'power-sgd' ? { kind, rank: 1 } : compressionNamed(kind);
}
