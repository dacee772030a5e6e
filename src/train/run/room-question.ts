// A question that the host asks all members of the room, to be answered by a number before the run shows it (H16). It names
// what is asked, and holds no text that a person wrote: screens know the words. Part of the room state. Pure.
import * as v from 'valibot';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const step = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(1e9));
const real = v.pipe(v.number(), v.finite());
/** Of a lesson, of one of its controls or of an option: a screen that does not know it says so. */
const word = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.,-]{0,23}$/i));
const name = v.pipe(v.string(), v.regex(/^[a-z][a-z-]{0,23}$/i));

export const mostAnswers = 64;
const mostControls = 8;

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

export const roomQuestion = v.strictObject({
  /** Rises with every question of the room. A record holds it as f32. */
  number: v.pipe(count, v.minValue(1), v.maxValue(1 << 24)),
  asks: question,
  /** Once it is closed: what the members had answered, ascending, and how many members there were. */
  closed: v.optional(
    v.strictObject({ answers: v.pipe(v.array(answer), v.maxLength(mostAnswers)), of: count }),
  ),
  /** What came. */
  measured: v.optional(answer),
});
export type RoomQuestion = v.InferOutput<typeof roomQuestion>;

/** As a member's record says it (H1). */
export interface GivenAnswer {
  readonly question: number;
  readonly value: number;
}

/** What these members have answered, ascending: no order tells who it was. Four digits say all. */
export function answersTo(
  asked: Pick<RoomQuestion, 'number'>,
  given: readonly (GivenAnswer | undefined)[],
): readonly number[] {
  return given
    .flatMap((each) => (each?.question === asked.number ? [Number(each.value.toPrecision(4))] : []))
    .slice(0, mostAnswers)
    .sort((a, b) => a - b);
}

export function isSameQuestion(a: RoomQuestion | undefined, b: RoomQuestion | undefined): boolean {
  return a?.number === b?.number && JSON.stringify(a?.asks) === JSON.stringify(b?.asks);
}
