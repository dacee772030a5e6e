// The room's document over the links of this member (D3): what the board needs of the ring, and the frames that lead to it.
import type { MemberId } from '../../membership/view';
import { claimPass, newPass } from '../../net/room/pass';
import { RoomBoard, type RoomBoardDeps } from '../../room/room-board';
import type { TrainerOptions } from '../context/trainer-options';
import type { Replica } from '../participation/replica';
import { jsonOf, type Hub } from '../peers/hub';
import type { MembershipDriver } from '../peers/membership-driver';
import type { Passes } from '../peers/passes';
import type { Kicks } from './kicks';

export interface LinkedBoardParts {
  readonly options: Pick<TrainerOptions, 'self' | 'clock' | 'room' | 'pass' | 'passSecret' | 'olderCommands'>;
  readonly hub: Hub;
  readonly passes: Pick<Passes, 'of'>;
  readonly replica: Pick<Replica, 'known'>;
  readonly membership: Pick<MembershipDriver, 'view'>;
  readonly kicks: Pick<Kicks, 'has'>;
}

export function linkedBoard({
  options,
  hub,
  passes,
  replica,
  membership,
  kicks,
}: LinkedBoardParts): RoomBoard {
  const { self, clock, room, pass, passSecret } = options;
  const members = (): readonly MemberId[] => membership.view?.members ?? [];
  let own: ReturnType<RoomBoardDeps['pass']> | undefined;
  const board = new RoomBoard({
    self,
    clock,
    code: room.code,
    olderThan: options.olderCommands ?? 0,
    wasRemoved: (peer) => kicks.has(peer),
    pass: () =>
      (own ??=
        pass && passSecret !== undefined ? { claim: pass, secret: passSecret } : passFor(room.code, self)),
    host: () =>
      replica.known || !membership.view ? (replica.known?.room?.host ?? room.hostPublicKey) : undefined,
    beganAfter: () => replica.known?.beganAfter ?? 0,
    members,
    passOf: (member) => passes.of(member),
    send: (to, message) => hub.sendJson(to, 'room', message),
    refuse: (peer, why) => hub.refuse(peer, why),
  });
  hub.on('opened', ({ peer }) => board.opened(peer));
  hub.on('closed', ({ peer }) => board.closed(peer));
  hub.handle('room', ({ from, frame, consume }) => {
    consume();
    board.take(from, jsonOf(frame));
  });
  return board;
}

/** Members of a demo prove no pass: what they answer brings one along. */
function passFor(code: string, self: MemberId): ReturnType<RoomBoardDeps['pass']> {
  const secret = newPass();
  return { secret, claim: claimPass(secret, code, self)! };
}
