// What the room server knows: its rooms, their members and the reserved codes. An immutable value, with the questions
// that several messages ask of it.
import { ok } from '../base/result';
import type { Bucket } from '../base/token-bucket';
import { hiddenAs } from '../base/nickname';
import { mostHideNames } from '../net/room/names-rule';
import { protocolVersion, roomRefusal, type RoomRefusal } from '../net/room/room-messages';
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
  readonly observersPerRoom: number;
  /** Existing rooms that were created from one address. */
  readonly roomsPerAddress: number;
  /** Members and observers from one address, over all rooms: a whole school may share one. */
  readonly peersPerAddress: number;
  readonly rooms: number;
  /** An empty room keeps its code this long. */
  readonly emptyRoomMs: number;
  /** A room that nobody ever joined keeps its code this long: its creator's page joins at once, and restores it later. */
  readonly unjoinedRoomMs: number;
}

export const defaultLimits: RoomsLimits = {
  membersPerRoom: 64,
  observersPerRoom: 64,
  roomsPerAddress: 64,
  peersPerAddress: 400,
  rooms: 5000,
  emptyRoomMs: 15 * 60_000,
  unjoinedRoomMs: 60_000,
};

export interface Member {
  readonly entry: RosterEntry;
  readonly connection: string;
  readonly secret: string;
  readonly address: string;
  /** The ring's progress as this member last reported it. The server keeps none of a private room. */
  readonly report?: { readonly progress: RingProgress; readonly atMs: number };
  /** How many pictures it may send; undefined: none sent yet. */
  readonly pictures?: Bucket;
}

/** A device that watches a room and is no member of it (R18). */
export interface Observer {
  readonly observerId: string;
  readonly connection: string;
  readonly address: string;
  /** How many notes it may send; undefined: none sent yet. */
  readonly notes?: Bucket;
}

export interface Room {
  readonly description: RoomDescription;
  readonly creatorAddress: string;
  readonly members: readonly Member[]; // by arrival
  readonly observers: readonly Observer[];
  readonly revision: number;
  readonly emptySinceMs: number | undefined; // set exactly while members is empty
  /** The pictures of all its members and observers; undefined: full. */
  readonly pictures?: Bucket | undefined;
  readonly notes?: Bucket | undefined;
}

export interface RoomsState {
  readonly rooms: ReadonlyMap<string, Room>;
  /** Where each joined connection is. */
  readonly places: ReadonlyMap<string, { readonly code: string; readonly memberId: string }>;
  /** Which room each observing connection watches. */
  readonly watching: ReadonlyMap<string, string>;
  /** The code reserved for a connection, oldest first: at most one for each. */
  readonly reserved: ReadonlyMap<string, { readonly code: string; readonly untilMs: number }>;
  /** Bytes of pictures and notes, times their receivers, of all rooms; undefined: full. */
  readonly fanOut?: Bucket | undefined;
}

export const noRooms: RoomsState = {
  rooms: new Map(),
  places: new Map(),
  watching: new Map(),
  reserved: new Map(),
};

/** The messages that the pure rooms answer. The shell answers `turn`, because it has the secret. */
export type RoomMessage = Exclude<ClientMessage, { kind: 'turn' }>;
export type MessageOf<K extends ClientMessage['kind']> = Extract<ClientMessage, { kind: K }>;
export type Sender = { readonly connection: string; readonly address: string };

export type Effect =
  | { readonly kind: 'send'; readonly connection: string; readonly message: ServerMessage }
  /** One message for several; `isLatest`: a newer one makes it useless, so it is left out where the last one still waits. */
  | {
      readonly kind: 'fan-out';
      readonly connections: readonly string[];
      readonly message: ServerMessage;
      readonly isLatest: boolean;
    }
  /** The roster of this room changed: send it to the members. Several in a row may be sent as one. */
  | { readonly kind: 'presence'; readonly code: string }
  /** Another connection of the same page took this one's place. */
  | { readonly kind: 'replace'; readonly connection: string };

