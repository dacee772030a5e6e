// Expected failure as a value. `code` comes from a closed set per function; `message` is for people, in English.
import type { Detail, Saying } from './sayings';

export interface Failure<Code extends string = string> {
  readonly code: Code;
  readonly message: string;
  /** The same for another language; undefined: only English has it. */
  readonly says?: Saying;
}

export type Result<T, Code extends string = string> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: Failure<Code> };

/** The message, as a part of a larger sentence. */
export function asDetail({ message, says }: Failure): Detail {
  return { text: message, says };
}

/** The same failure under another code. */
export function failAs<Code extends string>(
  code: Code,
  { message, says }: Failure,
): { readonly ok: false; readonly error: Failure<Code> } {
  return fail(code, message, says);
}

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A message may quote what a peer or a file holds, which is long or worse (F7). */
export const mostMessage = 400;

export function fail<Code extends string>(
  code: Code,
  message: string,
  says?: Saying,
): { readonly ok: false; readonly error: Failure<Code> } {
  return { ok: false, error: { code, message: message.slice(0, mostMessage), ...(says && { says }) } };
}
