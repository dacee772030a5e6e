// Who is in a room (R2, R6): joining, coming back, a changed status, leaving. Pure. Every change of the roster raises the
// room's revision.
import { ok } from '../base/result';
import { protocolVersion, type RosterEntry } from '../net/room/room-messages';
import {
  emptyRoom,
  notInRoom,
  peersFrom,
  presenceOf,
  refuse,
  whyNoNewRoom,
  withHiddenNames,
  withRoom,
  wrongVersion,
} from './rooms-state';
import type { Effect, Member, MessageOf, Outcome, RoomsLimits, RoomsState, Sender } from './rooms-state';

export function join(
  before: RoomsState,
  message: MessageOf<'join'>,
  from: Sender,
  nowMs: number,
  limits: RoomsLimits,
): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(before, ...wrongVersion);
  const { code, memberId } = message;
  const already = before.places.get(from.connection);
  if (already && (already.code !== code || already.memberId !== memberId))
    return refuse(before, 'id-taken', 'this connection is in a room already');
  if (before.watching.has(from.connection))
    return refuse(before, 'id-taken', 'this connection watches a room');

  let room = before.rooms.get(code);
  if (!room) {
    if (!message.description) return refuse(before, 'room-not-found', `there is no room ${code}`);
    const full = whyNoNewRoom(before, from.address, limits);
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

  const { name, role, facts, inRing, hasKey, hidesNames, hostSignature, pass } = message;
  const claims = { ...(hostSignature !== undefined && { hostSignature }), ...(pass && { pass }) };
  const rule = hidesNames && { hidesNames };
  const entry: RosterEntry = { memberId, name, role, facts, inRing, hasKey, ...rule, ...claims };
  const member = { entry, ...from, secret: message.memberSecret };
  const members = previous ? room.members.with(at, member) : [...room.members, member];
  const places = new Map(before.places).set(from.connection, { code, memberId });
  const effects: Effect[] = [];
  if (previous && previous.connection !== from.connection) {
    places.delete(previous.connection);
    effects.push({ kind: 'replace', connection: previous.connection });
  }
  const revision = room.revision + 1;
  const joined = withHiddenNames({ ...room, members, revision, emptySinceMs: undefined });
  const state = withRoom({ ...before, places }, code, joined);
  effects.push({ kind: 'presence', code });
  return { state, reply: ok(presenceOf(state, code)!), effects };
}

export function updateStatus(
  state: RoomsState,
  { inRing, hasKey, hidesNames, name, progress }: MessageOf<'status'>,
  { connection }: Sender,
  nowMs: number,
): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.code);
  if (!room) return refuse(state, ...notInRoom);
  const at = room.members.findIndex((member) => member.connection === connection);
  const { report: _, ...member } = room.members[at];
  const { hidesNames: hid, ...before } = member.entry;
  const calls = name ?? before.name;
  const isSame =
    before.inRing === inRing && before.hasKey === hasKey && hid === hidesNames && before.name === calls;
  const isSeen = !isSame || !progress;
  const members = room.members.with(at, {
    ...member,
    entry: { ...before, name: calls, inRing, hasKey, ...(hidesNames && { hidesNames }) },
    ...(progress && room.description.isOpen && { report: { progress, atMs: nowMs } }),
  });
  // Progress is for people outside the room. Members see it themselves, so a report alone sends no presence.
  const revision = room.revision + (isSeen ? 1 : 0);
  return {
    state: withRoom(state, place.code, withHiddenNames({ ...room, members, revision })),
    reply: ok(null),
    effects: isSeen ? [{ kind: 'presence', code: place.code }] : [],
  };
}

export function remove(state: RoomsState, connection: string, nowMs: number): Outcome {
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
