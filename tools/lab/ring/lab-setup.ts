// The settings of a run of the ring lab, and each replica's contribution. Replicas have numbers from 1; an edge is named by two of them.
import { prng } from '../../../src/base/prng';
import { compressionNamed, isGathered, type CompressionKind } from '../../../src/codecs/setting';
import { planOf, type CollectiveName } from '../../../src/collectives/collective-plan';
import type { Topology } from '../../../src/collectives/topology';
import { namedProfiles, type ProfileName } from '../../../src/net/emulation/profile-words';
import type { EdgeProfile } from '../../../src/net/emulation/edge-profile';

export const leastReplicas = 2;
export const mostReplicas = 8;
/** 4 MB for each replica, all of them in one page. */
export const mostElements = 1_000_000;

export type Line = ProfileName | 'page' | 'cut';

export interface LabSetup {
  readonly replicas: number;
  readonly collective: CollectiveName;
  readonly topology: Topology;
  readonly codec: CompressionKind;
  readonly elements: number;
  /** The line of every edge without one of its own; `page`: as fast as this page is. */
  readonly line: Line;
  /** Edge → its own line. */
  readonly edges: Readonly<Record<string, Line>>;
  /** Replicas that are gone. */
  readonly killed: readonly number[];
}

export const firstSetup: LabSetup = {
  replicas: 4,
  collective: 'all-reduce',
  topology: 'ring',
  codec: 'f32',
  elements: 200_000,
  line: 'home',
  edges: {},
  killed: [],
};

export function edgeName(one: number, other: number): string {
  return one < other ? `${one}–${other}` : `${other}–${one}`;
}

export function lineOf({ edges, line }: LabSetup, one: number, other: number): Line {
  return edges[edgeName(one, other)] ?? line;
}

/** undefined: nothing is emulated. */
export function profileOf(line: Line): EdgeProfile | undefined {
  return line === 'page' || line === 'cut' ? undefined : namedProfiles[line];
}

/** The living replicas, in ring order. */
export function livingOf({ replicas, killed }: Pick<LabSetup, 'replicas' | 'killed'>): readonly number[] {
  return Array.from({ length: replicas }, (_, i) => i + 1).filter((number) => !killed.includes(number));
}

/** The rule of runs: sums whose parts do not add up on the way are gathered, whatever the topology (C10). Where nothing
 *  is summed, the owner's bytes come down the trees with any codec. */
export function isGatheredSum({ collective, topology, codec }: LabSetup): boolean {
  return planOf(collective, topology, leastReplicas).climbs && isGathered(compressionNamed(codec));
}

/** Pairs of living replicas between which bytes go, as names. The page has a full mesh. */
export function usedEdges(setup: LabSetup): readonly (readonly [number, number])[] {
  const living = livingOf(setup);
  if (isGatheredSum(setup))
    return living.flatMap((one, at) => living.slice(at + 1).map((other) => [one, other] as const));
  const plan = planOf(setup.collective, setup.topology, living.length);
  const found = new Map<string, readonly [number, number]>();
  for (let position = 0; position < living.length; position++)
    for (let chunk = 0; chunk < plan.chunkCount; chunk++) {
      const { parent, to } = plan.routeOf(position, chunk);
      const targets = [
        ...(plan.climbs && parent !== undefined ? [parent] : []),
        ...(plan.descends ? to : []),
      ];
      for (const target of targets) {
        const ends = [living[position], living[target]].sort((a, b) => a - b);
        found.set(edgeName(ends[0], ends[1]), [ends[0], ends[1]]);
      }
    }
  return [...found.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** A barrier has one element. */
export function elementsOf({ collective, elements }: LabSetup): number {
  return collective === 'barrier' ? 1 : elements;
}

/** Normal numbers, by replica; of a barrier zeros. */
export function contributionOf(setup: LabSetup, replica: number): Float32Array {
  const values = new Float32Array(elementsOf(setup));
  if (setup.collective === 'barrier') return values;
  const random = prng('ring lab', replica);
  for (let i = 0; i < values.length; i++) values[i] = random.normal();
  return values;
}
