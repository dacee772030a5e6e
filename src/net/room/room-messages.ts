// The messages between the room server and a page (PROTOCOL.md R*), as schemas: both ends parse what they receive.
// Every message is one Socket.IO event `message`; the server answers a client's message with a Reply. Relayed packets are
// opaque bytes in a separate event. The server introduces and relays only. It learns the host's public key and two
// authenticators, never the room key or the host token.
import * as v from 'valibot';
import { inertText } from '../../base/inert-text';
import { codePattern } from '../../base/room-code';
import { hostKey, passClaim } from './pass-claim';
import { iceServers } from './server-config';

/** Raised when an older page could misunderstand a newer one; a join with another number is refused. */
export const protocolVersion = 8;
/** One message as JSON text, envelope included. Offers with many candidates stay under 10 KiB. */
export const maxMessageBytes = 32 * 1024;
/** The Socket.IO event of all messages, in both directions. */
export const messageEvent = 'message';
/** The event of relayed packets (R13): (to, packet) up, (from, packet) down; answered when the far page has it. */
export const relayEvent = 'relay';
/** A relayed packet. As base64 in a polled body it stays below the transport's limit. */
export const maxRelayPacketBytes = 24 * 1024;
/** A sealed picture and a sealed note (R19), as base64url. */
export const maxPictureText = 8 * 1024;
export const maxNoteText = 1024;

// ── Parts ───────────────────────────────────────────────────────────────────────────────────────────────────

const inert = (maxCharacters: number) =>
  v.pipe(
    v.string(),
    v.maxLength(10 * maxCharacters),
    v.transform((text) => inertText(text, maxCharacters)),
  );
const base64Url = (bytes: number) =>
  v.pipe(v.string(), v.length(Math.ceil((bytes * 4) / 3)), v.regex(/^[A-Za-z0-9_-]*$/));

const sealedText = (maxLength: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(maxLength), v.regex(/^[A-Za-z0-9_-]*$/));

const code = v.pipe(v.string(), v.regex(codePattern));
const roomMark = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{11}$/));
/** Code and mark are the address of one room (R30); absent: the code alone names it. */
const mark = v.optional(roomMark);
/** The server drew the code for this room (R30b). A server that keeps no secret gives none. */
const stamp = v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{22}$/)));
const memberId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const name = v.pipe(
  inert(40),
  v.transform((text) => text || 'Someone'),
);
/** trainer: WebGPU; cpu-trainer: small models without it; bystander: neither, as in the check of links. */
const role = v.picklist(['trainer', 'cpu-trainer', 'bystander']);
export type Role = v.InferOutput<typeof role>;

/** The creator fixes this for good. Members with the key check it; the others must trust the server. */
const description = v.strictObject({
  /** open: a member hands the key to anybody who knows the code. Private: the key travels in the URL fragment. */
  isOpen: v.boolean(),
  /** Ed25519: signs host commands and the host's own presence. */
  hostPublicKey: base64Url(32),
  /** HMAC under the room key over (code, isOpen, hostPublicKey): nobody can change them on the way. */
  hostProof: base64Url(32),
  /** HMAC under the room key over the code, 8 bytes: a wrong key shows at once. */
  keyCheck: base64Url(8),
});
export type RoomDescription = v.InferOutput<typeof description>;

const status = {
  /** A member of the training ring's current view. */
  inRing: v.boolean(),
  /** Holds the room key, so it can hand it over in an open room. */
  hasKey: v.boolean(),
  /** True in a ring whose state says that the room shows two-word names only (H12). */
  hidesNames: v.optional(v.literal(true)),
};

/** The fields by which a member presents itself. */
const presented = {
  /** Two words, until it knows that the room shows other names (H12a). */
  name,
  role,
  /** Device and browser in words: 'Apple M3 · Metal · Chromium 156'. */
  facts: inert(120),
  ...status,
  /** Ed25519 by the host key over (code, memberId); present when this member claims to be the host. */
  hostSignature: v.optional(base64Url(64)),
  /** The pass by which a shut door knows it again (R22). */
  pass: v.optional(passClaim),
};

const rosterEntry = v.strictObject({ memberId, ...presented });
export type RosterEntry = v.InferOutput<typeof rosterEntry>;

// ── Client → server ─────────────────────────────────────────────────────────────────────────────────────────

/** Progress of the whole ring, for people outside the room; in open rooms only (R16). */
const progress = v.strictObject({
  phase: v.picklist(['lobby', 'training', 'paused', 'finished']),
  /** Committed steps. */
  step: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** Absent: the door is open (H14). */
  door: v.optional(v.picklist(['asks', 'locked'])),
});
export type RingProgress = v.InferOutput<typeof progress>;

