// The rooms, pure (PROTOCOL.md R1–R6): a state and an input give the next state, the answer, and what to send to
// whom. Knows connections as opaque ids, time as a number, and nothing of sockets. A room is who is in it and
// what its creator fixed; the server relays within it and decides nothing about training.
// Over 400 lines: every message is a short function over the same state, and they are read together.
import { fail, ok, type Result } from '../base/result';
import { drawCode } from '../base/room-code';
import { protocolVersion } from '../net/room/room-messages';
import type {
  ClientMessage,
  Presence,
  Reply,
  RingProgress,
  RoomDescription,
  RosterEntry,
  ServerMessage,
} from '../net/room/room-messages';

export interface RoomsLimits {
  readonly membersPerRoom: number;
  /** Rooms alive that were created from one address. */
  readonly roomsPerAddress: number;
  /** Members from one address, over all rooms: a whole school may share one. */
  readonly peersPerAddress: number;
  readonly rooms: number;
  /** An empty room keeps its code this long. */
  readonly emptyRoomMs: number;
  /** One that nobody ever joined: its creator's page joins at once, and restores it later. */
  readonly unjoinedRoomMs: number;
}

export const defaultLimits: RoomsLimits = {
  membersPerRoom: 64,
  roomsPerAddress: 64,
  peersPerAddress: 400,
  rooms: 5000,
  emptyRoomMs: 15 * 60_000,
  unjoinedRoomMs: 60_000,
};

/** From the code drawn to the room made: one more message of a page that has the answer in its hand. */
const reservedMs = 10_000;

interface Member {
  readonly entry: RosterEntry;
  readonly connection: string;
  readonly secret: string;
  readonly address: string;
  /** What it last said of its ring, and when; of a private room nothing is kept. */
  readonly told?: { readonly progress: RingProgress; readonly atMs: number };
}

interface Room {
  readonly description: RoomDescription;
  readonly creatorAddress: string;
  readonly members: readonly Member[]; // by arrival
  readonly revision: number;
  readonly emptySinceMs: number | undefined; // set exactly while members is empty
}

export interface RoomsState {
  readonly rooms: ReadonlyMap<string, Room>;
  /** Where each joined connection is. */
  readonly places: ReadonlyMap<string, { readonly code: string; readonly memberId: string }>;
  /** The code drawn for a connection, oldest first: at most one for each. */
  readonly reserved: ReadonlyMap<string, { readonly code: string; readonly untilMs: number }>;
}

export const noRooms: RoomsState = { rooms: new Map(), places: new Map(), reserved: new Map() };

export type RoomsInput =
  | {
      readonly kind: 'message';
      readonly connection: string;
      readonly address: string;
      readonly message: RoomMessage;
    }
  /** The transport is gone. */
  | { readonly kind: 'disconnected'; readonly connection: string }
  /** Time to forget empty rooms. */
  | { readonly kind: 'tick' };

export type Effect =
  | { readonly kind: 'send'; readonly connection: string; readonly message: ServerMessage }
  /** The roster of this room changed: tell its members. Several in a row may be told as one. */
  | { readonly kind: 'presence'; readonly code: string }
  /** Another connection of the same page took this one's place. */
  | { readonly kind: 'replace'; readonly connection: string };

export interface Outcome {
  readonly state: RoomsState;
  readonly reply: Reply;
  readonly effects: readonly Effect[];
}

/** What the pure rooms answer; `turn` is the shell's, which has the secret. */
export type RoomMessage = Exclude<ClientMessage, { kind: 'turn' }>;
type MessageOf<K extends ClientMessage['kind']> = Extract<ClientMessage, { kind: K }>;
type From = { readonly connection: string; readonly address: string };

/** Cryptographically random bytes: codes are drawn from them. */
export type RandomBytes = (length: number) => Uint8Array;

