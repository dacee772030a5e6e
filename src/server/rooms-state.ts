// What the room server knows: its rooms, their members and the reserved codes, with the questions that several messages
// ask of it.
import { ok } from '../base/result';
import type { Bucket } from '../base/token-bucket';
import type { CodeStamps } from './code-stamp';
import { hiddenAs } from '../base/nickname';
import { mostHideNames } from '../net/room/names-rule';
import { markOf } from '../net/room/room-mark';
import { protocolVersion, roomRefusal, type RoomRefusal } from '../net/room/room-messages';
import { NetworkTally } from './networks';
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
  entry: RosterEntry;
  connection: string;
  address: string;
  /** The ring's progress as this member last reported it. The server keeps none of a private room. */
  report: { readonly progress: RingProgress; readonly atMs: number } | undefined;
  /** How many pictures it may send; undefined: none sent yet. */
  pictures?: Bucket | undefined;
  /** The room's creator, by its signature (R32); undefined: not looked at yet. */
  isHost?: boolean | undefined;
}

/** A device that watches a room and is no member of it (R18). */
interface Observer {
  readonly observerId: string;
  readonly connection: string;
  readonly address: string;
  /** How many notes it may send; undefined: none sent yet. */
  notes?: Bucket | undefined;
}

/** The members, or the observers, of a room. */
export class Places<Peer extends { readonly address: string }> extends Map<string, Peer> {
  /** The number of them by address. */
  readonly from = new NetworkTally();

  override set(id: string, peer: Peer): this {
    const before = this.get(id);
    if (before) this.from.add(before.address, -1);
    this.from.add(peer.address);
    return super.set(id, peer);
  }

  override delete(id: string): boolean {
    const peer = this.get(id);
    if (peer) this.from.add(peer.address, -1);
    return super.delete(id);
  }
}

export interface Room {
  readonly code: string;
  /** The key of this room in the table of rooms: code and mark (R30). */
  readonly address: string;
  readonly description: RoomDescription;
  /** It proves that the server drew the code for this room (R30b); undefined: nobody has shown it, or there are none. */
  stamp: string | undefined;
  readonly creatorAddress: string;
  /** The address of the host: it may take all seats (R29). Undefined: not known since members brought the room back. */
  home: string | undefined;
  /** Networks of which the host freed seats (R32), oldest first. */
  readonly freed: Set<string>;
  /** Members by id, in the order of their arrival. */
  readonly members: Places<Member>;
  /** Observers by id. */
  readonly observers: Places<Observer>;
  revision: number;
  /** Set exactly while nobody is a member. */
  emptySinceMs: number | undefined;
  /** The pictures of all its members and observers; undefined: full. */
  pictures?: Bucket | undefined;
  notes?: Bucket | undefined;
}

interface CodeRooms {
  readonly addresses: Set<string>;
  /** The room for which the server drew the code. */
  drawn: string | undefined;
}

/** The tables change in place, so that a message costs the same whatever the number of rooms (R27). */
export class RoomsState {
  /** `owns`: are the rooms of this code kept by this process (R31)? `stamps`: undefined without a secret that lasts. */
  constructor(
    readonly owns: (code: string) => boolean = () => true,
    readonly stamps?: CodeStamps,
  ) {}

  /** The key is the address: code and mark (R30). */
  readonly rooms = new Map<string, Room>();
  /** The rooms of each code: one, but for strangers who bring another to a server that forgot the first. */
  readonly codes = new Map<string, CodeRooms>();
  /** The address of the room in which each joined connection is. */
  readonly places = new Map<string, { readonly room: string; readonly memberId: string }>();
  /** Which room each observing connection watches. */
  readonly watching = new Map<string, { readonly room: string; readonly observerId: string }>();
  /** The code reserved for a connection, oldest first: at most one for each. */
  readonly reserved = new Map<string, { readonly code: string; readonly untilMs: number }>();
  readonly reservedCodes = new Set<string>();
  /** Rooms by the address that created them. */
  readonly roomsFrom = new NetworkTally();
  /** Members and observers by their address, over all rooms. */
  readonly peersFrom = new NetworkTally();
  /** Bytes of pictures and notes, times their receivers, of all rooms; undefined: full. */
  fanOut: Bucket | undefined;
}

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
  /** The roster of the room at this address changed: send it to the members. Several in a row may be sent as one. */
  | { readonly kind: 'presence'; readonly room: string }
  /** Another connection of the same page took this one's place, or the host freed it. */
  | { readonly kind: 'end'; readonly connection: string };

export interface Outcome {
  readonly reply: Reply;
  readonly effects: readonly Effect[];
}

type RefusalCode = Extract<Reply, { ok: false }>['error']['code'];

export const refuse = (...[code, message]: Parameters<typeof roomRefusal<RefusalCode>>): Outcome => ({
  reply: roomRefusal(code, message),
  effects: [],
});

export const nothingToDo: Outcome = { reply: ok(null), effects: [] };

export const wrongVersion = [
  'wrong-version',
  `this server speaks version ${protocolVersion}: reload the page`,
] as const;
export const notInRoom = ['not-in-room', 'join a room first'] as const;

