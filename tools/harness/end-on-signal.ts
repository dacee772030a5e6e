// What a command started (browsers, a room server, folders) ends with the event 'exit' of its process. Without a handler a
// signal ends the process without that event.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends a command that has nothing to say goodbye to. */
export function endOnSignal(): void {
  for (const signal of signals) process.once(signal, () => process.exit(1));
}
