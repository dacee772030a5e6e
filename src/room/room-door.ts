// Who comes in (H14): whoever has the room's key, or only those whom the host let in, by their passes (R22).
import * as v from 'valibot';
import { passId } from '../net/room/pass-claim';

/** `asks`: the host lets in each newcomer. `locked`: nobody comes in. */
export const shutDoor = v.picklist(['asks', 'locked']);

export const mostAdmitted = 256;

/** While the door is shut: passes of those whom the host let in, and who were in before. The latest last. */
export const admittedPasses = v.pipe(v.array(passId), v.maxLength(mostAdmitted));

export interface RoomDoor {
  readonly door?: v.InferOutput<typeof shutDoor> | undefined;
  readonly admitted?: v.InferOutput<typeof admittedPasses> | undefined;
}

/** Whether the holder of this pass may become a member, or come back. */
export function mayEnter({ door, admitted }: RoomDoor, pass: () => string | undefined): boolean {
  return door === undefined || admitted?.includes(pass() ?? '') === true;
}

/** The host lets these in as well; where the door is open there is nothing to note. */
export function admit({ door, admitted = [] }: RoomDoor, passes: readonly string[]): RoomDoor['admitted'] {
  if (door === undefined) return undefined;
  return [...new Set([...admitted, ...passes])].slice(-mostAdmitted);
}
