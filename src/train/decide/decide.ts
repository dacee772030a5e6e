// What the ring does next: one pure function of the header records (in rank order) and of the run state they
// agree on. Every member computes it from the same bytes, so nobody votes (H2).
import { sponsorsOf } from '../../membership/links-needed';
import { rankOf, type MemberId } from '../../membership/view';
import { compareStates } from './compare-states';
import type { Decision } from './decision';
import type { Header } from '../header/header';
import type { HeaderRecord, Withholding } from '../header/header-record';
import { firstOf, type NumberedCommand } from '../commands/numbered-command';
import { shapeOf } from '../run/data-shape';
import { diverge } from '../run/diverge';
import { accusedByOne, openDisputes, orderApart } from './disputes';
import { machinesAmong } from './machines';
import { gathersAll, judgeAccusations, pathOf } from './judge-accusations';
import { planStep } from './plan-step';
import { addEvaluation, isAtRest, stoppedAtRest, type HeldOutBest } from '../run/held-out-best';
import { addLoss } from '../run/rate-health';
import { ownStreamsAfter } from '../run/own-streams';
import { streamAfter } from '../run/redo';
import { withoutPause, type RunState } from '../run/run-state';
import { addNorms } from '../run/usual-norms';
import { applyCommand } from '../commands/command-meaning';
import { haveSameVectors } from '../run/exact-update';

/** What a replica knows besides the records and its state. */
export interface Knowledge {
  /** This view has finished a step, as all its members know. */
  readonly hasStepped?: boolean;
  /** This view waited for another order already (M20b). */
  readonly hasReordered?: boolean;
  /** Most members show the same first command, and it is that of this replica, or not (H20). */
  readonly overdue?: { readonly isHeld: boolean } | undefined;
  /** The member’s last decision may not have happened: it still holds the state before (T13a). */
  readonly mayGoBack?: boolean;
}

/** `state` is this replica's own, and only used where the records agree that it is current. `commands` are those that
 *  its own record announced, in order. */
export function decide(
  header: Header,
  state: RunState | undefined,
  commands: readonly NumberedCommand[],
  { hasStepped = false, hasReordered = false, overdue, mayGoBack = false }: Knowledge = {},
): Decision {
  const { view, records } = header;
  const agreed = compareStates(records, state, view.members, mayGoBack);
  const catchingUp = records.flatMap(({ status }, rank) => (status === 'catching-up' ? [rank] : []));
  if (agreed && agreed.targets.length > 0) return { kind: 'catch-up', ...agreed };
  // J6b.
  if (!agreed && catchingUp.length > 0)
    return { kind: 'wait', catchingUp, reason: 'nobody is left who holds the state' };
  if (!agreed || !state) return { kind: 'create', reason: 'nobody holds a state' };

  // It is one decision behind at the next header, and fetches it (J4b).
  if (overdue && !overdue.isHeld)
    return { kind: 'wait', catchingUp: [], reason: 'this replica lacks the command that is due' };
  const commanded = applyCommands(state, records, commands, overdue !== undefined);
  if (commanded) return commanded;

  const judged = judgeAccusations(header, state);
  if (judged) return judged;

  const remove = view.members.filter((member) => state.kicked.includes(member));
  // Newcomers are admitted in batches: one that is admitted while others catch up would need a snapshot of its own. A
  // view must finish a step first: where many come and go, each view could end with one of its newcomers before a step
  // (H6b).
  const isAdmissionClosed = catchingUp.length > 0 || (state.status === 'running' && !hasStepped);
  const add = isAdmissionClosed ? [] : admissible(header, state);
  if (add.length + remove.length > 0)
    return {
      kind: 'change-view',
      add,
      remove,
      reason: remove.length > 0 ? 'kicked or evicted' : 'newcomers are linked to every sponsor',
    };

  const asking = catchingUp.filter((rank) => records[rank].requestsPause);
  if (asking.length > 0)
    return { kind: 'wait', catchingUp: asking, reason: 'a member cannot follow while it catches up' };
  if (!state.initialized) return beginning(header, state);
  if (state.status !== 'running') return { kind: 'idle', reason: state.status };
  const disputes = openDisputes(state, view);
  const order = hasReordered ? undefined : orderApart(view, pathOf(state, view), disputes);
  if (order) return { kind: 'reorder-ring', order, reason: 'an accuser and the accused are kept apart' };
  if (records[0].requestsReorder && catchingUp.length === 0 && !hasReordered)
    return { kind: 'reorder-ring', reason: 'a slow edge can be avoided' };

  const hasStalled = gathersAll(header);
  const leftOut = [...state.excluded, ...(hasStalled ? accusedByOne(disputes) : [])];
  const contributions = Object.fromEntries(
    view.members.map((member, rank) => [
      member,
      records[rank].status === 'current' && !leftOut.includes(member) ? records[rank].contribution : 0,
    ]),
  );
  const totalCount = Object.values(contributions).reduce((sum, count) => sum + count, 0);
  const withheld = whyAllWithhold(header, state);
  if (withheld) return { kind: 'transition', state: diverge(state, withheld), reason: withheld };
  if (!state.plan || totalCount === 0)
    return {
      kind: 'transition',
      state: {
        ...state,
        version: state.version + 1,
        ...planStep(header, state, state.step + 1, state),
      },
      reason: state.plan ? 'nobody left has examples of this step' : 'the first step has no plan',
    };
  const best = addEvaluation(state.best, records, state.step);
  if (isAtRest(best, state.config.patience))
    return { kind: 'transition', state: endAtRest(state, best), reason: stoppedAtRest };
  const isLast = state.step + 1 >= state.config.steps;
  const withheldBy = view.members.filter((_, rank) => records[rank].withheld !== 'none');
  const { terms } = shapeOf(state.config.data);
  const after = state.own ? ownStreamsAfter : streamAfter;
  const stream = after(state, state.plan, contributions, withheldBy, terms);
  return {
    kind: 'step',
    plan: state.plan,
    next: isLast ? null : planStep(header, state, state.step + 2, stream),
    contributions,
    totalCount,
    path: pathOf(state, view, {
      isMeshed: records.every(({ lacksLink }) => !lacksLink),
      hasStalled,
      machines: machinesAmong(header),
    }),
    stream,
    rateHealth: addLoss(state.rateHealth, records, state.step),
    usualNorms: addNorms(state.usualNorms, records, state.step),
    best,
    reason: `step ${state.step + 1}`,
  };
}

