// What the host decided about the room, beside the run: a part of the run state. It outlives runs. What is as in every
// new room is left out, so that the digests of such rooms stay as they were.
import * as v from 'valibot';
import { hiddenAs } from '../../base/nickname';
import type { MemberId } from '../../membership/view';
import { inertText } from '../../base/inert-text';
import { hostKey, passId } from '../../net/room/pass-claim';
import { league } from '../../room/league';
import { mostTrusted, trustedClaim } from './own-claims';
import { answersTo, roomQuestion, type GivenAnswer, type LessonRun, type Question } from '../../room/room-question';

export const mostRenamed = 64;
const maxNameLength = 40;

/** Inert already: every member draws it as it is. */
export const givenName = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(2 * maxNameLength),
  v.check(
    (name) => inertText(name, maxNameLength) === name,
    'the name is inert text of at most 40 characters',
  ),
);

const memberId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** `asks`: the host lets in each newcomer. `locked`: nobody comes in. */
export const shutDoor = v.picklist(['asks', 'locked']);

export const mostAdmitted = 256;
/** A record holds the number of a question as f32. */
const mostAsked = 1 << 24;

export const roomState = v.strictObject({
  /** Absent: whoever has the key comes in. */
  door: v.optional(shutDoor),
  /** While the door is shut: passes (R22) of those whom the host let in, and who were in before. The latest last. */
  admitted: v.optional(v.pipe(v.array(passId), v.maxLength(mostAdmitted))),
  /** Who took hosting over; absent: the creator hosts (H15). */
  host: v.optional(hostKey),
  /** Whoever holds the secret of this key may take hosting over. */
  heir: v.optional(hostKey),
  /** Members as the host calls them, the latest last. */
  renamed: v.optional(
    v.pipe(
      v.array(v.strictObject({ member: memberId, name: givenName })),
      v.minLength(1),
      v.maxLength(mostRenamed),
    ),
  ),
  /** Members call themselves by two words, and screens call them so: never by the names that people gave. */
  areNamesHidden: v.optional(v.literal(true)),
  /** What the host asks all members (H16). */
  question: v.optional(roomQuestion),
  /** Questions asked so far, taken back ones too. */
  asked: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  /** Absent: there is no target (H17). */
  league: v.optional(league),
  /** Whose number of own examples the host believes (S24, H25). */
  trusted: v.optional(v.pipe(v.array(trustedClaim), v.minLength(1), v.maxLength(mostTrusted))),
  /** The host ended the room: its replicas leave. */
  isEnded: v.optional(v.literal(true)),
});

export type RoomState = v.InferOutput<typeof roomState>;

/** `state` with these decisions; undefined takes one back. */
export function withRoom<State extends { room?: RoomState | undefined }>(
  { room, ...rest }: State,
  change: { readonly [Key in keyof RoomState]: RoomState[Key] | undefined },
): Omit<State, 'room'> & { room?: RoomState } {
  const decided = Object.entries({ ...room, ...change }).filter(([, value]) => value !== undefined);
  return decided.length === 0 ? rest : { ...rest, room: Object.fromEntries(decided) as RoomState };
}

/** H14: whether the holder of this pass may become a member, or come back. */
export function mayEnter(room: RoomState | undefined, pass: () => string | undefined): boolean {
  return room?.door === undefined || room.admitted?.includes(pass() ?? '') === true;
}

/** The host lets these in as well; where the door is open there is nothing to note. */
export function admit(room: RoomState | undefined, passes: readonly string[]): RoomState['admitted'] {
  if (room?.door === undefined) return undefined;
  return [...new Set([...(room.admitted ?? []), ...passes])].slice(-mostAdmitted);
}

/** `name` null: as the member calls itself. */
export function renamed(
  room: RoomState | undefined,
  member: MemberId,
  name: string | null,
): RoomState['renamed'] {
  const others = (room?.renamed ?? []).filter((one) => one.member !== member);
  const all = name === null ? others : [...others, { member, name }].slice(-mostRenamed);
  return all.length > 0 ? all : undefined;
}

/** H16: a new question in place of the last one; null: none. */
export function withQuestion(room: RoomState | undefined, asks: Question | null): Partial<RoomState> {
  if (asks === null) return { question: undefined };
  const asked = ((room?.asked ?? 0) % mostAsked) + 1;
  return { asked, question: { number: asked, asks } };
}

/** H16: from now on the answers stay. `given`: in the records of this header. `observed`: as the host's device heard. */
export function withAnswersClosed(
  { question }: RoomState,
  given: readonly (GivenAnswer | undefined)[],
  observed: readonly number[] = [],
): RoomState['question'] {
  if (!question || question.closed) return question;
  const answers = [...answersTo(question, given, observed)];
  return { ...question, closed: { answers, of: given.length + observed.length } };
}

/** H19: how far the lesson's run is; undefined: this question is open, of no lesson, or what came is known. */
export function withLessonRun(
  { question }: RoomState,
  number: number,
  run: LessonRun,
): RoomState['question'] {
  if (question?.number !== number || question.asks.kind !== 'lesson') return undefined;
  return question.closed && question.measured === undefined ? { ...question, run } : undefined;
}

/** H12: what screens call a member, but for a number (H12c). `given`: what it calls itself. */
export function shownName(room: RoomState | undefined, member: MemberId, given: string): string {
  const byHost = room?.renamed?.find((one) => one.member === member);
  if (byHost) return byHost.name;
  return room?.areNamesHidden ? hiddenAs(member, given) : given;
}
