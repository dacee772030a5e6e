// The join that a member sends: its identity, its proofs, and the room's description. A server that lost the room
// restores it from the description.
import { describeRoom } from '../room/room-key';
import { inertText } from '../../base/inert-text';
import { protocolVersion, type ClientMessage, type RoomDescription } from '../room/room-messages';
import { hostKeysFromToken, signHostClaim } from '../room/signed-command';
import type { SignallingOptions } from './signalling';
import type { ShownStatus } from './status-report';

export interface JoinKnowledge {
  readonly memberId: string;
  readonly key: Uint8Array | undefined;
  /** The description of an earlier presence. Without one, the creator describes the room from its ticket. */
  readonly description: RoomDescription | undefined;
  /** The stamp of an earlier presence, or of the creator's ticket (R30b). */
  readonly stamp: string | undefined;
  readonly shown: ShownStatus;
}

export function joinMessage(
  options: Pick<SignallingOptions, 'ticket' | 'memberSecret' | 'name' | 'role' | 'facts' | 'pass'>,
  { memberId, key, description: known, stamp, shown }: JoinKnowledge,
): Extract<ClientMessage, { kind: 'join' }> {
  const { ticket, memberSecret, name, role, facts, pass } = options;
  const { code, mark, hostToken, isOpen } = ticket;
  const host = hostToken === undefined ? undefined : hostKeysFromToken(hostToken);
  const isCreator = host && key && isOpen !== undefined;
  const description = known ?? (isCreator ? describeRoom(key, code, isOpen, host.hostPublicKey) : undefined);
  return {
    kind: 'join',
    code,
    protocolVersion,
    memberSecret,
    ...shown,
    name: inertText(name, 40),
    role,
    facts: inertText(facts, 120),
    hasKey: key !== undefined,
    ...(host && { hostSignature: signHostClaim(host.hostToken, code, memberId) }),
    ...(pass && { pass }),
    ...(description ? { description } : mark !== undefined && { mark }),
    ...(stamp !== undefined && { stamp }),
  };
}
