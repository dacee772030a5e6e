import type { Withholding } from '../header/header-record';

/** This replica withholds its gradient: the attempt is over, and in the next one it contributes 0 (S11). */
export class WithheldError extends Error {
  override name = 'WithheldError';
  constructor(readonly why: Exclude<Withholding, 'none'>) {
    super(`this replica’s gradient is ${why === 'overflow' ? 'too large for its precision' : why}`);
  }
}

/** Throws unless it may be sent. */
export function assertSent(why: Withholding): void {
  if (why !== 'none') throw new WithheldError(why);
}