function endAtRest(state: RunState, best: HeldOutBest | undefined): RunState {
  return {
    ...withoutPause(state),
    version: state.version + 1,
    status: 'finished',
    why: stoppedAtRest,
    plan: null,
    ...(best && { best }),
  };
}

/** Who gives the run its first state (E0). Without its saved run it does not begin by itself from other parameters. */
function beginning({ view }: Header, state: RunState): Decision {
  const { resumes } = state;
  if (!resumes) return { kind: 'initialize', rank: 0, reason: 'rank 0 makes the initial parameters' };
  const rank = rankOf(view, resumes.member);
  if (rank >= 0) return { kind: 'initialize', rank, reason: `rank ${rank} brings the saved run` };
  const why = 'the device with the saved run left before the ring had it';
  const { resumes: _, ...rest } = state;
  return {
    kind: 'transition',
    state: { ...rest, version: state.version + 1, status: 'finished', why },
    reason: why,
  };
}

/** Why every source of the planned step that is present withholds its gradient; undefined: not all of them do (S7). */
function whyAllWithhold({ view, records }: Header, { plan, excluded }: RunState): string | undefined {
  const ranks = view.members.flatMap((member, rank) =>
    plan?.shards.some((shard) => shard.member === member && shard.count > 0) ? [rank] : [],
  );
  const isSilent = (rank: number): boolean =>
    records[rank].withheld !== 'none' || excluded.includes(view.members[rank]);
  if (ranks.length === 0 || !ranks.every(isSilent)) return undefined;
  const isAll = (why: Withholding): boolean => ranks.every((rank) => records[rank].withheld === why);
  if (isAll('overflow')) return 'every replica’s gradient overflowed';
  return isAll('outlier')
    ? 'every replica’s gradient was a thousand times longer than before'
    : 'no replica had a finite gradient';
}

/** Newcomers that every sponsor of the ring lists: each has an open link to them, and sees the door open to them (H6,
 *  H14a, H14). */
function admissible({ view, records }: Header, state: RunState): MemberId[] {
  const sponsors = sponsorsOf(view).map((sponsor) => records[rankOf(view, sponsor)].candidates);
  return sponsors[0].filter(
    (id) =>
      !view.members.includes(id) &&
      !state.kicked.includes(id) &&
      sponsors.every((candidates) => candidates.includes(id)),
  );
}

/** Host commands. All members apply the first one at the header whose records all show it as their first (H5), or
 *  which most have shown for some headers (H20). A command that arrives meanwhile stands behind it, so a stream of
 *  commands cannot keep the first from being applied. Commands of one sequence are applied together (H5a). The
 *  state after the first of `commands`, which this replica's record announced. Undefined: there is no new one, or
 *  another is the first of some member. `isOverdue`: most have waited for those that lack it (H20). */
function applyCommands(
  state: RunState,
  records: readonly HeaderRecord[],
  commands: readonly NumberedCommand[],
  isOverdue = false,
): (Decision & { kind: 'transition' }) | undefined {
  const due = firstOf(commands.filter(({ sequence }) => sequence > state.appliedCommand));
  const isHeldByAll = records.every((record) => record.firstCommand === records[0].firstCommand);
  if (due.length === 0 || !(isHeldByAll || isOverdue)) return undefined;
  let next: RunState = { ...state, version: state.version + 1 };
  for (const { sequence, command } of due)
    next = { ...applyCommand(next, command), appliedCommand: sequence };
  // The planned gradient is of another kind (E23).
  if (!haveSameVectors(state, next)) next = { ...next, plan: null };
  return { kind: 'transition', state: next, reason: due.map(({ command }) => command.kind).join(', ') };
}