const reserve = v.strictObject({ kind: v.literal('reserve'), protocolVersion: v.number() });
const create = v.strictObject({ kind: v.literal('create'), description });
const lookUp = v.strictObject({ kind: v.literal('look-up'), protocolVersion: v.number(), code, mark });
const join = v.strictObject({
  kind: v.literal('join'),
  code,
  mark,
  protocolVersion: v.number(),
  /** The member's id follows from it (R6). Never shown to others. */
  memberSecret: v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)),
  ...presented,
  /** Former members know it: it leads to their room, and recreates it on a server that lost it. */
  description: v.optional(description),
  stamp,
});
const signal = v.strictObject({
  kind: v.literal('signal'),
  to: memberId,
  /** Rises with every signal of one sender: the receiver refuses a replayed one. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  data: v.pipe(v.string(), v.maxLength(maxMessageBytes)),
  mac: base64Url(32),
});
const keyRequest = v.strictObject({
  kind: v.literal('key-request'),
  to: memberId,
  publicKey: base64Url(32),
  /** Whom the host let in before is let in again by it (R22). */
  pass: v.optional(passClaim),
});
const keyGrant = v.strictObject({
  kind: v.literal('key-grant'),
  to: memberId,
  publicKey: base64Url(32),
  /** nonce (24) · sealed key (16) · tag (16) */
  box: base64Url(56),
});
/** Why a member does not hand the key over (R21). */
const refusingDoor = v.picklist(['asks', 'locked', 'refused', 'unknown']);
export type RefusingDoor = v.InferOutput<typeof refusingDoor>;
const keyRefusal = v.strictObject({
  kind: v.literal('key-refusal'),
  to: memberId,
  door: refusingDoor,
  /** The public key of who hosts now, where hosting was handed over (R23). */
  host: v.optional(hostKey),
});
const updateStatus = v.strictObject({
  kind: v.literal('status'),
  ...status,
  /** What it calls itself from now on; absent: as before. */
  name: v.optional(name),
  /** The progress of a member that reports for its ring; absent: it does not, or no longer. */
  progress: v.optional(progress),
});
const leave = v.strictObject({ kind: v.literal('leave') });
const askTurn = v.strictObject({ kind: v.literal('turn') });
const observe = v.strictObject({ kind: v.literal('observe'), protocolVersion: v.number(), code, mark });
const picture = v.strictObject({ kind: v.literal('picture'), sealed: sealedText(maxPictureText) });
const note = v.strictObject({ kind: v.literal('note'), sealed: sealedText(maxNoteText) });
const free = v.strictObject({
  kind: v.literal('free'),
  /** The members who lose their seats. */
  members: v.pipe(v.array(memberId), v.maxLength(64)),
  /** Whether all observers lose their places too. */
  observers: v.boolean(),
});

export const clientMessageSchema = v.variant('kind', [
  /** Draw a code for a room, reserved for this connection for 10 s. → Reservation | too-many-rooms, wrong-version */
  reserve,
  /** Make the room under the code just drawn. → Presence, without members | code-lapsed, too-many-rooms */
  create,
  /** The facts of a room for people outside. → RoomFacts | room-not-found, several-rooms, wrong-version */
  lookUp,
  /** Enter, or come back. → Presence | room-not-found, several-rooms, room-full, wrong-version, id-taken, too-many-peers */
  join,
  /** Pass an authenticated offer, answer or candidate on. → null | no-such-peer, not-in-room */
  signal,
  /** Ask a member of an open room for its key. → null | no-such-peer, not-in-room */
  keyRequest,
  /** Answer: the key, sealed for the asker. → null | no-such-peer, not-in-room */
  keyGrant,
  /** Answer: not now, and why. → null | no-such-peer, not-in-room */
  keyRefusal,
  /** This member's status in the roster has changed. → null | not-in-room */
  updateStatus,
  /** Goodbye; the socket may stay. → null */
  leave,
  /** Ask for credentials of the TURN server; a `turn` message brings them. → null | not-in-room */
  askTurn,
  /** Watch a room without being a member, or ask again what it is now (R18). → ObservedRoom | room-not-found, several-rooms, room-full,
   *  wrong-version, id-taken, too-many-peers */
  observe,
  /** A member's sealed picture of the ring, for the observers (R19). → null | not-in-room */
  picture,
  /** An observer's sealed note, for the members (R19). → null | not-in-room */
  note,
  /** The host takes seats back (R32). → null | not-in-room, not-host */
  free,
]);
export type ClientMessage = v.InferOutput<typeof clientMessageSchema>;

// ── Server → client ─────────────────────────────────────────────────────────────────────────────────────────

