// Names the members whose gradient a step is without, and why. It was withheld at its source, refused by its successor,
// spoilt by a command of the host, or left out because it takes too long.
import { groupDigits } from '../../base/group-digits';
import type { MemberId, View } from '../../membership/view';
import type { Decision } from '../decide/decision';
import type { Header } from '../header/header';
import type { HostCommand } from '../commands/host-command';
import type { RunState } from '../run/run-state';
import type { Notify } from '../context/trainer-deps';

export class FaultNotices {
  /** Step and why of the last contributions that were named as withheld. */
  #withheld = '';

  constructor(
    readonly nameOf: (member: MemberId) => string,
    readonly notify: Notify,
  ) {}

  offenders({ offenders = [] }: Decision & { kind: 'transition' }): void {
    for (const { member, isEvicted, ...offence } of offenders) {
      const name = this.nameOf(member);
      const what =
        'by' in offence
          ? `${this.nameOf(offence.by)} refused what ${name} sent`
          : `${name} claims ${groupDigits(offence.claimed)} terms where its shard has ${groupDigits(offence.planned)}`;
      this.notify('error', `${what}: ${isEvicted ? 'it is removed from the ring' : 'its part of this step does not count'}`); // prettier-ignore
    }
  }

  /** Once a step, however often it is retried. */
  withheld({ view, records }: Header, step: number): void {
    const parts = records.flatMap(({ withheld }, rank) =>
      withheld === 'none' ? [] : [`${this.nameOf(view.members[rank])} (${withheld})`],
    );
    if (parts.length === 0) return;
    const text = `step ${groupDigits(step)} is without the gradient of ${parts.join(', ')}`;
    if (text !== this.#withheld) this.notify('warning', text);
    this.#withheld = text;
  }

  suspended(
    { members }: Pick<View, 'members'>,
    before: RunState['suspended'],
    now: RunState['suspended'],
  ): void {
    for (const { member, untilStep } of now)
      if (!before.some((one) => one.member === member && one.untilStep === untilStep))
        this.notify(
          'warning',
          `${this.nameOf(member)} is left out until step ${groupDigits(untilStep)}: one micro-batch takes it more than twice the others’ step`,
        );
    for (const { member } of before)
      if (members.includes(member) && !now.some((one) => one.member === member))
        this.notify('info', `${this.nameOf(member)} has a part again`);
  }

  /** Of the sample stream, for good. */
  givenUp(before: RunState, now: RunState): void {
    const count = now.forgotten - before.forgotten;
    if (count > 0)
      this.notify('warning', `step ${groupDigits(now.step)}: ${groupDigits(count)} examples are given up: their gradient was withheld twice, or too much waits to be redone`); // prettier-ignore
  }

  poisoned({ peer, at }: HostCommand & { kind: 'poison' }): void {
    const where = at === 'wire' ? 'after' : 'before';
    this.notify(
      'warning',
      `by the host’s word ${this.nameOf(peer)} spoils its next gradient ${where} its own check`,
    );
  }
}

/** Members whose gradient the step is without, because it was withheld or refused. */
export function faultyIn({ view, records }: Header, { excluded }: Pick<RunState, 'excluded'>): MemberId[] {
  return view.members.filter(
    (member, rank) => records[rank].withheld !== 'none' || excluded.includes(member),
  );
}
