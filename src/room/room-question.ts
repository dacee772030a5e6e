// A question that the host asks all members of the room, to be answered by a number before the run shows it (H16). It
// names what is asked, and holds no text that a person wrote: screens know the words. Part of the room's document. Pure.
import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const step = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1e9));
const real = v.pipe(v.number(), v.finite());
/** The word of a lesson, of one of its controls or of an option: a screen that does not know it says so. */
const word = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.,-]{0,23}$/i));
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,23}$/i));

export const mostAnswers = 64;
/** As many devices as may watch a room (R18). */
export const mostObserved = 64;
const mostControls = 8;
/** The number of a question begins again after so many. */
export const mostAsked = 1 << 24;

export const question = v.variant('kind', [
  /** The mean training loss of the ten steps that end with `step`. `most`: the largest answer. */
  v.strictObject({
    kind: v.literal('loss'),
    step,
    most: v.pipe(real, v.minValue(1e-3), v.maxValue(1e6)),
  }),
  /** The mean training accuracy of these steps, in percent. */
  v.strictObject({ kind: v.literal('accuracy'), step }),
  /** How many times as many examples a second so many replicas do as one. */
  v.strictObject({
    kind: v.literal('speed-up'),
    replicas: v.pipe(v.number(), v.safeInteger(), v.minValue(2), v.maxValue(64)),
  }),
  /** That of a lesson, with these settings. Of a choice the answer is the number of an option, from 0 on. */
  v.strictObject({
    kind: v.literal('lesson'),
    lesson: name,
    values: v.pipe(
      v.record(name, word),
      v.check((values) => Object.keys(values).length <= mostControls, `at most ${mostControls} controls`),
    ),
  }),
]);
export type Question = v.InferOutput<typeof question>;

export const answer = real;

const mostCurves = 4;
export const mostCurveLosses = 24;
const mostFacts = 8;

/** How far the host's device is with the runs of a lesson (H19): numbers only. Screens know the words. */
export const lessonRun = v.pipe(
  v.strictObject({
    /** Steps of all its runs. */
    done: count,
    of: count,
    /** A run each, in the lesson's order: what its chart draws at the end of equal parts of the axis, up to `upTo`. */
    curves: v.pipe(
      v.array(v.strictObject({ upTo: count, losses: v.pipe(v.array(real), v.maxLength(mostCurveLosses)) })),
      v.maxLength(mostCurves),
    ),
    /** The facts by which every screen explains what came, in the lesson's order; null: not measured. Absent until the
     *  runs are over. */
    facts: v.optional(v.pipe(v.array(v.nullable(real)), v.maxLength(mostFacts))),
  }),
  v.check(({ done, of }) => done <= of, 'no more steps are done than there are'),
);
export type LessonRun = v.InferOutput<typeof lessonRun>;

export const roomQuestion = v.strictObject({
  /** Rises with every question of the room. */
  number: v.pipe(count, v.minValue(1), v.maxValue(mostAsked)),
  asks: question,
  /** Once it is closed: what was answered, ascending, and how many could answer: the members, and the devices that watch
   *  and did. */
  closed: v.optional(
    v.strictObject({ answers: v.pipe(v.array(answer), v.maxLength(mostAnswers + mostObserved)), of: count }),
  ),
  /** The run of a lesson's question: the host's device runs it, or has run it. */
  run: v.optional(lessonRun),
  /** What came. */
  measured: v.optional(answer),
});
export type RoomQuestion = v.InferOutput<typeof roomQuestion>;

/** The answer as a member says it (D5). */
export interface GivenAnswer {
  readonly question: number;
  readonly value: number;
}

/** What these members have answered, and devices that watch, ascending: no order tells who it was. Four digits say all. */
export function answersTo(
  asked: Pick<RoomQuestion, 'number'>,
  given: readonly (GivenAnswer | undefined)[],
  observed: readonly number[] = [],
): readonly number[] {
  const members = given.flatMap((each) => (each?.question === asked.number ? [each.value] : []));
  return [...members.slice(0, mostAnswers), ...observed.slice(0, mostObserved)]
    .map((value) => Number(value.toPrecision(4)))
    .sort((a, b) => a - b);
}

export function isSameQuestion(a: RoomQuestion | undefined, b: RoomQuestion | undefined): boolean {
  return a?.number === b?.number && JSON.stringify(a?.asks) === JSON.stringify(b?.asks);
}
