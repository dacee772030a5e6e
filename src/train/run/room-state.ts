// What the host decided about the room that the ring must agree on at a header: whose commands count, and whose
// claims. Part of the run state, and it outlives runs. All else is in the room's document (src/room). What is as in every
// new room is left out, so that the digests of such rooms stay as they were.
import * as v from 'valibot';
import { hostKey } from '../../net/room/pass-claim';
import { mostTrusted, trustedClaim } from './own-claims';

export const roomState = v.strictObject({
  /** Who took hosting over; absent: the creator hosts (H15). */
  host: v.optional(hostKey),
  /** Whose number of own examples the host believes (S24, H25). */
  trusted: v.optional(v.pipe(v.array(trustedClaim), v.minLength(1), v.maxLength(mostTrusted))),
});

export type RoomState = v.InferOutput<typeof roomState>;

/** `state` with these decisions; undefined takes one back. */
export function withRoom<State extends { room?: RoomState | undefined }>(
  { room, ...rest }: State,
  change: { readonly [Key in keyof RoomState]: RoomState[Key] | undefined },
): Omit<State, 'room'> & { room?: RoomState } {
  const decided = Object.entries({ ...room, ...change }).filter(([, value]) => value !== undefined);
  return decided.length === 0 ? rest : { ...rest, room: Object.fromEntries(decided) as RoomState };
}
