// Waiting with a deadline that counts time *without progress* (S5). Every wait names what it waits for, and it settles
// on all paths: value, deadline, abort.
import type { Clock } from './clock';

export class DeadlineError extends Error {
  override name = 'DeadlineError';
  constructor(
    readonly waitingFor: string,
    readonly afterMs: number,
  ) {
    super(`nothing heard for ${Math.round(afterMs)} ms while waiting for ${waitingFor}`);
  }
}

/** Floating point may round a time down. */
const roundingMs = 1e-6;

export interface Wait<T> {
  readonly promise: Promise<T>;
  readonly settle: (value: T) => void;
  readonly reject: (reason: Error) => void;
  /** Something moved: the deadline starts again. */
  readonly progress: () => void;
}

/** A promise that rejects with DeadlineError after `ms` without progress, or with the signal's reason. A function names
 *  what is still missing at the deadline. */
export function waitFor<T>(
  clock: Clock,
  ms: number,
  waitingFor: string | (() => string),
  signal?: AbortSignal,
): Wait<T> {
  let cancel = (): void => {};
  let settle!: (value: T) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<T>((resolve, rejectPromise) => {
    const abort = (): void => reject(abortReason(signal!));
    const done = (): void => {
      cancel();
      signal?.removeEventListener('abort', abort);
    };
    settle = (value) => {
      done();
      resolve(value);
    };
    reject = (reason) => {
      done();
      rejectPromise(reason);
    };
    signal?.addEventListener('abort', abort);
  });
  // Whoever waits is told of it. A rejection before that must not count as unhandled.
  promise.catch(() => undefined);
  // One timer, not one per progress: a ring makes progress thousands of times a second.
  let progressMs: number | undefined;
  const arm = (afterMs: number): void => {
    cancel = clock.after(afterMs, () => {
      const leftMs = progressMs === undefined ? 0 : progressMs + ms - clock.now();
      progressMs = undefined;
      if (leftMs > roundingMs) return arm(leftMs);
      reject(new DeadlineError(typeof waitingFor === 'string' ? waitingFor : waitingFor(), ms));
    });
  };
  arm(ms);
  if (signal?.aborted) reject(abortReason(signal));
  const progress = (): void => {
    progressMs = clock.now();
  };
  return { promise, settle, reject, progress };
}

export function abortReason(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason ?? 'aborted'));
}
