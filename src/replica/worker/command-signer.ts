// The host's commands as its ring takes them, numbered and signed; and what changes in the room's document, completed with
// what screens do not know.
import type { Clock } from '../../base/clock';
import { signCommand, type SignedCommand } from '../../net/room/signed-command';
import { isRoomCommand, type RoomCommand } from '../../room/edit-room';
import type { HostSigner } from '../../room/waiting-edits';
import type { RingMember } from '../../train/member/ring-member';
import type { HostCommand, RingCommand } from '../protocol';
import type { ObservedAnswers } from './observed-answers';

export class CommandSigner {
  #sequence = 0;

  constructor(
    readonly code: string,
    readonly member: Pick<RingMember, 'passes' | 'membership' | 'state' | 'board'>,
    readonly clock: Clock,
    readonly observedAnswers: ObservedAnswers,
  ) {}

  signer(hostToken: string): HostSigner {
    return { hostToken, nextVersion: () => this.nextSequence() };
  }

  /** What changes in the room's document; undefined: nothing. The door knows people by their passes (R22), which screens do
   *  not show. Only the host's device can say for all what those who watch have answered. */
  edit(command: HostCommand): RoomCommand | undefined {
    const { passes, membership, board } = this.member;
    switch (command.kind) {
      case 'close-question':
      case 'reveal':
        return { ...command, observed: [...this.observedAnswers.to(board.document.question)] };
      case 'kick':
      case 'let-in': {
        const pass = passes.of(command.peer);
        return pass === undefined ? undefined : { kind: command.kind === 'kick' ? 'dismiss' : 'admit', pass };
      }
      case 'set-door': {
        const inside = (membership.view?.members ?? []).map((member) => passes.of(member));
        return { ...command, inside: inside.filter((pass) => pass !== undefined) };
      }
      default:
        return isRoomCommand(command) ? command : undefined;
    }
  }

  sign(hostToken: string, command: RingCommand): SignedCommand {
    return signCommand(hostToken, this.code, this.nextSequence(), JSON.stringify(command));
  }

  /** It rises over reloads of the host's page too. */
  nextSequence(): number {
    const applied = this.member.state?.appliedCommand ?? 0; // another host's clock may be ahead
    return (this.#sequence = Math.max(this.#sequence + 1, this.clock.epochMs(), applied + 1));
  }
}
