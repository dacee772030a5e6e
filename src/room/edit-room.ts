// What the host's page may change in the room's document: one entry a kind of change, and the compiler asks for it. No
// header waits for such a change, and no decision of the ring follows from it. Pure.
import type { MemberId } from '../membership/view';
import { withAttempt, type Attempt } from './league';
import type { RoomDocument } from './room-document';
import { admit } from './room-door';
import { renamed } from './room-names';
import { answersTo, mostAsked, type GivenAnswer, type LessonRun, type Question } from './room-question';

export type RoomCommand =
  /** What walls that watch the room show, by the name of a picture; null: each by itself. */
  | { readonly kind: 'show'; readonly picture: string | null }
  /** Who comes in from now on. `inside`: passes of those that stay admitted, whatever happens to their view; the replica
   *  that signs fills it in. */
  | {
      readonly kind: 'set-door';
      readonly door: 'open' | 'asks' | 'locked';
      readonly inside?: readonly string[];
    }
  /** The holder of this pass may come in through a shut door, or no more. */
  | { readonly kind: 'admit' | 'dismiss'; readonly pass: string }
  /** Screens call this member so; null: as it calls itself. */
  | { readonly kind: 'rename'; readonly peer: MemberId; readonly name: string | null }
  /** Members call themselves by two words, or by the names that people gave. */
  | { readonly kind: 'set-names'; readonly areHidden: boolean }
  /** Tabs of one browser are linked by WebRTC, as others are, or within the browser (L20e). */
  | { readonly kind: 'set-links'; readonly onlyWebRtc: boolean }
  /** All members may answer it (H16). null: the question is taken away. */
  | { readonly kind: 'ask'; readonly question: Question | null }
  /** No answer counts any more that the host's device has not heard. `observed`: what devices that only watch have
   *  answered; the replica that signs fills it in. */
  | { readonly kind: 'close-question'; readonly observed?: readonly number[] }
  /** What came of that which was asked; closes it too. */
  | {
      readonly kind: 'reveal';
      readonly question: number;
      readonly measured: number;
      readonly observed?: readonly number[];
    }
  /** How far the host's device is with the runs of the lesson that was asked of (H19). */
  | { readonly kind: 'note-lesson'; readonly question: number; readonly run: LessonRun }
  /** The loss that runs of this room are to reach (H17). Another one begins another table; null: no league. */
  | { readonly kind: 'set-league'; readonly target: number | null }
  /** A run reached the target, as the host's replica observed it. */
  | { readonly kind: 'note-attempt'; readonly target: number; readonly attempt: Attempt }
  /** Devices that only watch may have copies of a model that learns from this data, by its hash (R19d); null: of none. */
  | { readonly kind: 'give-copies'; readonly data: string | null }
  /** Whoever holds the secret of this key may take hosting over (H15); null: nobody. */
  | { readonly kind: 'hand-over'; readonly heir: string | null }
  /** All replicas keep the run, and leave. The host pauses the run, so that all keep the same step. */
  | { readonly kind: 'end' };

type CommandOf<Kind> = Extract<RoomCommand, { kind: Kind }>;

/** What each member of the view has answered, by rank, as the host's device heard it. */
type Answers = readonly (GivenAnswer | undefined)[];

type Edit<Command> = (room: RoomDocument, command: Command, answers: Answers) => RoomDocument;

const edits: { readonly [Kind in RoomCommand['kind']]: Edit<CommandOf<Kind>> } = {
  show: (room, { picture }) => withRoom(room, { shows: picture ?? undefined }),
  /** H14. */
  'set-door': (room, { door, inside = [] }) => {
    if (door === 'open') return withRoom(room, { door: undefined, admitted: undefined });
    return { ...room, door, admitted: admit({ ...room, door }, inside) };
  },
  admit: (room, { pass }) => withRoom(room, { admitted: admit(room, [pass]) }),
  dismiss: (room, { pass }) => withRoom(room, { admitted: room.admitted?.filter((one) => one !== pass) }),
  /** H12. */
  rename: (room, { peer, name }) => withRoom(room, { renamed: renamed(room.renamed, peer, name) }),
  'set-names': (room, { areHidden }) => withRoom(room, { areNamesHidden: areHidden || undefined }),
  'set-links': (room, { onlyWebRtc }) => withRoom(room, { onlyWebRtc: onlyWebRtc || undefined }),
  ask: (room, { question }) => {
    if (question === null) return withRoom(room, { question: undefined });
    const asked = ((room.asked ?? 0) % mostAsked) + 1;
    return { ...room, asked, question: { number: asked, asks: question } };
  },
  'close-question': (room, { observed }, answers) =>
    withRoom(room, { question: withAnswersClosed(room, answers, observed) }),
  reveal: (room, { question: number, measured, observed }, answers) => {
    const question = withAnswersClosed(room, answers, observed);
    return question?.number === number ? { ...room, question: { ...question, measured } } : room;
  },
  'note-lesson': (room, { question: number, run }) => {
    const { question } = room;
    const isOfLesson = question?.number === number && question.asks.kind === 'lesson';
    if (!isOfLesson || !question.closed || question.measured !== undefined) return room;
    return { ...room, question: { ...question, run } };
  },
  'set-league': (room, { target }) => {
    if (target === null) return withRoom(room, { league: undefined });
    return room.league?.target === target ? room : { ...room, league: { target, attempts: [] } };
  },
  'note-attempt': (room, { target, attempt }) =>
    room.league?.target === target ? { ...room, league: withAttempt(room.league, attempt) } : room,
  'give-copies': (room, { data }) => withRoom(room, { copyOf: data ?? undefined }),
  'hand-over': (room, { heir }) => withRoom(room, { heir: heir ?? undefined }),
  /** H13. */
  end: (room) => ({ ...room, isEnded: true }),
};

/** It changes the room's document, and is no command of the run. */
export function isRoomCommand<Other extends { readonly kind: string }>(
  command: Other | RoomCommand,
): command is RoomCommand {
  return Object.hasOwn(edits, command.kind);
}

export function editRoom(room: RoomDocument, command: RoomCommand, answers: Answers = []): RoomDocument {
  const edit = edits[command.kind] as Edit<RoomCommand>;
  return edit(room, command, answers);
}

/** H15d: what stays of the document of a host when another hosts. */
export function fromFormerHost(room: RoomDocument): RoomDocument {
  return withRoom(room, { heir: undefined, isEnded: undefined, copyOf: undefined });
}

/** `room` with these decisions; undefined takes one back. */
function withRoom(
  room: RoomDocument,
  change: { readonly [Key in keyof RoomDocument]: RoomDocument[Key] | undefined },
): RoomDocument {
  const decided = Object.entries({ ...room, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(decided);
}

/** H16a: from now on the answers stay. `observed`: those of devices that only watch. */
function withAnswersClosed(
  { question }: RoomDocument,
  given: Answers,
  observed: readonly number[] = [],
): RoomDocument['question'] {
  if (!question || question.closed) return question;
  const answers = [...answersTo(question, given, observed)];
  return { ...question, closed: { answers, of: given.length + observed.length } };
}
