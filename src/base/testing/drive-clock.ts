// Runs simulated time. All promises settle between any two timers, so that a run depends on the clock and the seed
// only, never on the machine.
import type { ManualClock } from '../clock';

/** Runs timers until `until` settles, and returns its outcome. Throws after `limitMs` of simulated time. */
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
    if (clock.now() > endMs)
      throw new Error(`the promise did not settle within ${limitMs} ms of simulated time`);
    if (!clock.runNext()) throw new Error('the promise is pending, and no timer is left');
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
    if (!clock.runNext()) throw new Error('the condition does not hold, and no timer is left');
  }
}

/** Calls of `settled` between two turns of the event loop, so that timeouts and the test runner are served. */
const turnEvery = 1_000;
let calls = 0;

/** Resolves after all microtasks, however deep, and in Node without a turn of the event loop: a turn takes longer than most
 *  events of a simulation. It waits for no file, thread or real timer. */
export function settled(): Promise<void> {
  if (typeof globalThis.process?.nextTick !== 'function' || ++calls % turnEvery === 0) return macrotask();
  // The next tick that a microtask asks for follows all others; one that a timer or a message asks for goes before them.
  return Promise.resolve().then(() => new Promise((resolve) => process.nextTick(resolve)));
}

/** Resolves after all microtasks, however deep, and a turn of the event loop. Uses a message port where setImmediate is missing, because browsers
 *  clamp nested timeouts. */
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
