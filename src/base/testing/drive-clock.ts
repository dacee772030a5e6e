// Runs simulated time: promises settle completely between any two timers, so that what happens depends on the
// clock and the seed alone, never on the machine.
import type { ManualClock } from '../clock';

/** Runs timers until `until` settles, and gives its value or reason. Throws after `limitMs` of simulated time. */
export async function drive<T>(clock: ManualClock, until: Promise<T>, limitMs = 600_000): Promise<T> {
  let settled = false;
  const mark = (): void => {
    settled = true;
  };
  until.then(mark, mark);
  const endMs = clock.now() + limitMs;
  for (;;) {
    await macrotask();
    if (settled) return until;
    if (clock.now() > endMs) throw new Error(`nothing settled within ${limitMs} ms of simulated time`);
    if (!clock.runNext()) throw new Error('nothing left to happen, and still waiting');
  }
}

/** Runs the timers of the next `ms`. */
export function driveFor(clock: ManualClock, ms: number): Promise<void> {
  return drive(clock, new Promise<void>((resolve) => clock.after(ms, resolve)), ms + 1);
}

/** Runs timers until `condition` holds; throws after `limitMs` of simulated time. */
export async function driveUntil(
  clock: ManualClock,
  condition: () => boolean,
  limitMs = 600_000,
): Promise<void> {
  const endMs = clock.now() + limitMs;
  for (;;) {
    await macrotask();
    if (condition()) return;
    if (clock.now() > endMs)
      throw new Error(`the condition did not hold within ${limitMs} ms of simulated time`);
    if (!clock.runNext()) throw new Error('nothing left to happen, and the condition does not hold');
  }
}

/** After all microtasks, however deep. A port where setImmediate is missing: browsers clamp nested timeouts. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') return void setImmediate(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });
}
