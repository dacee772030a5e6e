// An engine that takes longer, for trials: it computes as before and then waits, so that it slows no other replica on the
// same machine. The wait is spread as a slower device's time would be: a third before the first bucket, the rest over the
// buckets by their elements.
import type { Clock } from '../base/clock';
import { waitFor } from '../base/deadline';
import type { Engine } from './engine';
import { withCalls } from './with-calls';

/** The forward pass’s share of the wait, as of a gradient. */
const forwardShare = 1 / 3;

/** `engine`: an object of functions, not of a class. */
export function waitingEngine(engine: Engine, clock: Clock, waitMs: number): Engine {
  return withCalls(engine, {
    async gradient(microBatches, buckets, into, onBucket, options) {
      if (microBatches.length === 0) return engine.gradient(microBatches, buckets, into, onBucket, options);
      const startMs = clock.now();
      const total = buckets.reduce((sum, { start, end }) => sum + end - start, 0);
      let done = 0;
      const shares = buckets.map(({ start, end }) => {
        done += end - start;
        return options.overlap ? forwardShare + (1 - forwardShare) * (done / total) : 1;
      });
      /** When each bucket was computed, in ms after the start. */
      const computedMs: number[] = buckets.map(() => 0);
      const computed = await engine.gradient(
        microBatches,
        buckets,
        into,
        (index) => (computedMs[index] = clock.now() - startMs),
        options,
      );
      for (const { index } of buckets) {
        await pauseUntil(startMs + computedMs[index] + waitMs * shares[index], clock, options.signal);
        onBucket(index);
      }
      return computed;
    },
  });
}

async function pauseUntil(dueMs: number, clock: Clock, signal: AbortSignal | undefined): Promise<void> {
  const leftMs = dueMs - clock.now();
  if (leftMs <= 0) return;
  const wait = waitFor<void>(clock, leftMs + graceMs, 'the end of a wait', signal);
  const cancel = clock.after(leftMs, () => wait.settle());
  await wait.promise.finally(cancel);
}

/** A timer of a busy page may be late. */
const graceMs = 60_000;
