// Turns of the event loop between two moments of a virtual clock: promises settle, and the page may draw. Browsers would hold
// each timer back for 4 ms; messages come at once.

export interface Turns {
  /** Resolves in the next turn. One at a time. */
  next(): Promise<void>;
  close(): void;
}

export function openTurns(): Turns {
  const { port1, port2 } = new MessageChannel();
  let resume: () => void = () => undefined;
  port1.onmessage = () => resume();
  return {
    next: () =>
      new Promise((resolve) => {
        resume = resolve;
        port2.postMessage(0);
      }),
    close: () => port1.close(),
  };
}
