// What the ring does next: one pure function of the header records (in rank order) and of the run state they
// agree on. Every member computes it from the same bytes, so nobody votes (03-exact-step.md).
import type { MemberId, View } from '../membership/view';
import { batchFactor, beginBatchWarmup, nextBatchWarmup } from '../optim/batch-scaling';
import { scheduledRate } from '../optim/schedule';
import type { HeaderRecord } from './header-record';
import type { HostCommand } from './host-command';
import { newRun, type RunState, type StepPlan } from './run-state';

/** What the state takes over when a step is planned. */
export type Planned = { readonly plan: StepPlan } & Pick<RunState, 'batchWarmup'>;

export interface NumberedCommand {
  readonly sequence: number;
  readonly command: HostCommand;
}

export type Verdict =
  /** Some hold an older or another state: they fetch it from the sources; then a new header. */
  | {
      readonly kind: 'heal';
      readonly sources: readonly number[];
      readonly targets: readonly number[];
      readonly isDisagreement: boolean;
      readonly reason: string;
    }
  /** Nobody holds a state: rank 0 begins the run. */
  | { readonly kind: 'found'; readonly reason: string }
  /** Rank 0 makes the initial parameters; the others then heal from it (E0). */
  | { readonly kind: 'initialize'; readonly reason: string }
  /** A decision without a step: all replace their run state by this one. */
  | { readonly kind: 'transition'; readonly state: RunState; readonly reason: string }
  /** The coordinator proposes a view with these members added or removed; all wait for it. */
  | {
      readonly kind: 'change-view';
      readonly add: readonly MemberId[];
      readonly remove: readonly MemberId[];
      readonly reason: string;
    }
  /** Reduce and finish step `state.step + 1`. */
  | {
      readonly kind: 'step';
      readonly plan: StepPlan;
      readonly next: Planned | null;
      readonly totalCount: number;
      readonly reason: string;
    }
  /** Nothing to do until somebody asks for something. */
  | { readonly kind: 'idle'; readonly reason: string };

/** `state` is this replica's own and only used where the records agree that it is current. `commands` holds at
 *  least every command up to the lowest `record.command`, in order. */
export function decide(
  view: View,
  records: readonly HeaderRecord[],
  state: RunState | undefined,
  commands: readonly NumberedCommand[],
): Verdict {
  const heal = compareHoldings(records);
  if (heal) return heal;
  if (records[0].version === 0 || !state) return { kind: 'found', reason: 'nobody holds a state' };

  const commanded = applyCommands(state, records, commands);
  if (commanded) return commanded;

  const remove = view.members.filter((member) => state.kicked.includes(member));
  const add = admissible(view, records, state);
  if (add.length + remove.length > 0)
    return {
      kind: 'change-view',
      add,
      remove,
      reason: remove.length > 0 ? 'kicked by the host' : 'newcomers are linked to all',
    };

  if (!state.initialized) return { kind: 'initialize', reason: 'rank 0 makes the initial parameters' };
  if (state.status !== 'running') return { kind: 'idle', reason: state.status };

  const totalCount = records.reduce((sum, record) => sum + record.contribution, 0);
  if (!state.plan || totalCount === 0)
    return {
      kind: 'transition',
      state: {
        ...state,
        version: state.version + 1,
        ...planStep(view, state, state.step + 1, state.cursor),
      },
      reason: state.plan ? 'nobody left has examples of this step' : 'the first step has no plan',
    };
  const isLast = state.step + 1 >= state.config.steps;
  const used = state.plan.shards.reduce((sum, shard) => sum + shard.count, 0);
  return {
    kind: 'step',
    plan: state.plan,
    next: isLast ? null : planStep(view, state, state.step + 2, state.plan.cursor + used),
    totalCount,
    reason: `step ${state.step + 1}`,
  };
}

/** The run state after step `state.step + 1` finished; `isSkipped` when its sum was not finite. */
export function afterStep(
  state: RunState,
  verdict: Verdict & { kind: 'step' },
  isSkipped: boolean,
): RunState {
  const skipsInARow = isSkipped ? state.skipsInARow + 1 : 0;
  const hasDiverged = skipsInARow >= maxSkipsInARow;
  const used = verdict.plan.shards.reduce((sum, shard) => sum + shard.count, 0);
  const isDone = verdict.next === null;
  return {
    ...state,
    version: state.version + 1,
    step: state.step + 1,
    cursor: verdict.plan.cursor + used,
    examples: state.examples + (isSkipped ? 0 : verdict.totalCount),
    skipsInARow,
    status: hasDiverged ? 'diverged' : isDone ? 'finished' : state.status,
    why: hasDiverged
      ? `the gradient was not finite ${skipsInARow} times in a row; try a lower learning rate`
      : isDone
        ? `all ${state.config.steps} steps are done`
        : state.why,
    plan: hasDiverged ? null : (verdict.next?.plan ?? null),
    batchWarmup: verdict.next?.batchWarmup ?? state.batchWarmup,
  };
}