/** The whole roster of a room, as its members see it. */
export function presenceOf(state: RoomsState, address: string): Presence | undefined {
  const room = state.rooms.get(address);
  if (!room) return undefined;
  const { code, revision, description, stamp, members, observers } = room;
  const entries = [...members.values()].map(({ entry }) => entry);
  return {
    kind: 'presence',
    code,
    revision,
    description,
    ...(stamp !== undefined && { stamp }),
    members: entries,
    observers: observers.size,
  };
}

/** The connections of a room's members. */
export function connectionsOf(state: RoomsState, address: string): readonly string[] {
  return [...(state.rooms.get(address)?.members.values() ?? [])].map(({ connection }) => connection);
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
  const watched = isForKey ? state.watching.get(connection) : undefined;
  const from = place?.memberId ?? watched?.observerId;
  const room = state.rooms.get((place ?? watched)?.room ?? '');
  if (!room || from === undefined) return roomRefusal(...notInRoom);
  // Observers have nothing for each other.
  const target = room.members.get(to) ?? (place && isForKey ? room.observers.get(to) : undefined);
  if (!target || to === from) return roomRefusal('no-such-peer', `${to} is not in this room`);
  return ok({ from, target: target.connection });
}

const addressOf = (code: string, mark: string): string => `${code} ${mark}`;

/** How a message names a room. */
export interface RoomName {
  readonly code: string;
  readonly mark?: string | undefined;
  readonly description?: RoomDescription | undefined;
}

/** The address of a room, where the message says precisely which one it means. */
export function preciseAddress({ code, mark, description }: RoomName): string | undefined {
  const precise = description ? markOf(code, description) : mark;
  return precise === undefined ? undefined : addressOf(code, precise);
}

/** The room that a message names. The code alone names the room for which the server drew it. A server without stamps
 *  cannot know that after a restart: there the code names the only room that has it (R30e). */
export function findRoom(
  state: RoomsState,
  name: RoomName,
): { readonly ok: true; readonly value: Room } | RoomRefusal<'room-not-found' | 'several-rooms'> {
  const { addresses, drawn } = state.codes.get(name.code) ?? {};
  const precise = preciseAddress(name);
  if (precise === undefined && drawn === undefined && addresses && (state.stamps || addresses.size > 1))
    return roomRefusal('several-rooms', `the code ${name.code} alone does not say which room is meant`);
  const room = state.rooms.get(precise ?? drawn ?? (addresses ? [...addresses][0] : ''));
  return room ? ok(room) : roomRefusal('room-not-found', `there is no room ${name.code}`);
}

/** The code alone names this room from now on, unless it names another one already. */
export function nameByCode(state: RoomsState, room: Room): void {
  const { code, description } = room;
  state.codes.get(code)!.drawn ??= room.address;
  room.stamp = state.stamps?.of(code, markOf(code, description));
}

export function dropRoom(state: RoomsState, { code, address, creatorAddress }: Room): void {
  state.rooms.delete(address);
  state.roomsFrom.add(creatorAddress, -1);
  const ofCode = state.codes.get(code)!;
  ofCode.addresses.delete(address);
  if (ofCode.drawn === address) ofCode.drawn = undefined;
  if (ofCode.addresses.size === 0) state.codes.delete(code);
}

export function addRoom(
  state: RoomsState,
  code: string,
  description: RoomDescription,
  creatorAddress: string,
  nowMs: number,
): Room {
  const [members, observers] = [new Places<Member>(), new Places<Observer>()];
  const address = addressOf(code, markOf(code, description));
  const room: Room = {
    code,
    address,
    description,
    stamp: undefined,
    creatorAddress,
    home: undefined,
    freed: new Set(),
    members,
    observers,
    revision: 0,
    emptySinceMs: nowMs,
  };
  state.rooms.set(address, room);
  const ofCode = state.codes.get(code) ?? { addresses: new Set(), drawn: undefined };
  ofCode.addresses.add(address);
  state.codes.set(code, ofCode);
  state.roomsFrom.add(creatorAddress);
  return room;
}

/** H12: as the members of its ring say. */
export function hidesNames({ members }: Pick<Room, 'members'>): boolean {
  return mostHideNames([...members.values()].flatMap(({ entry }) => (entry.inRing ? [entry] : [])));
}

/** H12d: while the room hides names, the server neither keeps nor passes on what somebody calls itself. */
export function hideNames(room: Room): void {
  if (!hidesNames(room)) return;
  for (const member of room.members.values()) {
    const { memberId, name } = member.entry;
    const hidden = hiddenAs(memberId, name);
    if (hidden !== name) member.entry = { ...member.entry, name: hidden };
  }
}

/** The reason why this address may not create another room; undefined when it may. */
export function whyNoNewRoom(state: RoomsState, address: string, limits: RoomsLimits): string | undefined {
  if (state.rooms.size >= limits.rooms) return `the server holds ${limits.rooms} rooms already`;
  // The share of an address shrinks once half of all rooms exist, and a first room is always within it (R29a).
  const isHalfFree = (limits.rooms - state.rooms.size) / (limits.rooms / 2);
  const share = Math.min(1, isHalfFree) * limits.roomsPerAddress;
  const hasPlace =
    state.roomsFrom.hasPlace(address, limits.roomsPerAddress) &&
    (state.roomsFrom.most(address) < share || state.roomsFrom.most(address) === 0);
  return hasPlace ? undefined : `too many of the server's rooms were made from this address already`;
}
