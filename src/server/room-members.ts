// Who is in a room (R2, R6): joining, coming back, a changed status, leaving. Every change of the roster raises the room's
// revision. Pure but for the tables.
import { ok } from '../base/result';
import { memberIdOf } from '../net/room/member-secret';
import { markOf } from '../net/room/room-mark';
import { protocolVersion, type RosterEntry } from '../net/room/room-messages';
import { hasSeat, isCreator } from './room-seats';
import { addRoom, findRoom, hideNames, nameByCode, nothingToDo, notInRoom, presenceOf } from './rooms-state';
import { refuse, whyNoNewRoom, wrongVersion } from './rooms-state';
import type { Effect, MessageOf, Outcome, RoomsLimits, RoomsState, Sender } from './rooms-state';

export function join(
  state: RoomsState,
  message: MessageOf<'join'>,
  { connection, address }: Sender,
  nowMs: number,
  limits: RoomsLimits,
): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(...wrongVersion);
  const { code, hostSignature } = message;
  const memberId = memberIdOf(message.memberSecret);
  const found = findRoom(state, message);
  const known = found.ok ? found.value : undefined;
  const already = state.places.get(connection);
  if (already && (already.room !== known?.address || already.memberId !== memberId))
    return refuse('id-taken', 'this connection is in a room already');
  if (state.watching.has(connection)) return refuse('id-taken', 'this connection watches a room');

  if (!found.ok) {
    if (!message.description) return { reply: found, effects: [] };
    const full = whyNoNewRoom(state, address, limits);
    if (full) return refuse('too-many-rooms', full);
  }
  const previous = known?.members.get(memberId);
  if (!previous) {
    if (known && !hasSeat(known, limits.membersPerRoom, address, { memberId, hostSignature }))
      return refuse(
        'room-full',
        `the room holds ${limits.membersPerRoom} members, and not all of one address`,
      );
    if (!state.peersFrom.hasPlace(address, limits.peersPerAddress))
      return refuse('too-many-peers', `${limits.peersPerAddress} peers share this address already`);
  }

  const room = known ?? addRoom(state, code, message.description!, address, nowMs);
  if (room.home === undefined && isCreator(room, { memberId, hostSignature })) room.home = address;
  if (message.stamp !== undefined && state.stamps?.isOf(message.stamp, code, markOf(code, room.description)))
    nameByCode(state, room);
  const { name, role, facts, inRing, hasKey, hidesNames, pass } = message;
  const claims = { ...(hostSignature !== undefined && { hostSignature }), ...(pass && { pass }) };
  const rule = hidesNames && { hidesNames };
  const entry: RosterEntry = { memberId, name, role, facts, inRing, hasKey, ...rule, ...claims };
  const effects: Effect[] = [];
  if (previous) {
    state.peersFrom.add(previous.address, -1);
    if (previous.connection !== connection) {
      state.places.delete(previous.connection);
      effects.push({ kind: 'end', connection: previous.connection });
    }
  }
  room.members.set(memberId, { entry, connection, address, report: undefined });
  room.revision++;
  room.emptySinceMs = undefined;
  state.peersFrom.add(address);
  state.places.set(connection, { room: room.address, memberId });
  hideNames(room);
  effects.push({ kind: 'presence', room: room.address });
  return { reply: ok(presenceOf(state, room.address)!), effects };
}

export function updateStatus(
  state: RoomsState,
  { inRing, hasKey, hidesNames, name, progress }: MessageOf<'status'>,
  { connection }: Sender,
  nowMs: number,
): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.room);
  const member = place && room?.members.get(place.memberId);
  if (!member) return refuse(...notInRoom);
  const { hidesNames: hid, ...before } = member.entry;
  const calls = name ?? before.name;
  const isSame =
    before.inRing === inRing && before.hasKey === hasKey && hid === hidesNames && before.name === calls;
  member.entry = { ...before, name: calls, inRing, hasKey, ...(hidesNames && { hidesNames }) };
  member.report = progress && room!.description.isOpen ? { progress, atMs: nowMs } : undefined;
  hideNames(room!);
  // Progress is for people outside the room. Members see it themselves, so a report alone sends no presence.
  if (isSame && progress) return nothingToDo;
  room!.revision++;
  return { reply: ok(null), effects: [{ kind: 'presence', room: place.room }] };
}

export function remove(state: RoomsState, connection: string, nowMs: number): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.room);
  const member = place && room?.members.get(place.memberId);
  if (!room || !member) return nothingToDo;
  state.places.delete(connection);
  room.members.delete(place.memberId);
  state.peersFrom.add(member.address, -1);
  room.revision++;
  if (room.members.size === 0) room.emptySinceMs = nowMs;
  return { reply: ok(null), effects: [{ kind: 'presence', room: place.room }] };
}
