// A typed event emitter. Listeners run in order of registration; one that throws does not stop the others.

export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(event: never) => void>>();

  /** Returns the function that removes the listener. */
  on<K extends keyof Events>(kind: K, listener: (event: Events[K]) => void): () => void {
    const set = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, set);
    set.add(listener as (event: never) => void);
    return () => set.delete(listener as (event: never) => void);
  }

  emit<K extends keyof Events>(kind: K, event: Events[K]): void {
    for (const listener of [...(this.#listeners.get(kind) ?? [])]) {
      try {
        (listener as (event: Events[K]) => void)(event);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** Surfaces a listener's error as an uncaught one, where the page and the tests see it. */
function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
