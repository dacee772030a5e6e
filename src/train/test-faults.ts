// The faults of a random life, each by its name: what it does to the ring, or undefined when it cannot come to pass now.
import type { Prng } from '../base/prng';
import type { SimulatedReplica, SimulatedRing } from './test-simulated-ring';

/** Of the first lives. Named seeds are of these: what a seed draws changes with every name. */
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
  ...['one-way silence', 'lossy link', 'slow member'],
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
  | 'slow member';

export interface LifeFaults {
  readonly ring: SimulatedRing;
  readonly random: Prng;
  /** Whose next gradient fails. */
  readonly failing: Set<number>;
  readonly cuts: (readonly [number, number])[];
  /** Mended only at the very end. */
  readonly lastingCuts: (readonly [number, number])[];
  readonly frozen: Set<number>;
  /** How many times longer than before they compute. */
  readonly slowed: Map<number, number>;
  /** No more join. */
  readonly mostMembers: number;
}

export async function injectFault(name: FaultName, life: LifeFaults): Promise<string | undefined> {
  const { ring, random, failing, cuts, lastingCuts, frozen, slowed, mostMembers } = life;
  const { living, replicas } = ring;
  if (living.length === 0) return undefined;
  const indexOf = (replica: SimulatedReplica): number => replicas.indexOf(replica);
  const a = living[random.below(living.length)];
  const b = living[random.below(living.length)];
  const at = indexOf(a);
  const other = indexOf(b);
  const isLast = living.length < 2;
  const isNotice = random.below(2) === 0;
  switch (name) {
    case 'kill':
    case 'silent death':
      if (isLast) return undefined;
      ring.kill(a, { notice: name === 'kill' });
      return `${name} of ${at}`;
    case 'death at a frame': {
      if (isLast) return undefined;
      const frame = ring.network.framesOf(a.id) + 1 + random.below(200);
      ring.network.killAtFrame(a.id, frame, { notice: isNotice });
      return `death of ${at} at frame ${frame}${isNotice ? '' : ' without notice'}`;
    }
    case 'join':
    case 'two join': {
      const count = name === 'join' ? 1 : 2;
      if (living.length + count > mostMembers) return undefined;
      for (let i = 0; i < count; i++) ring.add();
      return name;
    }
    case 'a death and a join':
      if (isLast) return undefined;
      ring.kill(a, { notice: isNotice });
      ring.add();
      return `${name}: ${at}`;
    case 'leave':
      if (isLast) return undefined;
      a.member.leave();
      return `leave of ${at}`;
    case 'cut':
    case 'lasting cut':
      // A lasting one only where a ring without it remains.
      if (a === b || (name === 'lasting cut' && (living.length < 5 || lastingCuts.length > 0)))
        return undefined;
      (name === 'cut' ? cuts : lastingCuts).push([at, other]);
      ring.cut(a, b);
      return `${name} ${at}–${other}`;
    case 'partition': {
      if (isLast) return undefined;
      const side = living.filter(() => random.below(2) === 0);
      const rest = living.filter((each) => !side.includes(each));
      for (const left of side)
        for (const right of rest) {
          cuts.push([indexOf(left), indexOf(right)]);
          ring.cut(left, right);
        }
      return side.length * rest.length === 0
        ? undefined
        : `partition ${side.map(indexOf).join(' ')} | ${rest.map(indexOf).join(' ')}`;
    }
    case 'freeze':
      frozen.add(at);
      ring.network.freeze(a.id);
      return `freeze ${at}`;
    case 'slow edge':
      if (a === b) return undefined;
      for (const [from, to] of [
        [a.id, b.id],
        [b.id, a.id],
      ])
        ring.network.setConditions(from, to, { delayMs: 50, jitterMs: 200, bytesPerSecond: 60_000 });
      return `slow edge ${at}–${other}`;
    case 'one-way delay':
      if (a === b) return undefined;
      ring.network.setConditions(a.id, b.id, { delayMs: 100 + random.below(400) });
      return `delay from ${at} to ${other}`;
    case 'engine failure':
      failing.add(at);
      return `engine failure of ${at}`;
    case 'pause':
      ring.order({ kind: 'pause' }, a);
      await ring.runFor(random.below(500));
      ring.order({ kind: 'start' });
      return `pause and start at ${at}`;
    case 'kick':
      if (living.length < 4 || a === b) return undefined;
      ring.order({ kind: 'kick', peer: a.id }, b);
      return `kick ${at} at ${other}`;
    case 'configure':
      ring.order({ kind: 'configure', config: { ...ring.config, seed: 1 + random.below(1000) } }, a);
      ring.order({ kind: 'start' }, a);
      return `configure at ${at}`;
    case 'learning rate':
      ring.order({ kind: 'set-learning-rate', learningRate: 0.001 * (1 + random.below(20)) }, a);
      return `learning rate at ${at}`;
    case 'poison at the source':
    case 'poison on the wire': {
      const how = random.below(2) === 0 ? 'nan' : 'absurd';
      const where = name === 'poison on the wire' ? 'wire' : 'gradient';
      ring.order({ kind: 'poison', peer: a.id, how, at: where }, b);
      return `${how} ${name} of ${at}`;
    }
    case 'one-way silence':
      if (a === b) return undefined;
      cuts.push([at, other]);
      ring.silence(a, b);
      return `silence from ${at} to ${other}`;
    case 'lossy link':
      if (a === b) return undefined;
      for (const [from, to] of [
        [a.id, b.id],
        [b.id, a.id],
      ])
        ring.network.setConditions(from, to, { loss: 0.02 + 0.1 * random.float(), repeatMs: 300 });
      return `lossy link ${at}–${other}`;
    case 'slow member':
      slowed.set(at, 5 + random.below(20));
      return `${at} slowed ${slowed.get(at)} times`;
    default:
      return name satisfies never;
  }
}
