// Members make no progress while the ring waits for them: the view is to end, and the next one to be without them (S5).
import { DeadlineError } from '../../base/deadline';
import type { MemberId } from '../../membership/view';

export class StalledError extends DeadlineError {
  constructor(
    readonly members: readonly MemberId[],
    waitedFor: string,
    waitedMs: number,
  ) {
    super(waitedFor, waitedMs);
  }
}
