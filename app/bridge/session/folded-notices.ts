// The activity log without repeats. A line that comes again directly after itself becomes one line with a count. Pure.
import { isSameSaying } from '../../../src/base/sayings';
import type { Notice } from '../../../src/replica/protocol';

export interface FoldedNotice {
  /** The newest of them. */
  readonly notice: Notice;
  readonly count: number;
}

/** The notices in their order. */
export function foldedNotices(notices: readonly Notice[]): readonly FoldedNotice[] {
  const folded: FoldedNotice[] = [];
  for (const notice of notices) {
    const last = folded.at(-1);
    if (last && last.notice.level === notice.level && isSameSaying(last.notice.says, notice.says))
      folded[folded.length - 1] = { notice, count: last.count + 1 };
    else folded.push({ notice, count: 1 });
  }
  return folded;
}
