// An error that a person may read. Whoever shows it asks for its saying, and never for the message, which is for logs.
import { logged, unexpected, type Saying } from './sayings';

export class SaidError extends Error {
  override name = 'SaidError';
  constructor(readonly says: Saying) {
    super(logged(says));
  }
}

/** What any error says, and a `Failure`. Without a code only its own words exist. Structured-cloneable. */
export function saidOf(error: unknown): Saying {
  const { says, message, name } = (error ?? {}) as Partial<SaidError>;
  return says ?? unexpected(message || name || String(error));
}
