// Lets timers, messages and other replicas of the same process run between two pieces of plain computation.
// Not setTimeout: browsers clamp nested ones to 4 ms.

export function yieldToLoop(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
