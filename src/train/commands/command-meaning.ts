// What each host command means: one entry a kind, and the compiler asks for it. Most change the run state, at the header
// where all members apply them. A few do something at a member beside that, when they arrive or when they are applied.
import type { MemberId } from '../../membership/view';
import { withLearningRate } from '../run/diverge';
import { runProblem } from '../run/run-problem';
import { codecProblem, type Sync } from '../run/sync';
import { withOrder } from '../run/ordered-offence';
import { withTrusted } from '../run/own-claims';
import { withRoom } from '../run/room-state';
import { newRun, withoutPause, type RunState } from '../run/run-state';
import type { HostCommand } from './host-command';
import { noRateHealth } from '../run/rate-health';
import { canonical } from '../run/run-config';

type CommandOf<Kind> = Extract<HostCommand, { kind: Kind }>;

/** What a member can do at once when a command arrives. */
export interface OnArrival {
  /** A member without a quorum in just that view begins a new lineage (S12). */
  goOnWith(command: CommandOf<'go-on-with'>): void;
  /** The peer was removed, or let back in: members outside the view learn it only so (H6). */
  removed(peer: MemberId): void;
  letIn(peer: MemberId): void;
  /** The peer is to drop out (H8a). */
  unplugged(peer: MemberId): void;
}

/** What a member can do once a command is applied. */
export interface OnApplied {
  /** The peer spoils its next gradient. */
  poison(command: CommandOf<'poison'>): Promise<void>;
}

interface Meaning<Command> {
  /** The run state after the command; without it the state stays. Pure: the same at every member. */
  apply?(state: RunState, command: Command): RunState;
  arrive?(command: Command, member: OnArrival): void;
  applied?(command: Command, member: OnApplied): Promise<void>;
}

/** Part of the run state, and so of its digest. */
export const stoppedByHost = 'stopped by the host';

const mostKicked = 256;

const meanings: { readonly [Kind in HostCommand['kind']]: Meaning<CommandOf<Kind>> } = {
  start: {
    apply: (state) => (isOver(state) ? state : { ...withoutPause(state), status: 'running', why: '' }),
  },
  pause: {
    apply: (state) =>
      state.status === 'running'
        ? { ...withoutPause(state), status: 'paused', why: 'paused by the host' }
        : state,
  },
  /** S19. */
  step: {
    apply: (state) =>
      isOver(state) ? state : { ...state, status: 'running', why: '', pausesAfter: state.step + 1 },
  },
  stop: {
    apply: (state) => ({
      ...withoutPause(state),
      status: 'finished',
      why: stoppedByHost,
      plan: null,
    }),
  },
  configure: {
    apply: (state, { config }) => ({ ...newRun(config, state), version: state.version }),
  },
  resume: {
    apply: (state, { config, member, digest }) => ({
      ...newRun(config, state),
      version: state.version,
      resumes: { member, digest },
    }),
  },
  'set-learning-rate': {
    apply: (state, { learningRate }) => withLearningRate(state, learningRate),
  },
  'set-buckets': {
    apply: (state, { buckets }) =>
      codecProblem(state.sync, buckets.codec.kind) ? state : { ...state, buckets },
  },
  'set-batch': {
    apply(state, { batch }) {
      // More examples than the update can divide by: the command changes nothing.
      const { model, data, localBatch } = state.config;
      const { sync } = state;
      return runProblem({ model, data, localBatch, sync, ...batch }) ? state : { ...state, ...batch };
    },
  },
  'set-sync': {
    apply: (state, { sync }) => withSync(state, sync),
  },
  'set-network': {
    apply: (state, { network }) => ({ ...state, network }),
  },
  kick: {
    apply: (state, { peer }) => ({ ...state, kicked: [...state.kicked, peer].slice(-mostKicked) }),
    arrive: ({ peer }, member) => member.removed(peer),
  },
  'let-in': {
    apply: (state, { peer }) => ({ ...state, kicked: state.kicked.filter((one) => one !== peer) }),
    arrive: ({ peer }, member) => member.letIn(peer),
  },
  unplug: {
    arrive: ({ peer }, member) => member.unplugged(peer),
  },
  /** H15. */
  'take-over': { apply: (state, { host }) => withRoom(state, { host }) },
  /** H25. */
  'trust-claim': {
    apply: (state, { peer, examples }) =>
      withRoom(state, { trusted: withTrusted(state.room?.trusted, { member: peer, examples }) }),
  },
  'go-on-with': {
    arrive: (command, member) => member.goOnWith(command),
  },
  /** S22a. */
  poison: {
    apply: (state, { peer, at }) => (at === 'wire' ? withOrder(state, peer) : state),
    applied: (command, member) => member.poison(command),
  },
};

function isOver({ status }: RunState): boolean {
  return status === 'finished' || status === 'diverged';
}

function meaningOf(command: HostCommand): Meaning<HostCommand> {
  return meanings[command.kind] as Meaning<HostCommand>;
}

export function applyCommand(state: RunState, command: HostCommand): RunState {
  return meaningOf(command).apply?.(state, command) ?? state;
}

export function commandArrived(command: HostCommand, member: OnArrival): void {
  meaningOf(command).arrive?.(command, member);
}

export async function commandApplied(command: HostCommand, member: OnApplied): Promise<void> {
  await meaningOf(command).applied?.(command, member);
}

/** The members synchronise in another way from the next step on (S17b). Its plan and what is known of gradients belong to
 *  the old way. The same state where nothing changes, where a step would sum more than the update can divide by, or where the codec
 *  does not go with it. */
export function withSync(state: RunState, sync: Sync): RunState {
  const { model, data, localBatch } = state.config;
  const { batchMode, globalBatch } = state;
  if (canonical(sync) === canonical(state.sync) || codecProblem(sync, state.buckets.codec.kind)) return state;
  if (runProblem({ model, data, localBatch, batchMode, globalBatch, sync })) return state;
  return { ...state, sync, plan: null, usualNorms: [], rateHealth: noRateHealth };
}
