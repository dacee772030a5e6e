// HELLO: what a replica tells every peer it is linked to, at once and whenever it changes: who it is, what it runs,
// whether it asks for admission. Peers of another protocol or plan are refused by name (H9).
import * as v from 'valibot';
import { inertText } from '../../net/room/room-messages';
import { runConfig } from '../run/run-config';

/** Raised with every incompatible change of frames, records or messages. */
export const protocolVersion = 7;

/** Shown on every screen of the ring: whatever a peer calls itself becomes inert text. */
const name = v.pipe(
  v.string(),
  v.maxLength(1000),
  v.transform((text) => inertText(text, 40) || 'Someone'),
);
const hex16 = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const helloSchema = v.object({
  protocol: v.number(),
  name,
  backend: v.picklist(['webgpu', 'cpu', 'unknown']),
  device: v.pipe(v.string(), v.maxLength(120)),
  isSoftware: v.boolean(),
  /** The run it is in or was told of; null before it knows one. */
  config: v.nullable(runConfig),
  /** Over the parameter slots and the dataset; null before it is prepared. */
  plan: v.nullable(hex16),
  /** The ring it is a member of; null outside. */
  ring: v.nullable(
    v.object({
      lineage: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
      examples: v.pipe(v.number(), v.minValue(0)),
      /** Of the room's runs, which it is at; 0 before it knows. */
      run: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
      /** By whom a newcomer enters (H6a). */
      doors: v.pipe(v.array(hex16), v.maxLength(8)),
      /** Of its linked peers: who was removed for good. */
      kicked: v.pipe(v.array(hex16), v.maxLength(64)),
    }),
  ),
  /** Prepared, outside, and asking to be admitted. */
  wantsIn: v.boolean(),
});

export type Hello = v.InferOutput<typeof helloSchema>;
