// What a command of the host does at this replica when it arrives, before the ring has applied it (H6, H8, S12).
import { say } from '../../base/sayings';
import type { MemberId } from '../../membership/view';
import { commandArrived } from '../commands/command-meaning';
import type { HostCommand } from '../commands/host-command';
import type { Hellos } from '../peers/hellos';
import type { MembershipDriver } from '../peers/membership-driver';
import type { Kicks } from './kicks';
import type { MemberLife } from './member-life';

export interface OrdersParts {
  readonly self: MemberId;
  readonly membership: Pick<MembershipDriver, 'input' | 'view'>;
  readonly hellos: Pick<Hellos, 'doorAgainst'>;
  readonly kicks: Kicks;
  readonly life: MemberLife;
}

export class Orders {
  constructor(readonly parts: OrdersParts) {}

  arrived(command: HostCommand): void {
    const { self, membership, kicks, life } = this.parts;
    commandArrived(command, {
      goOnWith: (input) => membership.input(input),
      removed: (peer) => {
        kicks.note(peer);
        this.endIfKickedAlone();
        // At once, so that a member which stalls the headers is removed all the same (M20).
        membership.input({ kind: 'kick', peers: [peer], isForGood: true });
      },
      letIn: (peer) => {
        kicks.forgive(peer);
        membership.input({ kind: 'forgive', peers: [peer] });
      },
      unplugged: (peer) => {
        if (peer === self) life.unplug();
      },
    });
  }

  endIfKickedAlone(): void {
    const { kicks, life, membership } = this.parts;
    if (!life.isOver && kicks.isAlone(membership.view)) this.failRemoved();
  }

  failRemoved(): void {
    const { self, kicks, life, hellos } = this.parts;
    const { code, says } = kicks.why;
    // A device that waits at a shut door was never in the ring.
    if (code === 'kicked' && life.viewChanges === 0 && hellos.doorAgainst(self))
      return life.fail('not-let-in', say('refused-at-door'));
    life.fail(code, says);
  }
}
