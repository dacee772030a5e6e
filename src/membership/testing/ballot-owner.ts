import { nextBallot } from '../ballots';
import type { MemberId, View } from '../view';

/** The n-th ballot of this member after the view, from 1. */
export function ballotOwnerOf(view: View, member: MemberId, nth: number): number {
  let ballot = view.generation;
  for (let i = 0; i < nth; i++) ballot = nextBallot(view, member, ballot);
  return ballot;
}
