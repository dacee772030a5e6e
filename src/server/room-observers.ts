// Who watches a room without being a member, and what passes between them and the members (R18, R19): sealed pictures
// down, sealed notes up. Observers enter no roster, and keep no room alive. Nothing that passes is kept. Pure but for the
// tables.
import { toHex } from '../base/bytes';
import { ok } from '../base/result';
import type { RandomBytes } from '../base/random-bytes';
import { fullBucket, take, type Bucket, type BucketRule } from '../base/token-bucket';
import { protocolVersion, type ServerMessage } from '../net/room/room-messages';
import { fanOutRule, noteRule, pictureRule, roomNoteRule, roomPictureRule } from './limits';
import { hasShare } from './room-seats';
import { findRoom, nothingToDo, notInRoom, refuse, wrongVersion } from './rooms-state';
import type { MessageOf, Outcome, Room, RoomsLimits, RoomsState, Sender } from './rooms-state';

/** An observer asks one of them after another (R18b). */
const mostKeyHolders = 8;

export function observe(
  state: RoomsState,
  message: MessageOf<'observe'>,
  { connection, address }: Sender,
  limits: RoomsLimits,
  random: RandomBytes,
): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(...wrongVersion);
  if (state.places.has(connection)) return refuse('id-taken', 'this connection is a member of a room');
  const watched = state.watching.get(connection);
  const found = findRoom(state, message);
  if (watched && watched.room !== (found.ok ? found.value.address : watched.room))
    return refuse('id-taken', 'this connection watches another room');
  if (!found.ok) return { reply: found, effects: [] };
  const room = found.value;
  if (watched && room.observers.has(watched.observerId))
    return { reply: ok(observedRoom(room, watched.observerId)), effects: [] };

  if (!hasShare(room, room.observers, limits.observersPerRoom, address))
    return refuse(
      'room-full',
      `${limits.observersPerRoom} devices may watch a room, and not all of one address`,
    );
  if (!state.peersFrom.hasPlace(address, limits.peersPerAddress))
    return refuse('too-many-peers', `${limits.peersPerAddress} peers share this address already`);
  const observerId = toHex(random(8));
  room.observers.set(observerId, { observerId, connection, address });
  state.watching.set(connection, { room: room.address, observerId });
  state.peersFrom.add(address);
  observersChanged(room);
  return { reply: ok(observedRoom(room, observerId)), effects: [{ kind: 'presence', room: room.address }] };
}

export function stopObserving(state: RoomsState, connection: string): Outcome {
  const watched = state.watching.get(connection);
  state.watching.delete(connection);
  const room = watched && state.rooms.get(watched.room);
  const observer = room?.observers.get(watched!.observerId);
  if (!room || !observer) return nothingToDo;
  room.observers.delete(observer.observerId);
  state.peersFrom.add(observer.address, -1);
  observersChanged(room);
  return { reply: ok(null), effects: [{ kind: 'presence', room: watched!.room }] };
}

/** A member sends a picture to all observers of its room. */
export function showPicture(
  state: RoomsState,
  { sealed }: MessageOf<'picture'>,
  { connection }: Sender,
  nowMs: number,
): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.room);
  const member = room?.members.get(place!.memberId);
  if (!room || !member) return refuse(...notInRoom);
  const own = spend(member.pictures, pictureRule, nowMs);
  const all = spend(room.pictures, roomPictureRule, nowMs);
  if (!own || !all) return refuse('rate-limited', 'too many pictures: wait a moment');
  [member.pictures, room.pictures] = [own, all];
  const message = { kind: 'picture', from: place!.memberId, sealed } as const;
  return fanOut(state, room.observers, message, nowMs);
}

/** An observer sends a note to all members of its room. */
export function passNote(
  state: RoomsState,
  { sealed }: MessageOf<'note'>,
  { connection }: Sender,
  nowMs: number,
): Outcome {
  const watched = state.watching.get(connection);
  const room = watched && state.rooms.get(watched.room);
  const observer = room?.observers.get(watched!.observerId);
  if (!room || !observer) return refuse(...notInRoom);
  const own = spend(observer.notes, noteRule, nowMs);
  const all = spend(room.notes, roomNoteRule, nowMs);
  if (!own || !all) return refuse('rate-limited', 'too many notes: wait a moment');
  [observer.notes, room.notes] = [own, all];
  const message = { kind: 'note', from: observer.observerId, sealed } as const;
  return fanOut(state, room.members, message, nowMs);
}

function fanOut(
  state: RoomsState,
  receivers: ReadonlyMap<string, { readonly connection: string }>,
  message: Extract<ServerMessage, { kind: 'picture' | 'note' }>,
  nowMs: number,
): Outcome {
  if (receivers.size === 0) return nothingToDo;
  const left = spend(state.fanOut, fanOutRule, nowMs, message.sealed.length * receivers.size);
  if (!left) return refuse('rate-limited', 'the server passes on as much as it can: wait a moment');
  state.fanOut = left;
  const connections = [...receivers.values()].map(({ connection }) => connection);
  return {
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

/** A room that nobody ever joined is known by its revision 0. */
function observersChanged(room: Room): void {
  if (room.revision > 0) room.revision++;
}

function observedRoom({ description, members }: Room, observerId: string) {
  const holders = description.isOpen ? [...members.values()].filter(({ entry }) => entry.hasKey) : [];
  const keyHolders = holders.slice(0, mostKeyHolders).map(({ entry }) => entry.memberId);
  return { kind: 'observed-room', observerId, description, keyHolders } as const;
}