export function step(
  before: RoomsState,
  input: RoomsInput,
  nowMs: number,
  limits: RoomsLimits,
  random: RandomBytes,
): Outcome {
  const state = forgetLapsed(before, nowMs);
  switch (input.kind) {
    case 'message':
      return onMessage(state, input, nowMs, limits, random);
    case 'disconnected':
      return remove(withoutReservation(state, input.connection), input.connection, nowMs);
    case 'tick':
      return { state: forgetEmptyRooms(state, nowMs, limits), reply: ok(null), effects: [] };
    default:
      return input satisfies never;
  }
}

/** The whole roster of a room, as its members see it. */
export function presenceOf(state: RoomsState, code: string): Presence | undefined {
  const room = state.rooms.get(code);
  if (!room) return undefined;
  const { revision, description, members } = room;
  return { kind: 'presence', code, revision, description, members: members.map(({ entry }) => entry) };
}

/** The connections of a room's members. */
export function connectionsOf(state: RoomsState, code: string): readonly string[] {
  return state.rooms.get(code)?.members.map(({ connection }) => connection) ?? [];
}

function onMessage(
  state: RoomsState,
  { message, ...from }: From & { readonly message: RoomMessage },
  nowMs: number,
  limits: RoomsLimits,
  random: RandomBytes,
): Outcome {
  switch (message.kind) {
    case 'reserve':
      return reserve(state, message, from, nowMs, limits, random);
    case 'look-up':
      return lookUp(state, message);
    case 'create':
      return create(state, message, from, nowMs, limits);
    case 'join':
      return join(state, message, from, nowMs, limits);
    case 'signal':
    case 'key-request':
    case 'key-grant':
      return relay(state, message, from);
    case 'status':
      return updateStatus(state, message, from, nowMs);
    case 'leave':
      return remove(state, from.connection, nowMs);
    default:
      return message satisfies never;
  }
}

/** A connection holds one code at a time: who draws again gives the first back. */
function reserve(
  before: RoomsState,
  message: MessageOf<'reserve'>,
  { connection, address }: From,
  nowMs: number,
  limits: RoomsLimits,
  random: RandomBytes,
): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(before, ...wrongVersion);
  const full = roomForAnother(before, address, limits);
  if (full) return refuse(before, 'too-many-rooms', full);
  const state = withoutReservation(before, connection);
  const kept = new Set([...state.reserved.values()].map(({ code }) => code));
  let code: string;
  do code = drawCode(random);
  while (state.rooms.has(code) || kept.has(code));
  const reserved = new Map(state.reserved).set(connection, { code, untilMs: nowMs + reservedMs });
  return { state: { ...state, reserved }, reply: ok({ kind: 'reservation', code }), effects: [] };
}

function create(
  before: RoomsState,
  message: MessageOf<'create'>,
  { connection, address }: From,
  nowMs: number,
  limits: RoomsLimits,
): Outcome {
  const code = before.reserved.get(connection)?.code;
  const state = withoutReservation(before, connection);
  // A room under it can have come meanwhile: members bring theirs to a server that lost it.
  if (code === undefined || state.rooms.has(code))
    return refuse(state, 'code-lapsed', 'no code is kept for this connection: reserve one');
  const full = roomForAnother(state, address, limits);
  if (full) return refuse(state, 'too-many-rooms', full);
  const room = emptyRoom(message.description, address, nowMs);
  return { state: withRoom(state, code, room), reply: ok(null), effects: [] };
}

/** How many are there, and what the ring last said of itself: nothing that names anyone (R16). */
function lookUp(state: RoomsState, { code, protocolVersion: version }: MessageOf<'look-up'>): Outcome {
  if (version !== protocolVersion) return refuse(state, ...wrongVersion);
  const room = state.rooms.get(code);
  if (!room) return refuse(state, 'room-not-found', `there is no room ${code}`);
  const { isOpen } = room.description;
  const progress = newestProgress(room);
  const facts = { kind: 'room-facts', isOpen, membersPresent: room.members.length } as const;
  return { state, reply: ok(progress ? { ...facts, progress } : facts), effects: [] };
}

