// Waits for work that says now and then that it continues. Silence is counted in slices: a device that slept has missed
// one slice, however long it slept, so a suspended one is not taken for a stuck one.
import type { Clock } from './clock';

export class SilenceError extends Error {
  override name = 'SilenceError';
}

/** Rejects as the work does, or with SilenceError after `slices` of `sliceMs` without a word. The work is not stopped:
 *  what it comes to after that is dropped. */
export async function untilSilent<T>(
  clock: Clock,
  { sliceMs, slices }: { readonly sliceMs: number; readonly slices: number },
  /** The name in the message: 'the plain loops'. */
  who: string,
  work: (goesOn: () => void) => Promise<T>,
): Promise<T> {
  let cancel = (): void => undefined;
  let missed = 0;
  const silence = new Promise<never>((_, reject) => {
    const look = (): void => {
      if (++missed === slices)
        reject(new SilenceError(`${who} said nothing for ${(sliceMs * slices) / 1000} s`));
      else cancel = clock.after(sliceMs, look);
    };
    cancel = clock.after(sliceMs, look);
  });
  try {
    return await Promise.race([work(() => (missed = 0)), silence]);
  } finally {
    cancel();
  }
}
