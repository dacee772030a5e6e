// Small view changes, to be searched completely.
import type { MembershipInput } from '../membership-state';
import type { MemberId } from '../view';

export interface SuccessionScenario {
  readonly what: string;
  readonly size: number;
  /** The changes that each proposer wants before the search begins. */
  readonly wishes: readonly Wish[];
  /** The number of proposals, in any order, by members that want a change. */
  readonly proposals: number;
  /** The number of goodbyes, at any time, by any member. */
  readonly leaves: number;
  /** `npm test` searches at most this many worlds. */
  readonly quick: number;
}

interface Wish {
  readonly member: number;
  readonly input: MembershipInput;
  /** It knows the cause, and so confirms such a view (M17), but proposes nothing. */
  readonly isKnownOnly?: boolean;
}

/** The last one begins outside every view. */
export const memberIds: readonly MemberId[] = [1, 2, 3, 4, 5].map((n) => n.toString(16).padStart(16, '0'));

const kick = (member: number, victim: number): Wish => ({
  member,
  input: { kind: 'kick', peers: [memberIds[victim]] },
});
const admit = (member: number): Wish => ({ member, input: { kind: 'admit', peers: [memberIds[4]] } });
/** Members that confirm what others wish. */
const known = (wish: (member: number) => Wish, ...members: readonly number[]): readonly Wish[] =>
  members.map((member) => ({ ...wish(member), isKnownOnly: true }));
const attempt = (member: number): Wish => ({ member, input: { kind: 'new-attempt', generation: 1 } });

export const successionScenarios: readonly SuccessionScenario[] = [
  {
    what: 'one member removes the third, another removes the first',
    size: 3,
    wishes: [kick(0, 2), kick(1, 0)],
    proposals: 2,
    leaves: 0,
    quick: Infinity,
  },
  {
    what: 'one member removes the third, which wants a new attempt',
    size: 3,
    wishes: [kick(1, 2), attempt(2)],
    proposals: 2,
    leaves: 0,
    quick: Infinity,
  },
  {
    what: 'two proposals and a goodbye',
    size: 3,
    wishes: [kick(2, 1), admit(0)],
    proposals: 2,
    leaves: 1,
    quick: Infinity,
  },
  {
    what: 'two proposals among four',
    size: 4,
    wishes: [kick(3, 0), admit(1), ...known((one) => kick(one, 0), 1, 2), ...known(admit, 0, 2, 3)],
    proposals: 2,
    leaves: 0,
    quick: Infinity,
  },
  {
    what: 'three proposals',
    size: 3,
    wishes: [kick(2, 1), admit(0), attempt(1)],
    proposals: 3,
    leaves: 0,
    quick: 5_000,
  },
  {
    what: 'three proposals and a goodbye among four',
    size: 4,
    wishes: [kick(3, 1), admit(0), ...known((one) => kick(one, 1), 0, 2), ...known(admit, 1, 2, 3)],
    proposals: 3,
    leaves: 1,
    quick: 5_000,
  },
];
