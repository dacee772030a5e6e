// The hello: what a replica sends every linked peer, at once and whenever it changes. It says who the replica is, what
// it runs, and whether it asks for admission. Peers of another protocol or plan are refused by name (E0, H9).
import * as v from 'valibot';
import { inertText } from '../../base/inert-text';
import { passClaim } from '../../net/room/pass-claim';
import { mostBeside } from './shared-devices';
import { shutDoor } from '../../room/room-door';
import { repeatedRunConfig } from '../run/run-config';

/** Raised with every incompatible change of frames, records or messages. */
export const protocolVersion = 35;

/** Shown on every screen of the ring, so it is reduced to inert text. */
const name = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.transform((text) => inertText(text, 40) || 'Someone'),
);
const hex16 = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const helloSchema = v.object({
  protocol: v.number(),
  /** Two words, until it knows that the room shows other names (H12a). */
  name,
  backend: v.picklist(['webgpu', 'simd', 'cpu', 'unknown']),
  device: v.pipe(v.string(), v.maxLength(120)),
  isSoftware: v.boolean(),
  /** The pass by which a shut door knows it again (R22). */
  pass: v.optional(passClaim),
  /** That it holds the key of the room's host: a shut door lets it in (H14c). */
  host: v.optional(v.pipe(v.string(), v.length(86))),
  /** Peers of this room that run in its browser (H18); absent: none, or it cannot know. */
  beside: v.optional(v.pipe(v.array(hex16), v.maxLength(mostBeside))),
  /** The run it is in or has heard of; null before it knows one. */
  config: v.nullable(repeatedRunConfig),
  /** A hash over the parameter slots and the dataset; null before it is prepared. */
  plan: v.nullable(hex16),
  /** The ring it is a member of; null outside. */
  ring: v.nullable(
    v.object({
      lineage: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
      examples: v.pipe(v.number(), v.minValue(0)),
      /** Number of its run; 0 before it knows. */
      run: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      /** Number of the last applied command of the host (H28); absent before it follows a state. */
      applied: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      /** The sponsors of newcomers (H6, H6a). */
      sponsors: v.pipe(v.array(hex16), v.maxLength(8)),
      /** The replica’s linked peers that were removed for good. */
      kicked: v.pipe(v.array(hex16), v.maxLength(64)),
      /** The replica’s door, and the linked peers that it shuts out (H14); absent: it is open. */
      door: v.optional(shutDoor),
      shutOut: v.optional(v.pipe(v.array(hex16), v.maxLength(64))),
      /** Screens show two-word names only, by the room's document (H12). */
      hidesNames: v.optional(v.literal(true)),
    }),
  ),
  /** Percent of the room's data that it has, while it fetches it (T12). */
  fetching: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
  /** Prepared, outside, and asking to be admitted. */
  wantsIn: v.boolean(),
});

export type Hello = v.InferOutput<typeof helloSchema>;
