// What a device that only watches answers to the host's question (H16d), as a note to the members. A stranger made it, so it
// is validated here at the edge.
import * as v from 'valibot';
import { answer } from '../../room/room-question';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const answerNote = v.strictObject({
  kind: v.literal('answer'),
  /** Drawn by the device: whoever comes back after a cut, under another id of the server, still has one answer. */
  by: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  /** Rises with each change of mind: a note that is repeated changes nothing. */
  change: count,
  /** The question’s number. */
  question: v.pipe(count, v.minValue(1)),
  value: answer,
});
export type AnswerNote = v.InferOutput<typeof answerNote>;

/** undefined: a note about something else, or none of ours. */
export function readAnswerNote(data: unknown): AnswerNote | undefined {
  const parsed = v.safeParse(answerNote, data, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}
