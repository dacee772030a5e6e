// The host of a room takes places back from strangers (R32). Pure but for the tables.
import { forgetOldest } from '../base/forget-oldest';
import { ok } from '../base/result';
import { remove } from './room-members';
import { stopObserving } from './room-observers';
import { isCreator, widestOf } from './room-seats';
import { notInRoom, refuse } from './rooms-state';
import type { Effect, MessageOf, Outcome, RoomsState, Sender } from './rooms-state';

/** Networks that a room remembers. */
const mostFreed = 128;

/** The host's word ends the connections of the members that it names, and of all observers if it says so. */
export function freeSeats(
  state: RoomsState,
  { members, observers }: MessageOf<'free'>,
  { connection, address }: Sender,
  nowMs: number,
): Outcome {
  const place = state.places.get(connection);
  const room = place && state.rooms.get(place.room);
  const sender = room?.members.get(place!.memberId);
  if (!room || !sender) return refuse(...notInRoom);
  sender.isHost ??= isCreator(room, sender.entry);
  if (!sender.isHost) return refuse('not-host', 'only the browser that made the room frees seats');
  room.home = address;
  const named = members.flatMap((id) => room.members.get(id) ?? []).filter((one) => one !== sender);
  const watching = observers ? [...room.observers.values()] : [];
  for (const one of named) remove(state, one.connection, nowMs);
  for (const one of watching) stopObserving(state, one.connection);
  const freed = [...named, ...watching];
  for (const one of freed) {
    room.freed.delete(widestOf(one.address));
    room.freed.add(widestOf(one.address));
  }
  forgetOldest(room.freed, mostFreed);
  const ends = freed.map(({ connection: ended }): Effect => ({ kind: 'end', connection: ended }));
  return { reply: ok(null), effects: [...ends, { kind: 'presence', room: room.address }] };
}
