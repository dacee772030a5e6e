// Training measures an engine again and again. An engine chosen at an earlier visit that is now slower than another
// engine was then is not to be trusted: the next visit measures again.
import type { Clock } from '../../base/clock';
import type { Engine } from '../../model/engine';
import { withCalls } from '../../model/with-calls';

/** The first gradients warm up. */
const warmUps = 5;
/** The times of which the median counts, so that a few slow ones do not. */
const counted = 15;

/** The same engine. `onSlow` is called once, if its gradients of a micro-batch take longer than `limitMs`. */
export function withSpeedCheck(engine: Engine, clock: Clock, limitMs: number, onSlow: () => void): Engine {
  let seen = 0;
  const times: number[] = [];
  return withCalls(engine, {
    async gradient(...call) {
      const startMs = clock.now();
      const sums = await engine.gradient(...call);
      const [{ length }] = call;
      if (length === 0 || times.length === counted || ++seen <= warmUps) return sums;
      times.push((clock.now() - startMs) / length);
      if (times.length === counted && median(times) > limitMs) onSlow();
      return sums;
    },
  });
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
}