export interface Outcome {
  readonly state: RoomsState;
  readonly reply: Reply;
  readonly effects: readonly Effect[];
}

type RefusalCode = Extract<Reply, { ok: false }>['error']['code'];

export function refuse(
  state: RoomsState,
  ...[code, message]: Parameters<typeof roomRefusal<RefusalCode>>
): Outcome {
  return { state, reply: roomRefusal(code, message), effects: [] };
}

export const wrongVersion = [
  'wrong-version',
  `this server speaks version ${protocolVersion}: reload the page`,
] as const;
export const notInRoom = ['not-in-room', 'join a room first'] as const;

/** The whole roster of a room, as its members see it. */
export function presenceOf(state: RoomsState, code: string): Presence | undefined {
  const room = state.rooms.get(code);
  if (!room) return undefined;
  const { revision, description, members, observers } = room;
  const entries = members.map(({ entry }) => entry);
  return { kind: 'presence', code, revision, description, members: entries, observers: observers.length };
}

/** The connections of a room's members. */
export function connectionsOf(state: RoomsState, code: string): readonly string[] {
  return state.rooms.get(code)?.members.map(({ connection }) => connection) ?? [];
}

/** The id behind `connection`, and the connection of `to` in the same room; or the reason why not. `isForKey`: to ask for
 *  the key of a room or to hand it over, where one of the two may be an observer. */
export function addressed(
  state: RoomsState,
  connection: string,
  to: string,
  isForKey = false,
):
  | { readonly ok: true; readonly value: { readonly from: string; readonly target: string } }
  | RoomRefusal<'not-in-room' | 'no-such-peer'> {
  const place = state.places.get(connection);
  const code = place?.code ?? (isForKey ? state.watching.get(connection) : undefined);
  const room = code === undefined ? undefined : state.rooms.get(code);
  const observers = isForKey ? (room?.observers ?? []) : [];
  const from = place?.memberId ?? observers.find((one) => one.connection === connection)?.observerId;
  if (!room || from === undefined) return roomRefusal(...notInRoom);
  const target =
    room.members.find(({ entry }) => entry.memberId === to)?.connection ??
    // Observers have nothing for each other.
    (place && observers.find(({ observerId }) => observerId === to)?.connection);
  if (target === undefined || to === from) return roomRefusal('no-such-peer', `${to} is not in this room`);
  return ok({ from, target });
}

export function emptyRoom(description: RoomDescription, creatorAddress: string, nowMs: number): Room {
  return { description, creatorAddress, members: [], observers: [], revision: 0, emptySinceMs: nowMs };
}

/** H12: as the members of its ring say. */
export function hidesNames({ members }: Pick<Room, 'members'>): boolean {
  return mostHideNames(members.flatMap(({ entry }) => (entry.inRing ? [entry] : [])));
}

/** H12d: while the room hides names, the server neither keeps nor passes on what somebody calls itself. */
export function withHiddenNames(room: Room): Room {
  if (!hidesNames(room)) return room;
  const members = room.members.map((member) => {
    const { memberId, name } = member.entry;
    return { ...member, entry: { ...member.entry, name: hiddenAs(memberId, name) } };
  });
  return { ...room, members };
}

export function withRoom(state: RoomsState, code: string, room: Room): RoomsState {
  return { ...state, rooms: new Map(state.rooms).set(code, room) };
}

/** The reason why this address may not create another room; undefined when it may. */
export function whyNoNewRoom(state: RoomsState, address: string, limits: RoomsLimits): string | undefined {
  if (state.rooms.size >= limits.rooms) return `the server holds ${limits.rooms} rooms already`;
  let count = 0;
  for (const room of state.rooms.values()) if (room.creatorAddress === address) count++;
  return count >= limits.roomsPerAddress ? `${count} rooms were made from this address already` : undefined;
}

/** Members and observers from one address, over all rooms. */
export function peersFrom(state: RoomsState, address: string): number {
  let count = 0;
  for (const { members, observers } of state.rooms.values())
    for (const one of [...members, ...observers]) if (one.address === address) count++;
  return count;
}
