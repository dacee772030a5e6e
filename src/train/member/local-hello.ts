// The hello that this replica sends to every peer (hello.ts).
import { sponsorsOf } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import type { MembershipDriver } from '../peers/membership-driver';
import { protocolVersion, type Hello } from '../peers/hello';
import { besideIn } from '../peers/shared-devices';
import type { Passes } from '../peers/passes';
import type { TrainerOptions } from '../context/trainer-options';
import type { Replica } from '../participation/replica';
import { mayEnter, type RoomState } from '../run/room-state';
import type { Trainer } from '../loop/trainer';

/** H14: what the ring says to those that its door shuts out. */
function doorOf(
  room: RoomState | undefined,
  { members }: View,
  linked: readonly MemberId[],
  passes: Passes,
): Pick<NonNullable<Hello['ring']>, 'door' | 'shutOut'> {
  if (room?.door === undefined) return {};
  const shutOut = linked.filter((peer) => !members.includes(peer) && !mayEnter(room, () => passes.of(peer)));
  return { door: room.door, shutOut: shutOut.slice(0, 64) };
}

/** `name`: what it calls itself. `wantsIn`: it is prepared for a ring and asks to be admitted. `fetching`: so many percent of the data came (T12). */
export function localHello(
  { pass, beside }: Pick<TrainerOptions, 'pass' | 'beside'>,
  name: string,
  passes: Passes,
  { ready }: Replica,
  { state }: Trainer,
  { view, hub }: MembershipDriver,
  wantsIn: boolean,
  fetching: number | undefined,
): Hello {
  const sharing = besideIn(beside?.() ?? [], [...hub.peers(), ...(view?.members ?? [])]);
  return {
    protocol: protocolVersion,
    name,
    backend: ready?.engine.backend ?? 'unknown',
    device: ready?.engine.device.slice(0, 120) ?? '',
    isSoftware: ready?.engine.isSoftware ?? false,
    ...(pass && { pass }),
    ...(sharing.length > 0 && { beside: [...sharing] }),
    config: state?.config ?? ready?.config ?? null,
    plan: ready?.planHash ?? null,
    ring: view
      ? {
          lineage: view.lineage,
          examples: state?.examples ?? 0,
          run: state?.run ?? 0,
          ...(state && { applied: state.appliedCommand }),
          sponsors: [...sponsorsOf(view)],
          kicked: hub
            .peers()
            .filter((peer) => state?.kicked.includes(peer))
            .slice(0, 64),
          ...doorOf(state?.room, view, hub.peers(), passes),
          ...(state?.room?.areNamesHidden && { hidesNames: true }),
        }
      : null,
    ...(fetching === undefined ? {} : { fetching }),
    wantsIn: wantsIn && !view,
  };
}
