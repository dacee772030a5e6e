// The hello that this replica sends to every peer (hello.ts). Most of it follows from what the replica holds; what other
// parts know is set here by them whenever it changes.
import { hiddenName } from '../../base/nickname';
import { sponsorsOf } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import type { PassClaim } from '../../net/room/pass-claim';
import type { MembershipDriver } from '../peers/membership-driver';
import { protocolVersion, type Hello } from '../peers/hello';
import { besideIn } from '../peers/shared-devices';
import type { Replica } from '../participation/replica';
import type { RoomBoard } from '../../room/room-board';
import type { Admittance } from './admittance';

export interface OwnHelloSources {
  readonly self: MemberId;
  readonly pass?: PassClaim | undefined;
  /** Replicas of the same browser. */
  readonly beside?: (() => readonly MemberId[]) | undefined;
  /** The claim that the host's device makes (H14c). */
  readonly hostClaim?: string | undefined;
  readonly board: Pick<RoomBoard, 'document'>;
  readonly admittance: Pick<Admittance, 'mayEnter'>;
  readonly replica: Pick<Replica, 'ready' | 'followed'>;
  readonly membership: Pick<MembershipDriver, 'view' | 'hub'>;
}

export class OwnHello {
  /** What this replica calls itself. */
  name: string;
  /** It is prepared for a ring and asks to be admitted. */
  wantsIn = false;
  /** So many percent of the data came (T12); undefined: none is fetched. */
  fetching: number | undefined;

  constructor(readonly sources: OwnHelloSources) {
    this.name = hiddenName(sources.self);
  }

  now(): Hello {
    const { pass, hostClaim, beside, board, replica, membership } = this.sources;
    const { ready, followed: state } = replica;
    const { view, hub } = membership;
    const sharing = besideIn(beside?.() ?? [], [...hub.peers(), ...(view?.members ?? [])]);
    return {
      protocol: protocolVersion,
      name: this.name,
      backend: ready?.engine.backend ?? 'unknown',
      device: ready?.engine.device.slice(0, 120) ?? '',
      isSoftware: ready?.engine.isSoftware ?? false,
      ...(pass && { pass }),
      ...(hostClaim !== undefined && { host: hostClaim }),
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
            ...doorOf(this.sources, view, hub.peers()),
            ...(board.document.areNamesHidden && { hidesNames: true }),
          }
        : null,
      ...(this.fetching === undefined ? {} : { fetching: this.fetching }),
      wantsIn: this.wantsIn && !view,
    };
  }
}

/** H14: what the ring says to those that its door shuts out. */
function doorOf(
  { board, admittance }: Pick<OwnHelloSources, 'board' | 'admittance'>,
  { members }: View,
  linked: readonly MemberId[],
): Pick<NonNullable<Hello['ring']>, 'door' | 'shutOut'> {
  const { door } = board.document;
  if (door === undefined) return {};
  const shutOut = linked.filter((peer) => !members.includes(peer) && !admittance.mayEnter(peer));
  return { door, shutOut: shutOut.slice(0, 64) };
}
