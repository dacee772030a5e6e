// A latch that many events may raise and one waiter awaits: an idle ring sleeps on it.

export class Wake {
  #raised = false;
  #resolve: (() => void) | undefined;

  raise(): void {
    this.#raised = true;
    this.#resolve?.();
  }

  /** Settles at once when raised since the last wait; rejects with the signal's reason. */
  async wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let abort = (): void => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#resolve = resolve;
        abort = () => reject(signal.reason as Error);
        signal.addEventListener('abort', abort);
        if (this.#raised) resolve();
      });
    } finally {
      this.#raised = false;
      this.#resolve = undefined;
      signal.removeEventListener('abort', abort);
    }
  }
}
