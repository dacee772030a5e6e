// The activity log without repeats. A line that comes again directly after itself becomes one line with a count, and two lines
// that take turns become one line each. Pure.
import { isSameSaying } from '../../../src/base/sayings';
import type { Notice } from '../../../src/replica/protocol';

export interface FoldedNotice {
  /** The newest of them. */
  readonly notice: Notice;
  readonly count: number;
}

/** The notices in their order; of two that take turns the newest places count. */
export function foldedNotices(notices: readonly Notice[]): readonly FoldedNotice[] {
  const folded: FoldedNotice[] = [];
  for (const notice of notices) {
    const [first, second, third] = folded.slice(-3);
    if (isSame(folded.at(-1), notice)) folded.push(repeated(folded.pop()!, notice, 1));
    else if (third && isSame(first, third.notice) && isSame(second, notice))
      folded.splice(-3, 3, repeated(first, third.notice, third.count), repeated(second, notice, 1));
    else folded.push({ notice, count: 1 });
  }
  return folded;
}

function isSame(line: FoldedNotice | undefined, { level, says }: Notice): boolean {
  return line?.notice.level === level && isSameSaying(line.notice.says, says);
}

function repeated({ count }: FoldedNotice, newest: Notice, times: number): FoldedNotice {
  return { notice: newest, count: count + times };
}
