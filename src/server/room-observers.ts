// Who watches a room without being a member, and what passes between them and the members (R18, R19): sealed pictures
// down, sealed notes up. Pure. Observers enter no roster, and keep no room alive. Nothing that passes is kept.
import { toHex } from '../base/bytes';
import { ok } from '../base/result';
import type { RandomBytes } from '../base/random-bytes';
import { fullBucket, take, type Bucket, type BucketRule } from '../base/token-bucket';
import { protocolVersion, type ServerMessage } from '../net/room/room-messages';
import { fanOutRule, noteRule, pictureRule, roomNoteRule, roomPictureRule } from './limits';
import { notInRoom, peersFrom, refuse, withRoom, wrongVersion } from './rooms-state';
import type { MessageOf, Observer, Outcome, Room, RoomsLimits, RoomsState, Sender } from './rooms-state';

/** An observer asks one of them after another (R18b). */
const mostKeyHolders = 8;

export function observe(
  before: RoomsState,
  { code, protocolVersion: version }: MessageOf<'observe'>,
  from: Sender,
  limits: RoomsLimits,
  random: RandomBytes,
): Outcome {
  if (version !== protocolVersion) return refuse(before, ...wrongVersion);
  if (before.places.has(from.connection))
    return refuse(before, 'id-taken', 'this connection is a member of a room');
  if ((before.watching.get(from.connection) ?? code) !== code)
    return refuse(before, 'id-taken', 'this connection watches another room');
  const room = before.rooms.get(code);
  if (!room) return refuse(before, 'room-not-found', `there is no room ${code}`);
  const known = room.observers.find(({ connection }) => connection === from.connection);
  if (known) return { state: before, reply: ok(observedRoom(room, known)), effects: [] };

  if (room.observers.length >= limits.observersPerRoom)
    return refuse(before, 'room-full', `${limits.observersPerRoom} devices watch this room already`);
  if (peersFrom(before, from.address) >= limits.peersPerAddress)
    return refuse(before, 'too-many-peers', `${limits.peersPerAddress} peers share this address already`);
  const observer: Observer = { ...from, observerId: toHex(random(8)) };
  const state = withObservers(before, code, room, [...room.observers, observer]);
  return {
    state: { ...state, watching: new Map(before.watching).set(from.connection, code) },
    reply: ok(observedRoom(room, observer)),
    effects: [{ kind: 'presence', code }],
  };
}

export function stopObserving(before: RoomsState, connection: string): Outcome {
  const code = before.watching.get(connection);
  if (code === undefined) return { state: before, reply: ok(null), effects: [] };
  const watching = new Map(before.watching);
  watching.delete(connection);
  const state = { ...before, watching };
  const room = before.rooms.get(code);
  if (!room) return { state, reply: ok(null), effects: [] };
  const left = room.observers.filter((observer) => observer.connection !== connection);
  return {
    state: withObservers(state, code, room, left),
    reply: ok(null),
    effects: [{ kind: 'presence', code }],
  };
}

/** A member sends a picture to all observers of its room. */
export function showPicture(
  state: RoomsState,
  { sealed }: MessageOf<'picture'>,
  { connection }: Sender,
  nowMs: number,
): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.code);
  if (!room) return refuse(state, ...notInRoom);
  const at = room.members.findIndex((member) => member.connection === connection);
  const own = spend(room.members[at].pictures, pictureRule, nowMs);
  const all = spend(room.pictures, roomPictureRule, nowMs);
  if (!own || !all) return refuse(state, 'rate-limited', 'too many pictures: wait a moment');
  const members = room.members.with(at, { ...room.members[at], pictures: own });
  const spent = withRoom(state, place.code, { ...room, members, pictures: all });
  const message = { kind: 'picture', from: place.memberId, sealed } as const;
  return fanOut(spent, room.observers, message, nowMs);
}

/** An observer sends a note to all members of its room. */
export function passNote(
  state: RoomsState,
  { sealed }: MessageOf<'note'>,
  { connection }: Sender,
  nowMs: number,
): Outcome {
  const code = state.watching.get(connection);
  const room = code === undefined ? undefined : state.rooms.get(code);
  const at = room?.observers.findIndex((observer) => observer.connection === connection) ?? -1;
  if (code === undefined || !room || at < 0) return refuse(state, ...notInRoom);
  const own = spend(room.observers[at].notes, noteRule, nowMs);
  const all = spend(room.notes, roomNoteRule, nowMs);
  if (!own || !all) return refuse(state, 'rate-limited', 'too many notes: wait a moment');
  const observers = room.observers.with(at, { ...room.observers[at], notes: own });
  const spent = withRoom(state, code, { ...room, observers, notes: all });
  const message = { kind: 'note', from: room.observers[at].observerId, sealed } as const;
  return fanOut(spent, room.members, message, nowMs);
}

function fanOut(
  state: RoomsState,
  receivers: readonly { readonly connection: string }[],
  message: Extract<ServerMessage, { kind: 'picture' | 'note' }>,
  nowMs: number,
): Outcome {
  if (receivers.length === 0) return { state, reply: ok(null), effects: [] };
  const left = spend(state.fanOut, fanOutRule, nowMs, message.sealed.length * receivers.length);
  if (!left) return refuse(state, 'rate-limited', 'the server passes on as much as it can: wait a moment');
  const connections = receivers.map(({ connection }) => connection);
  return {
    state: { ...state, fanOut: left },
    reply: ok(null),
    effects: [{ kind: 'fan-out', connections, message, isLatest: message.kind === 'picture' }],
  };
}

/** What is left of the bucket; undefined: it does not hold that much. */
function spend(
  bucket: Bucket | undefined,
  rule: BucketRule,
  nowMs: number,
  amount?: number,
): Bucket | undefined {
  const taken = take(bucket ?? fullBucket(rule, nowMs), rule, nowMs, amount);
  return taken.isAllowed ? taken.bucket : undefined;
}

function withObservers(
  state: RoomsState,
  code: string,
  room: Room,
  observers: readonly Observer[],
): RoomsState {
  // A room that nobody ever joined is known by its revision 0.
  const revision = room.revision === 0 ? 0 : room.revision + 1;
  return withRoom(state, code, { ...room, observers, revision });
}

function observedRoom({ description, members }: Room, { observerId }: Observer) {
  const holders = description.isOpen ? members.filter(({ entry }) => entry.hasKey) : [];
  const keyHolders = holders.slice(0, mostKeyHolders).map(({ entry }) => entry.memberId);
  return { kind: 'observed-room', observerId, description, keyHolders } as const;
}
