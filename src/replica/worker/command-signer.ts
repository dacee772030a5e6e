// The host's commands as its ring takes them: completed with what screens do not know, numbered and signed.
import type { Clock } from '../../base/clock';
import { signCommand, type SignedCommand } from '../../net/room/signed-command';
import type { RingMember } from '../../train/member/ring-member';
import type { HostCommand } from '../protocol';
import type { ObservedAnswers } from './observed-answers';

export class CommandSigner {
  #sequence = 0;

  constructor(
    readonly code: string,
    readonly member: Pick<RingMember, 'passes' | 'membership' | 'state'>,
    readonly clock: Clock,
    readonly observedAnswers: ObservedAnswers,
  ) {}

  sign(hostToken: string, command: HostCommand): SignedCommand {
    return signCommand(hostToken, this.code, this.nextSequence(), JSON.stringify(this.#completed(command)));
  }

  /** It rises over reloads of the host's page too. */
  nextSequence(): number {
    const applied = this.member.state?.appliedCommand ?? 0; // another host's clock may be ahead
    return (this.#sequence = Math.max(this.#sequence + 1, this.clock.epochMs(), applied + 1));
  }

  /** The door knows people by their passes (R22), which screens do not show. Only the host's device can say for all what
   *  those who watch have answered. */
  #completed(command: HostCommand): HostCommand {
    const { passes, membership, state } = this.member;
    if (command.kind === 'close-question' || command.kind === 'reveal')
      return { ...command, observed: [...this.observedAnswers.to(state?.room?.question)] };
    if (command.kind === 'kick' || command.kind === 'let-in') {
      const pass = passes.of(command.peer);
      return pass === undefined ? command : { ...command, pass };
    }
    if (command.kind !== 'set-door') return command;
    const inside = (membership.view?.members ?? []).map((member) => passes.of(member));
    return { ...command, inside: inside.filter((pass) => pass !== undefined) };
  }
}
