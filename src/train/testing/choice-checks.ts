// Where measurement chooses the way of sums or their sizes, every plan that a member of a simulated ring makes is the one
// that plain code makes from the same records (S18, S18b). The machines of two levels
// are those that the records say. Counts the ways that changed, and the steps on two levels, too.
import { groupsOfPath, shownPath, type SumPath } from '../../collectives/topology';
import type { RingMember } from '../member/ring-member';
import { isSameChoice, plainChoice } from './plain-choice';
import { plainMachines } from './plain-machines';
import { jsonDifference } from './state-difference';

export class ChoiceChecks {
  /** `run/step` → the way that the step's sums take, where measurement chose another than before. */
  readonly #chosen = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Steps whose sums went first within each machine, then between machines. */
  readonly #grouped = new Set<string>();

  constructor(readonly violations: string[]) {}

  get groupedSteps(): number {
    return this.#grouped.size;
  }

  /** The number of committed steps that were the first ones by another way that measurement chose. */
  get changedWays(): number {
    return this.#taken.size;
  }

  watch(member: RingMember): void {
    const { trainer } = member;
    trainer.on('decision', ({ decision }) => {
      const { state } = trainer;
      const held = member.replica.held;
      if (!state || !held || (decision.kind !== 'step' && decision.kind !== 'transition')) return;
      const isStep = decision.kind === 'step';
      if (isStep) this.#checkMachines(decision.path, member);
      const planned = isStep ? decision.next : decision.state;
      if (!planned?.plan || planned.plan === state.plan) return;
      const step = state.step + (isStep ? 2 : 1);
      const { buckets, sync, config, run } = state;
      const expected = plainChoice({
        ...{ config, step, buckets, sync },
        records: [...trainer.status.records.values()],
        ring: member.membership.view!.ring,
        parameters: held.tensors.parameters.length,
      });
      if (!isSameChoice(expected, planned.buckets))
        this.violations.push(
          `S18 ${run}/${step} at ${member.options.name}: ${jsonDifference(expected, planned.buckets)}`,
        );
      const { topology } = planned.buckets;
      if (topology !== buckets.topology) this.#chosen.set(`${run}/${step}`, topology);
    });
    member.on('step', ({ run, step, topology }) => {
      const name = `${member.membership.view?.lineage}/${run}/${step}`;
      if (this.#chosen.get(`${run}/${step}`) === shownPath(topology)) this.#taken.add(name);
      if (groupsOfPath(topology)) this.#grouped.add(name);
    });
  }

  /** C2g: the groups of a path on two levels are those that the records of its header say. */
  #checkMachines(path: SumPath, { trainer, membership, options }: RingMember): void {
    if (shownPath(path) !== 'two-levels') return;
    const records = [...trainer.status.records.values()];
    const says = (rank: number, other: number) => (records[rank].machineMates & (2 ** other)) > 0;
    const machines = plainMachines(says, membership.view!.ring);
    const expected = machines === undefined ? 'two-levels' : `two-levels:${machines}`;
    if (path !== expected) this.violations.push(`C2g at ${options.name}: ${path} is not ${expected}`);
  }
}
