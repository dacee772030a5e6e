// A member refused what its ring predecessor sent: not finite, or absurd (PROTOCOL.md S11). The accused sends zeros in
// this step, so its contribution counts 0; it is an offence, and all see its name. Accused again for the same step, or of
// the third offence within 50 steps, it is removed as if kicked: never admitted again. Pure.
import { successorOf, type MemberId, type View } from '../membership/view';
import type { Verdict } from './decide';
import type { HeaderRecord } from './header-record';
import type { RunState } from './run-state';

const offenceSteps = 50;
const mostOffences = 3;
/** Remembered in all: every member's three. */
const remembered = 192;

export interface Offender {
  readonly member: MemberId;
  readonly by: MemberId;
  readonly isEvicted: boolean;
}

/** The state without the accused ones' contributions, or undefined when nobody accuses a member. */
export function judgeAccusations(
  view: View,
  records: readonly HeaderRecord[],
  state: RunState,
): (Verdict & { kind: 'transition' }) | undefined {
  const step = state.step + 1;
  const offenders: Offender[] = [];
  let { offences, kicked } = state;
  for (const [rank, { accused }] of records.entries()) {
    const isMember = accused !== undefined && view.members.includes(accused);
    // Only who gets its sums can tell; where the ring was re-ordered meanwhile, its new successor will.
    if (!isMember || accused === view.members[rank] || successorOf(view, accused) !== view.members[rank])
      continue;
    if (offenders.some(({ member }) => member === accused)) continue;
    offences = [...offences, { member: accused, step }].slice(-remembered);
    const recent = offences.filter((one) => one.member === accused && one.step > step - offenceSteps);
    const isEvicted = state.excluded.includes(accused) || recent.length >= mostOffences;
    if (isEvicted && !kicked.includes(accused)) kicked = [...kicked, accused].slice(-256);
    offenders.push({ member: accused, by: view.members[rank], isEvicted });
  }
  if (offenders.length === 0) return undefined;
  const excluded = [...new Set([...state.excluded, ...offenders.map(({ member }) => member)])];
  return {
    kind: 'transition',
    state: { ...state, version: state.version + 1, excluded, offences, kicked },
    offenders,
    reason: `${offenders.map(({ member }) => member).join(', ')} accused`,
  };
}