function newestProgress({ members }: Room): RingProgress | undefined {
  let newest: Member['told'];
  for (const { entry, told } of members)
    if (entry.inRing && told && !(newest && newest.atMs > told.atMs)) newest = told;
  return newest?.progress;
}

function join(
  before: RoomsState,
  message: MessageOf<'join'>,
  from: From,
  nowMs: number,
  limits: RoomsLimits,
): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(before, ...wrongVersion);
  const { code, memberId } = message;
  const already = before.places.get(from.connection);
  if (already && (already.code !== code || already.memberId !== memberId))
    return refuse(before, 'id-taken', 'this connection is in a room already');

  let room = before.rooms.get(code);
  if (!room) {
    if (!message.description) return refuse(before, 'room-not-found', `there is no room ${code}`);
    const full = roomForAnother(before, from.address, limits);
    if (full) return refuse(before, 'too-many-rooms', full);
    room = emptyRoom(message.description, from.address, nowMs);
  }

  const at = room.members.findIndex(({ entry }) => entry.memberId === memberId);
  const previous = room.members[at] as Member | undefined;
  if (previous && previous.secret !== message.memberSecret)
    return refuse(before, 'id-taken', 'someone else is here under this member id');
  if (!previous) {
    if (room.members.length >= limits.membersPerRoom)
      return refuse(before, 'room-full', `the room holds ${limits.membersPerRoom} members`);
    if (peersFrom(before, from.address) >= limits.peersPerAddress)
      return refuse(before, 'too-many-peers', `${limits.peersPerAddress} peers share this address already`);
  }

  const { name, role, facts, inRing, hasKey, hostSignature } = message;
  const claim = hostSignature === undefined ? {} : { hostSignature };
  const entry: RosterEntry = { memberId, name, role, facts, inRing, hasKey, ...claim };
  const member = { entry, ...from, secret: message.memberSecret };
  const members = previous ? room.members.with(at, member) : [...room.members, member];
  const places = new Map(before.places).set(from.connection, { code, memberId });
  const effects: Effect[] = [];
  if (previous && previous.connection !== from.connection) {
    places.delete(previous.connection);
    effects.push({ kind: 'replace', connection: previous.connection });
  }
  const state = withRoom({ ...before, places }, code, {
    ...room,
    members,
    revision: room.revision + 1,
    emptySinceMs: undefined,
  });
  effects.push({ kind: 'presence', code });
  return { state, reply: ok(presenceOf(state, code)!), effects };
}

/** Who speaks over `connection`, and the connection of `to`: both members of one room, or why not. */
export function addressed(
  state: RoomsState,
  connection: string,
  to: string,
): Result<{ readonly from: string; readonly target: string }, 'not-in-room' | 'no-such-peer'> {
  const place = state.places.get(connection);
  if (!place) return fail(...notInRoom);
  const target = state.rooms.get(place.code)?.members.find(({ entry }) => entry.memberId === to);
  if (!target || to === place.memberId) return fail('no-such-peer', `${to} is not in this room`);
  return ok({ from: place.memberId, target: target.connection });
}

/** Passes a message on, only to a member of the sender's own room, and says truthfully whom it is from. */
function relay(
  state: RoomsState,
  message: MessageOf<'signal' | 'key-request' | 'key-grant'>,
  { connection }: From,
): Outcome {
  const { to, ...rest } = message;
  const found = addressed(state, connection, to);
  if (!found.ok) return refuse(state, found.error.code, found.error.message);
  const relayed = { ...rest, from: found.value.from };
  return {
    state,
    reply: ok(null),
    effects: [{ kind: 'send', connection: found.value.target, message: relayed }],
  };
}

