// How a room begins and ends (R1, R5). The server reserves a code, and the creator's page makes the room under it
// (R1c). An empty room is forgotten after a while. Pure.
import { ok } from '../base/result';
import type { RandomBytes } from '../base/random-bytes';
import { drawCode } from '../base/room-code';
import { protocolVersion } from '../net/room/room-messages';
import { emptyRoom, refuse, whyNoNewRoom, withRoom, wrongVersion } from './rooms-state';
import type { MessageOf, Outcome, Room, RoomsLimits, RoomsState, Sender } from './rooms-state';

/** The time from the drawn code to the made room: one more message of a page that has the answer already. */
const reservedMs = 10_000;

/** A connection reserves one code at a time (R1b); reserving again releases the first. */
export function reserve(
  before: RoomsState,
  message: MessageOf<'reserve'>,
  { connection, address }: Sender,
  nowMs: number,
  { limits, random }: { readonly limits: RoomsLimits; readonly random: RandomBytes },
): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(before, ...wrongVersion);
  const full = whyNoNewRoom(before, address, limits);
  if (full) return refuse(before, 'too-many-rooms', full);
  const state = withoutReservation(before, connection);
  const kept = new Set([...state.reserved.values()].map(({ code }) => code));
  let code: string;
  do code = drawCode(random);
  while (state.rooms.has(code) || kept.has(code));
  const reserved = new Map(state.reserved).set(connection, { code, untilMs: nowMs + reservedMs });
  return { state: { ...state, reserved }, reply: ok({ kind: 'reservation', code }), effects: [] };
}

export function create(
  before: RoomsState,
  message: MessageOf<'create'>,
  { connection, address }: Sender,
  nowMs: number,
  limits: RoomsLimits,
): Outcome {
  const code = before.reserved.get(connection)?.code;
  const state = withoutReservation(before, connection);
  // Members may have brought a room under this code to a server that lost it.
  if (code === undefined || state.rooms.has(code))
    return refuse(state, 'code-lapsed', 'no code is kept for this connection: reserve one');
  const full = whyNoNewRoom(state, address, limits);
  if (full) return refuse(state, 'too-many-rooms', full);
  const room = emptyRoom(message.description, address, nowMs);
  return { state: withRoom(state, code, room), reply: ok(null), effects: [] };
}

export function forgetEmptyRooms(state: RoomsState, nowMs: number, limits: RoomsLimits): RoomsState {
  const isAlive = ({ emptySinceMs, revision }: Room): boolean => {
    const graceMs = revision === 0 ? limits.unjoinedRoomMs : limits.emptyRoomMs;
    return emptySinceMs === undefined || nowMs - emptySinceMs < graceMs;
  };
  const rooms = new Map([...state.rooms].filter(([, room]) => isAlive(room)));
  return rooms.size === state.rooms.size ? state : { ...state, rooms };
}

/** Drops the reservations whose time is over. They are in the order in which they end. */
export function forgetLapsed(state: RoomsState, nowMs: number): RoomsState {
  const [oldest] = state.reserved.values();
  if (!oldest || oldest.untilMs > nowMs) return state;
  return { ...state, reserved: new Map([...state.reserved].filter(([, { untilMs }]) => untilMs > nowMs)) };
}

export function withoutReservation(state: RoomsState, connection: string): RoomsState {
  if (!state.reserved.has(connection)) return state;
  const reserved = new Map(state.reserved);
  reserved.delete(connection);
  return { ...state, reserved };
}
