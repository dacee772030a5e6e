// What a room emulates: one profile for every edge, and others for single edges. Every member holds the same settings,
// and each shapes what it sends (room-features.md L18). One way to write equal settings, for they are part of the digest.
import * as v from 'valibot';
import { edgeProfile, type EdgeProfile } from './edge-profile';

const member = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** A command is at most 16 KiB, and an edge takes up to 150 bytes of it. */
export const mostEdges = 64;

export const networkSettings = v.pipe(
  v.strictObject({
    /** null: nothing is emulated. */
    everyEdge: v.nullable(edgeProfile),
    /** Both directions, in place of `everyEdge`; null: this edge is not emulated. */
    edges: v.pipe(
      v.array(
        v.pipe(v.strictObject({ a: member, b: member, profile: v.nullable(edgeProfile) }), v.readonly()),
      ),
      v.maxLength(mostEdges),
      v.check((edges) => edges.every(({ a, b }) => a < b), 'an edge names its smaller member first'),
      v.check((edges) => edges.every((edge, i) => i === 0 || isBefore(edges[i - 1], edge)), 'edges ascend'),
      v.readonly(),
    ),
  }),
  v.readonly(),
);

export type NetworkSettings = v.InferOutput<typeof networkSettings>;

export function isEmulating({ everyEdge, edges }: NetworkSettings): boolean {
  return everyEdge !== null || edges.some(({ profile }) => profile !== null);
}

/** What is emulated between two members; undefined: nothing. */
export function profileBetween(
  settings: NetworkSettings,
  one: string,
  other: string,
): EdgeProfile | undefined {
  const [a, b] = one < other ? [one, other] : [other, one];
  const edge = settings.edges.find((each) => each.a === a && each.b === b);
  return (edge ? edge.profile : settings.everyEdge) ?? undefined;
}

/** `profile`: null for an edge that is not emulated, undefined for one like all others. */
export function withEdge(
  settings: NetworkSettings,
  one: string,
  other: string,
  profile: EdgeProfile | null | undefined,
): NetworkSettings {
  const [a, b] = one < other ? [one, other] : [other, one];
  const others = settings.edges.filter((each) => each.a !== a || each.b !== b);
  const edges = profile === undefined ? others : [...others, { a, b, profile }];
  return { ...settings, edges: edges.sort((x, y) => (isBefore(x, y) ? -1 : 1)) };
}

interface Pair {
  readonly a: string;
  readonly b: string;
}

function isBefore(one: Pair, other: Pair): boolean {
  return one.a < other.a || (one.a === other.a && one.b < other.b);
}
