// A member's answer to the host's question, as members pass it on: a note that its author signed with its pass (D5). So
// nobody can answer for another. The signature covers what was asked: it counts for no other question of that number.
import * as v from 'valibot';
import { isPassClaim, isSignedAnswer, signAnswer } from '../net/room/signed-command';
import { passClaim, type PassClaim } from '../net/room/pass-claim';
import type { MemberId } from '../membership/view';
import { answer, mostAsked, type RoomQuestion } from './room-question';

export const signedAnswer = v.strictObject({
  question: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(mostAsked)),
  value: answer,
  /** Rises with each change of mind: a time of the author's clock. */
  change: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  by: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  pass: passClaim,
  signature: v.pipe(v.string(), v.length(86)),
});
export type SignedAnswer = v.InferOutput<typeof signedAnswer>;

/** Who answers: a member, and the pass by which a room knows it (R22). */
export interface Author {
  readonly self: MemberId;
  readonly code: string;
  readonly claim: PassClaim;
  /** The pass itself. */
  readonly secret: string;
}

export function signedAnswerTo(
  question: RoomQuestion,
  { value, change }: Pick<SignedAnswer, 'value' | 'change'>,
  { self, code, claim, secret }: Author,
): SignedAnswer {
  const given = { question: question.number, value, change, by: self, pass: claim };
  return { ...given, signature: signAnswer(secret, fieldsOf(question, given, code)) };
}

/** Does the pass that this member claims say this, to this question? */
export function isAnswerTo(question: RoomQuestion, given: SignedAnswer, code: string): boolean {
  const { by, pass, signature } = given;
  return (
    given.question === question.number &&
    isPassClaim(pass.signature, pass.key, code, by) &&
    isSignedAnswer(signature, pass.key, fieldsOf(question, given, code))
  );
}

function fieldsOf(
  { asks }: RoomQuestion,
  { question, value, change, by }: Omit<SignedAnswer, 'pass' | 'signature'>,
  code: string,
): readonly string[] {
  return [code, JSON.stringify(asks), ...[question, value, change].map(String), by];
}
