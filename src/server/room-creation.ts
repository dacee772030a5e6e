// How a room begins and ends (R1, R5). The server reserves a code, and the creator's page makes the room under it
// (R1c). An empty room is forgotten after a while. Pure but for the tables.
import { ok } from '../base/result';
import type { RandomBytes } from '../base/random-bytes';
import { drawCode } from '../base/room-code';
import { protocolVersion } from '../net/room/room-messages';
import { addRoom, dropRoom, nameByCode, presenceOf, refuse, whyNoNewRoom, wrongVersion } from './rooms-state';
import type { MessageOf, Outcome, Room, RoomsLimits, RoomsState, Sender } from './rooms-state';

/** The time from the drawn code to the made room: one more message of a page that has the answer already. */
const reservedMs = 10_000;

/** A connection reserves one code at a time (R1b); reserving again releases the first. */
export function reserve(
  state: RoomsState,
  message: MessageOf<'reserve'>,
  { connection, address }: Sender,
  nowMs: number,
  { limits, random }: { readonly limits: RoomsLimits; readonly random: RandomBytes },
): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(...wrongVersion);
  const full = whyNoNewRoom(state, address, limits);
  if (full) return refuse('too-many-rooms', full);
  releaseCode(state, connection);
  let code: string;
  do code = drawCode(random);
  while (!state.owns(code) || state.codes.has(code) || state.reservedCodes.has(code));
  state.reserved.set(connection, { code, untilMs: nowMs + reservedMs });
  state.reservedCodes.add(code);
  return { reply: ok({ kind: 'reservation', code }), effects: [] };
}

export function create(
  state: RoomsState,
  message: MessageOf<'create'>,
  { connection, address }: Sender,
  nowMs: number,
  limits: RoomsLimits,
): Outcome {
  const code = state.reserved.get(connection)?.code;
  releaseCode(state, connection);
  // Members may have brought a room under this code to a server that lost it.
  if (code === undefined || state.codes.has(code) || !state.owns(code))
    return refuse('code-lapsed', 'no code is kept for this connection: reserve one');
  const full = whyNoNewRoom(state, address, limits);
  if (full) return refuse('too-many-rooms', full);
  const room = addRoom(state, code, message.description, address, nowMs);
  room.home = address;
  nameByCode(state, room);
  return { reply: ok(presenceOf(state, room.address)!), effects: [] };
}

export function forgetEmptyRooms(state: RoomsState, nowMs: number, limits: RoomsLimits): void {
  const isAlive = ({ code, emptySinceMs, revision }: Room): boolean => {
    if (!state.owns(code)) return false; // its members are at another process
    const graceMs = revision === 0 ? limits.unjoinedRoomMs : limits.emptyRoomMs;
    return emptySinceMs === undefined || nowMs - emptySinceMs < graceMs;
  };
  for (const room of state.rooms.values()) {
    if (isAlive(room)) continue;
    dropRoom(state, room);
    // Whoever still watches keeps its connection, and may ask again.
    for (const { address } of room.observers.values()) state.peersFrom.add(address, -1);
  }
}

/** Drops the reservations whose time is over. They are in the order in which they end. */
export function forgetLapsed(state: RoomsState, nowMs: number): void {
  for (const [connection, { untilMs }] of state.reserved) {
    if (untilMs > nowMs) return;
    releaseCode(state, connection);
  }
}

export function releaseCode(state: RoomsState, connection: string): void {
  const kept = state.reserved.get(connection);
  if (!kept) return;
  state.reserved.delete(connection);
  state.reservedCodes.delete(kept.code);
}
