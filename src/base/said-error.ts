// An error that a person may read: a sentence in English, and the same as a code.
import type { Failure } from './result';
import type { Detail, Saying } from './sayings';

export class SaidError extends Error {
  override name = 'SaidError';
  constructor(
    message: string,
    readonly says?: Saying,
  ) {
    super(message);
  }
}

export function saidError({ message, says }: Failure): SaidError {
  return new SaidError(message, says);
}

/** What any error says, and a `Failure`. Without a code only its own words exist. Structured-cloneable. */
export function saidOf(error: unknown): Detail {
  const { message, says, name } = (error ?? {}) as Partial<SaidError>;
  return { text: message || name || String(error), ...(says && { says }) };
}