function updateStatus(
  state: RoomsState,
  { inRing, hasKey, progress }: MessageOf<'status'>,
  { connection }: From,
  nowMs: number,
): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.code);
  if (!room) return refuse(state, ...notInRoom);
  const at = room.members.findIndex((member) => member.connection === connection);
  const { told: _, ...member } = room.members[at];
  const isSame = member.entry.inRing === inRing && member.entry.hasKey === hasKey;
  const isSeen = !isSame || !progress;
  const members = room.members.with(at, {
    ...member,
    entry: { ...member.entry, inRing, hasKey },
    ...(progress && room.description.isOpen && { told: { progress, atMs: nowMs } }),
  });
  // Progress is for those outside: members see it themselves, and are not told.
  const revision = room.revision + (isSeen ? 1 : 0);
  return {
    state: withRoom(state, place.code, { ...room, members, revision }),
    reply: ok(null),
    effects: isSeen ? [{ kind: 'presence', code: place.code }] : [],
  };
}

function remove(state: RoomsState, connection: string, nowMs: number): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.code);
  if (!room) return { state, reply: ok(null), effects: [] };
  const places = new Map(state.places);
  places.delete(connection);
  const members = room.members.filter((member) => member.connection !== connection);
  const emptySinceMs = members.length === 0 ? nowMs : undefined;
  return {
    state: withRoom({ ...state, places }, place.code, {
      ...room,
      members,
      revision: room.revision + 1,
      emptySinceMs,
    }),
    reply: ok(null),
    effects: [{ kind: 'presence', code: place.code }],
  };
}

function forgetEmptyRooms(state: RoomsState, nowMs: number, limits: RoomsLimits): RoomsState {
  const isAlive = ({ emptySinceMs, revision }: Room): boolean => {
    const graceMs = revision === 0 ? limits.unjoinedRoomMs : limits.emptyRoomMs;
    return emptySinceMs === undefined || nowMs - emptySinceMs < graceMs;
  };
  const rooms = new Map([...state.rooms].filter(([, room]) => isAlive(room)));
  return rooms.size === state.rooms.size ? state : { ...state, rooms };
}

/** Reservations stand in the order in which they end. */
function forgetLapsed(state: RoomsState, nowMs: number): RoomsState {
  const [oldest] = state.reserved.values();
  if (!oldest || oldest.untilMs > nowMs) return state;
  return { ...state, reserved: new Map([...state.reserved].filter(([, { untilMs }]) => untilMs > nowMs)) };
}

function withoutReservation(state: RoomsState, connection: string): RoomsState {
  if (!state.reserved.has(connection)) return state;
  const reserved = new Map(state.reserved);
  reserved.delete(connection);
  return { ...state, reserved };
}

const wrongVersion = [
  'wrong-version',
  `this server speaks version ${protocolVersion}: reload the page`,
] as const;
const notInRoom = ['not-in-room', 'join a room first'] as const;

function refuse(state: RoomsState, ...[code, message]: Parameters<typeof fail<RefusalCode>>): Outcome {
  return { state, reply: fail(code, message), effects: [] };
}
type RefusalCode = Extract<Reply, { ok: false }>['error']['code'];

function emptyRoom(description: RoomDescription, creatorAddress: string, nowMs: number): Room {
  return { description, creatorAddress, members: [], revision: 0, emptySinceMs: nowMs };
}

/** Why no further room may be made from this address; undefined when one may. */
function roomForAnother(state: RoomsState, address: string, limits: RoomsLimits): string | undefined {
  if (state.rooms.size >= limits.rooms) return `the server holds ${limits.rooms} rooms already`;
  let count = 0;
  for (const room of state.rooms.values()) if (room.creatorAddress === address) count++;
  return count >= limits.roomsPerAddress ? `${count} rooms were made from this address already` : undefined;
}

function peersFrom(state: RoomsState, address: string): number {
  let count = 0;
  for (const { members } of state.rooms.values())
    for (const member of members) if (member.address === address) count++;
  return count;
}

function withRoom(state: RoomsState, code: string, room: Room): RoomsState {
  return { ...state, rooms: new Map(state.rooms).set(code, room) };
}