const presence = v.strictObject({
  kind: v.literal('presence'),
  code,
  /** Rises with every change; begins again when the server restarts. */
  revision: v.number(),
  description,
  stamp,
  /** The members by arrival. */
  members: v.array(rosterEntry),
  /** Devices that watch the room and are no members (R18). */
  observers: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
});
export type Presence = v.InferOutput<typeof presence>;

/** The code under which this connection may create a room now. */
const reservation = v.strictObject({ kind: v.literal('reservation'), code });
type Reservation = v.InferOutput<typeof reservation>;

/** A room as people outside see it: no names, no ids, only what members report for this purpose (R16). */
const roomFacts = v.strictObject({
  kind: v.literal('room-facts'),
  isOpen: v.boolean(),
  /** A join with it means this very room (R30c). */
  mark: roomMark,
  /** Members at the server now, without observers. */
  membersPresent: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  /** It shows two-word names only, as its ring says (H12). */
  hidesNames: v.optional(v.literal(true)),
  /** The progress that the ring last reported; absent: not known, or the room is private. */
  progress: v.optional(progress),
});
export type RoomFacts = v.InferOutput<typeof roomFacts>;

/** A room as an observer needs it. It names members only where anybody with the code may ask them for the key. */
const observedRoom = v.strictObject({
  kind: v.literal('observed-room'),
  /** The observer’s id for this connection. */
  observerId: memberId,
  description,
  /** Members of an open room that can hand its key over; empty in a private one. */
  keyHolders: v.pipe(v.array(memberId), v.maxLength(8)),
});
export type ObservedRoom = v.InferOutput<typeof observedRoom>;

const relayed = <K extends v.ObjectEntries>(entries: K) => v.strictObject({ ...entries, from: memberId });
const without = <T extends { to: unknown }>({ to: _, ...rest }: T): Omit<T, 'to'> => rest;

export const serverMessageSchema = v.variant('kind', [
  /** The whole roster, after any change. */
  presence,
  /** A member's signal; valid only when its mac holds. */
  relayed(without(signal.entries)),
  /** A member of an open room asks for the key. */
  relayed(without(keyRequest.entries)),
  /** The key, sealed for this member. */
  relayed(without(keyGrant.entries)),
  /** No key for this member now. */
  relayed(without(keyRefusal.entries)),
  /** TURN servers with a credential for this member only, valid for `ttlSeconds`; an empty list without a TURN server. */
  v.strictObject({
    kind: v.literal('turn'),
    iceServers,
    ttlSeconds: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  }),
  /** A picture to observers: it opens only if the member `from` sealed it. */
  relayed(picture.entries),
  /** A note to members: it opens only if the observer `from` sealed it. */
  relayed(note.entries),
]);
export type ServerMessage = v.InferOutput<typeof serverMessageSchema>;

export type RoomErrorCode =
  | 'malformed' // not a message of this protocol
  | 'too-large' // above maxMessageBytes
  | 'rate-limited' // try again in a moment
  | 'wrong-version' // page and server are of different builds: reload
  | 'room-not-found'
  | 'several-rooms' // may be meant by this code: the mark says which
  | 'room-full' // of members, or of observers
  | 'code-lapsed' // no code is reserved for this connection any more: reserve again
  | 'too-many-rooms' // from this address, or altogether
  | 'too-many-peers' // from this address
  | 'id-taken' // this connection is in a room already, or watches one
  | 'not-in-room' // join first
  | 'no-such-peer' // not in this room, or no longer
  | 'not-host'; // the room's creator may do this, and nobody else

export type Answer = Presence | Reservation | RoomFacts | ObservedRoom | null;

/** The answer to one client message. */
export type Reply = { readonly ok: true; readonly value: Answer } | RoomRefusal;

/** `message`: English, for logs. */
export interface RoomRefusal<Code extends RoomErrorCode = RoomErrorCode> {
  readonly ok: false;
  readonly error: { readonly code: Code; readonly message: string };
}

export function roomRefusal<Code extends RoomErrorCode>(code: Code, message: string): RoomRefusal<Code> {
  return { ok: false, error: { code, message } };
}

const errorCode = v.picklist([
  'malformed',
  'too-large',
  'rate-limited',
  'wrong-version',
  'room-not-found',
  'several-rooms',
  'room-full',
  'code-lapsed',
  'too-many-rooms',
  'too-many-peers',
  'id-taken',
  'not-in-room',
  'no-such-peer',
  'not-host',
] satisfies RoomErrorCode[]);

export const replySchema: v.GenericSchema<unknown, Reply> = v.variant('ok', [
  v.strictObject({
    ok: v.literal(true),
    value: v.nullable(v.variant('kind', [presence, reservation, roomFacts, observedRoom])),
  }),
  v.strictObject({
    ok: v.literal(false),
    error: v.strictObject({ code: errorCode, message: v.pipe(v.string(), v.maxLength(400)) }),
  }),
]);
