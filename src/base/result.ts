// Expected failure as a value. `code` comes from a closed set per function; `says` is for people.
import { inFull, unexpected, type Saying } from './sayings';

export interface Failure<Code extends string = string> {
  readonly code: Code;
  readonly says: Saying;
}

export type Result<T, Code extends string = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure<Code> };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A message may quote what a peer or a file holds, which is long or worse (F7). */
export const mostMessage = 400;

/** `why`: a text is for developers, and stays English. */
export function fail<Code extends string>(
  code: Code,
  why: string | Saying,
): { readonly ok: false; readonly error: Failure<Code> } {
  const says = typeof why === 'string' ? unexpected(why.slice(0, mostMessage)) : bounded(why);
  return { ok: false, error: { code, says } };
}

function bounded(says: Saying): Saying {
  return says.english === undefined ? says : inFull(says, says.english.slice(0, mostMessage));
}
