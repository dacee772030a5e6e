// Names the members whose gradient a step is without, and why. It was withheld at its source, refused by its successor,
// spoilt by a command of the host, or left out because it takes too long.
import { isSameSaying, say, type Saying } from '../../base/sayings';
import type { MemberId, View } from '../../membership/view';
import type { Decision } from '../decide/decision';
import type { Header } from '../header/header';
import type { HostCommand } from '../commands/host-command';
import type { RunState } from '../run/run-state';
import type { Notify } from '../context/trainer-deps';

export class FaultNotices {
  /** Step and why of the last contributions that were named as withheld. */
  #withheld: Saying | undefined;

  constructor(
    readonly nameOf: (member: MemberId) => string,
    readonly notify: Notify,
  ) {}

  offenders({ offenders = [] }: Decision & { kind: 'transition' }): void {
    for (const { member, isEvicted, ...offence } of offenders) {
      const name = this.nameOf(member);
      const said =
        'accuses' in offence
          ? say('accuses-alone', { name, accused: offence.accuses.map((one) => this.nameOf(one)).join(', ') })
          : 'by' in offence
            ? say(isEvicted ? 'refused-removed' : 'refused', { by: this.nameOf(offence.by), name })
            : say(isEvicted ? 'claims-terms-removed' : 'claims-terms', {
                name,
                claimed: offence.claimed,
                planned: offence.planned,
              });
      this.notify('error', said);
    }
  }

  /** Once a step, however often it is retried. */
  withheld({ view, records }: Header, step: number): void {
    const parts = records.flatMap(({ withheld }, rank) =>
      withheld === 'none' ? [] : [`${this.nameOf(view.members[rank])} (${withheld})`],
    );
    if (parts.length === 0) return;
    const said = say('withheld', { step, parts: parts.join(', ') });
    if (!isSameSaying(said, this.#withheld)) this.notify('warning', said);
    this.#withheld = said;
  }

  suspended(
    { members }: Pick<View, 'members'>,
    before: RunState['suspended'],
    now: RunState['suspended'],
  ): void {
    for (const { member, untilStep } of now)
      if (!before.some((one) => one.member === member && one.untilStep === untilStep))
        this.notify('warning', say('suspended', { name: this.nameOf(member), untilStep }));
    for (const { member } of before)
      if (members.includes(member) && !now.some((one) => one.member === member))
        this.notify('info', say('has-part-again', { name: this.nameOf(member) }));
  }

  /** The positions of the sample stream that are given up for good. */
  givenUp(before: RunState, now: RunState): void {
    const count = now.forgotten - before.forgotten;
    if (count > 0) this.notify('warning', say('given-up', { step: now.step, count }));
  }

  poisoned({ peer, at }: HostCommand & { kind: 'poison' }): void {
    this.notify(
      'warning',
      say(at === 'wire' ? 'spoils-after' : 'spoils-before', { name: this.nameOf(peer) }),
    );
  }
}
