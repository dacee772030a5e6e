// The members' messages about views: the JSON payload of 'membership' frames (PROTOCOL.md M*). Parsing is strict and
// bounded: at most 64 members, known fields only, ids of 16 and lineages of 8 hex digits. So no prototype key can enter
// a table.
import * as v from 'valibot';
import { utf8 } from '../base/bytes';
import { fail, ok, type Result } from '../base/result';
import { parsedJson } from '../base/parsed-json';
import { maxMembers } from './view';

/** A view of 64 ids is about 1.5 KiB; a goodbye carries two, a relay wraps one message. */
const maxMessageBytes = 16 * 1024; // M1

const memberId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const lineage = v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/));
const counter = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
const members = v.pipe(
  v.array(memberId),
  v.maxLength(maxMembers),
  v.check((ids) => distinct(ids), 'ids occur once'),
  v.readonly(),
);

const view = v.pipe(
  v.strictObject({
    lineage,
    generation: counter,
    members: v.pipe(
      members,
      v.check((ids) => ids.length > 0, 'a view has members'),
    ),
    ring: v.pipe(
      v.array(counter),
      v.maxLength(maxMembers),
      v.check((ranks) => distinct(ranks), 'ranks occur once'),
      v.readonly(),
    ),
  }),
  v.check(
    ({ members, ring }) =>
      members.length > 0 && ring.length === members.length && ring.every((rank) => rank < members.length),
    'the ring is a permutation of the ranks',
  ),
);

/** The author's last acknowledgement; `previous` is the view whose succession it belongs to. */
const acked = v.strictObject({ ballot: counter, previous: counter, view });

const plain = [
  /** Phase 1: a member that answers with `promise` acknowledges no lower ballot afterwards. */
  v.strictObject({ kind: v.literal('prepare'), ballot: counter, previous: view }),
  v.strictObject({
    kind: v.literal('promise'),
    ballot: counter,
    previous: counter,
    acked: v.optional(acked),
  }),
  /** The author has promised a higher ballot. */
  v.strictObject({ kind: v.literal('refuse'), ballot: counter, promised: counter }),
  /** Phase 2: may this view follow `previous`? */
  v.strictObject({ kind: v.literal('accept'), ballot: counter, previous: counter, view }),
  v.strictObject({ kind: v.literal('acknowledge'), ballot: counter, previous: counter }),
  /** A quorum has acknowledged this view: a fact, whichever member sends it. */
  v.strictObject({ kind: v.literal('install'), view }),
  /** The answer to a former member: catch up and rejoin as a newcomer. */
  v.strictObject({ kind: v.literal('not-a-member'), view }),
  /** A new lineage of these members, by the host's permission in a minority, or by the survivor of two (S4). */
  v.strictObject({ kind: v.literal('fork'), view, lineage, generation: counter }),
  /** Sent every second and at every change: the author's view, the members it hears, and the members it lost. */
  v.strictObject({
    kind: v.literal('status'),
    lineage,
    generation: counter,
    hears: members,
    lost: members,
    /** The author wants a new attempt after this generation; 0 for none. */
    attemptAfter: counter,
  }),
  /** Goodbye, with the author's last state: it promises and acknowledges nothing afterwards. */
  v.strictObject({ kind: v.literal('leave'), promised: counter, acked: v.optional(acked), installed: view }),
] as const;

const plainMessage = v.variant('kind', plain);

/** Members pass it on until it reaches `to` ('all': every member). Each author counts its `id`s. */
const relay = v.strictObject({
  kind: v.literal('relay'),
  from: memberId,
  to: v.union([memberId, v.literal('all')]),
  id: counter,
  message: plainMessage,
});

export const anyMessage = v.variant('kind', [...plain, relay]);

export type PlainMessage = v.InferOutput<typeof plainMessage>;
export type MembershipMessage = v.InferOutput<typeof anyMessage>;
export type AckedReport = v.InferOutput<typeof acked>;

export function encodeMembership(message: MembershipMessage): Uint8Array<ArrayBuffer> {
  return utf8(JSON.stringify(message));
}

export function decodeMembership(payload: Uint8Array): Result<MembershipMessage, 'malformed'> {
  if (payload.byteLength > maxMessageBytes)
    return fail('malformed', `a membership message of ${payload.byteLength} bytes`);
  const json = parsedJson(payload);
  if (json === undefined) return fail('malformed', 'a membership message that is not JSON');
  const parsed = v.safeParse(anyMessage, json);
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  return fail('malformed', `membership message: ${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
}

function distinct(list: readonly unknown[]): boolean {
  return new Set(list).size === list.length;
}
