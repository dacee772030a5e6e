// Waits of tests on real sockets and threads. Vitest's own limit is one second, which a busy machine may need.
import { vi } from 'vitest';

/** Guards against waiting for ever; no test asserts a time by it. */
const limitMs = 20_000;

/** Resolves when `check` no longer throws; after 20 s it rejects with the last error of `check`. */
export function waitFor(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, { timeout: limitMs, interval: 20 });
}