const maxSkipsInARow = 3;

/** Equal shards: every member's local batch, in order of rank, from `cursor` on. */
function planStep(view: View, state: RunState, step: number, cursor: number): Planned {
  const { localBatch, schedule, scaling, steps } = state.config;
  const target = batchFactor(scaling.rule, view.members.length * localBatch, scaling.referenceBatch);
  const batchWarmup = state.batchWarmup
    ? nextBatchWarmup(state.batchWarmup, target, scaling.rewarmSteps)
    : beginBatchWarmup(target);
  return {
    batchWarmup,
    plan: {
      cursor,
      shards: view.members.map((member) => ({ member, count: localBatch })),
      learningRate: scheduledRate(schedule, step - 1, steps, state.learningRate * batchWarmup.factor),
      buckets: state.buckets,
    },
  };
}

/** Undefined when all hold the same; else who fetches from whom. Newest version first; among its digests the
 *  majority holds; without one, the digest of the lowest rank. */
function compareHoldings(records: readonly HeaderRecord[]): (Verdict & { kind: 'heal' }) | undefined {
  const newest = Math.max(...records.map((record) => record.version));
  const ranks = records.map((_, rank) => rank);
  const holders = ranks.filter((rank) => records[rank].version === newest);
  const byDigest = new Map<string, number[]>();
  for (const rank of holders)
    byDigest.set(records[rank].digest, [...(byDigest.get(records[rank].digest) ?? []), rank]);
  const groups = [...byDigest.values()];
  const majority = groups.find((group) => group.length * 2 > holders.length);
  const sources = majority ?? groups[0];
  const targets = ranks.filter((rank) => !sources.includes(rank));
  if (targets.length === 0) return undefined;
  const isDisagreement = groups.length > 1;
  return {
    kind: 'heal',
    sources,
    targets,
    isDisagreement,
    reason: isDisagreement
      ? majority
        ? 'digests disagree: the majority holds'
        : 'digests disagree without a majority: the lowest rank holds'
      : 'some hold an older state',
  };
}

/** The state after all commands that every member holds, or undefined when there is nothing new. */
function applyCommands(
  state: RunState,
  records: readonly HeaderRecord[],
  commands: readonly NumberedCommand[],
): (Verdict & { kind: 'transition' }) | undefined {
  const heldByAll = Math.min(...records.map((record) => record.command));
  const due = commands.filter(({ sequence }) => sequence > state.appliedCommand && sequence <= heldByAll);
  if (due.length === 0) return undefined;
  let next: RunState = { ...state, version: state.version + 1 };
  for (const { sequence, command } of due)
    next = { ...applyCommand(next, command), appliedCommand: sequence };
  return { kind: 'transition', state: next, reason: due.map(({ command }) => command.kind).join(', ') };
}

function applyCommand(state: RunState, command: HostCommand): RunState {
  switch (command.kind) {
    case 'start':
      if (state.status === 'finished' || state.status === 'diverged') return state;
      return { ...state, status: 'running', why: '' };
    case 'pause':
      return state.status === 'running' ? { ...state, status: 'paused', why: 'paused by the host' } : state;
    case 'stop':
      return { ...state, status: 'finished', why: 'stopped by the host', plan: null };
    case 'configure':
      return { ...newRun(command.config, state), version: state.version };
    case 'set-learning-rate':
      return { ...state, learningRate: command.learningRate };
    case 'set-buckets':
      return { ...state, buckets: command.buckets };
    case 'kick':
      return { ...state, kicked: [...state.kicked, command.peer].slice(-256) };
    default:
      return command satisfies never;
  }
}

/** Newcomers that every member could admit: all hold an open link with them. */
function admissible(view: View, records: readonly HeaderRecord[], state: RunState): MemberId[] {
  return records[0].candidates.filter(
    (id) =>
      !view.members.includes(id) &&
      !state.kicked.includes(id) &&
      records.every((record) => record.candidates.includes(id)),
  );
}
