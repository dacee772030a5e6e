// Members make no progress while the ring waits for them: the view is to end, and the next one to be without them (S5).
import type { MemberId } from '../../membership/view';

export class StalledError extends Error {
  override name = 'StalledError';

  constructor(
    readonly members: readonly MemberId[],
    waitedFor: string,
  ) {
    super(`waited too long for ${waitedFor}`);
  }
}
