// What each host command means: one entry a kind, and the compiler asks for it. Most change the run state, at the header
// where all members apply them. A few do something at a member beside that, when they arrive or when they are applied.
import type { MemberId } from '../../membership/view';
import { withLearningRate } from '../run/diverge';
import { withSync } from '../run/change-sync';
import { runProblem } from '../run/run-problem';
import { codecProblem } from '../run/sync';
import { withAttempt } from '../../room/league';
import { withOrder } from '../run/ordered-offence';
import { withTrusted } from '../run/own-claims';
import type { GivenAnswer } from '../../room/room-question';
import { admit, renamed, withAnswersClosed, withLessonRun, withQuestion, withRoom } from '../run/room-state';
import { newRun, withoutPause, type RunState } from '../run/run-state';
import type { HostCommand } from './host-command';

type CommandOf<Kind> = Extract<HostCommand, { kind: Kind }>;

/** What a member can do at once when a command arrives. */
export interface OnArrival {
  /** Without a quorum in just that view: go on as a new lineage (S12). */
  goOnWith(command: CommandOf<'go-on-with'>): void;
  /** The peer was removed, or let back in: members outside the view learn it only so (H6). */
  removed(peer: MemberId): void;
  letIn(peer: MemberId): void;
  /** The peer is to drop out (H8a). */
  unplugged(peer: MemberId): void;
  /** The host ended the room: a replica outside learns it only so (H13). */
  ended(): void;
}

/** What a member can do once a command is applied. */
export interface OnApplied {
  /** The peer spoils its next gradient. */
  poison(command: CommandOf<'poison'>): Promise<void>;
}

/** What each member answers in the records of the header, by rank (H16). */
type Answers = readonly (GivenAnswer | undefined)[];

interface Meaning<Command> {
  /** The run state after the command; without it the state stays. Pure: the same at every member. */
  apply?(state: RunState, command: Command, answers: Answers): RunState;
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
    apply: (state) => paused(state, 'paused by the host'),
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
  /** R20. */
  show: {
    apply({ shows: _, ...state }, { picture }) {
      return picture === null ? state : { ...state, shows: picture };
    },
  },
  kick: {
    apply(state, { peer, pass }) {
      const next = { ...state, kicked: [...state.kicked, peer].slice(-mostKicked) };
      if (state.room?.admitted === undefined) return next;
      return withRoom(next, { admitted: state.room.admitted.filter((one) => one !== pass) });
    },
    arrive: ({ peer }, member) => member.removed(peer),
  },
  'let-in': {
    apply: (state, { peer, pass }) =>
      withRoom(
        { ...state, kicked: state.kicked.filter((one) => one !== peer) },
        { admitted: admit(state.room, pass ? [pass] : []) },
      ),
    arrive: ({ peer }, member) => member.letIn(peer),
  },
  unplug: {
    arrive: ({ peer }, member) => member.unplugged(peer),
  },
  /** H14. */
  'set-door': {
    apply(state, { door, inside = [] }) {
      if (door === 'open') return withRoom(state, { door: undefined, admitted: undefined });
      return withRoom(state, { door, admitted: admit({ ...state.room, door }, inside) });
    },
  },
  /** H15. */
  'hand-over': { apply: (state, { heir }) => withRoom(state, { heir: heir ?? undefined }) },
  'take-over': {
    apply: (state, { host }) =>
      state.room?.heir === host ? withRoom(state, { host, heir: undefined }) : state,
  },
  /** H12. */
  rename: {
    apply: (state, { peer, name }) => withRoom(state, { renamed: renamed(state.room, peer, name) }),
  },
  'set-names': {
    apply: (state, { areHidden }) => withRoom(state, { areNamesHidden: areHidden || undefined }),
  },
  /** H16. */
  ask: { apply: (state, { question }) => withRoom(state, withQuestion(state.room, question)) },
  'close-question': {
    apply: (state, { observed }, answers) =>
      withRoom(state, { question: withAnswersClosed(state.room ?? {}, answers, observed) }),
  },
  reveal: {
    apply(state, { question: number, measured, observed }, answers) {
      const question = withAnswersClosed(state.room ?? {}, answers, observed);
      return question?.number === number ? withRoom(state, { question: { ...question, measured } }) : state;
    },
  },
  /** H19. */
  'note-lesson': {
    apply(state, { question: number, run }) {
      const question = withLessonRun(state.room ?? {}, number, run);
      return question ? withRoom(state, { question }) : state;
    },
  },
  /** H17. */
  'set-league': {
    apply(state, { target }) {
      if (target === null) return withRoom(state, { league: undefined });
      return state.room?.league?.target === target
        ? state
        : withRoom(state, { league: { target, attempts: [] } });
    },
  },
  'note-attempt': {
    apply(state, { target, attempt }) {
      const league = state.room?.league;
      return league?.target === target ? withRoom(state, { league: withAttempt(league, attempt) }) : state;
    },
  },
  /** H25. */
  'trust-claim': {
    apply: (state, { peer, examples }) =>
      withRoom(state, { trusted: withTrusted(state.room?.trusted, { member: peer, examples }) }),
  },
  /** H13. */
  end: {
    apply: (state) => withRoom(paused(state, 'the host ended the room'), { isEnded: true }),
    arrive: (_, member) => member.ended(),
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

function paused(state: RunState, why: string): RunState {
  return state.status === 'running' ? { ...withoutPause(state), status: 'paused', why } : state;
}

function isOver({ status }: RunState): boolean {
  return status === 'finished' || status === 'diverged';
}

function meaningOf(command: HostCommand): Meaning<HostCommand> {
  return meanings[command.kind] as Meaning<HostCommand>;
}

export function applyCommand(state: RunState, command: HostCommand, answers: Answers = []): RunState {
  return meaningOf(command).apply?.(state, command, answers) ?? state;
}

export function commandArrived(command: HostCommand, member: OnArrival): void {
  meaningOf(command).arrive?.(command, member);
}

export async function commandApplied(command: HostCommand, member: OnApplied): Promise<void> {
  await meaningOf(command).applied?.(command, member);
}
