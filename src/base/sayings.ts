// What a program says to people: that something happened, or why it failed. A saying is a code with the values of its sentence,
// and no words: the page has a sentence for each code in its language (app/words), and commands in Node read the English one of
// the same catalogue (src/cli/english/in-english.ts). A sentence within a sentence is a whole saying again, so that no half of one can
// be in another language. Nothing here travels between replicas, and nothing is in a digest.
import type { FileSayings } from './file-sayings';
import type { LayerSayings } from './layer-sayings';
import type { NoteSayings } from './note-sayings';
import type { PageSayings } from './page-sayings';
import type { ReplicaSayings } from './replica-sayings';
import type { RunSayings } from './run-sayings';
import type { SavedSayings } from './saved-sayings';

type Sayings = ReplicaSayings &
  PageSayings &
  FileSayings &
  RunSayings &
  LayerSayings &
  SavedSayings &
  NoteSayings;
type SayingCode = keyof Sayings;

/** What somebody is called, or a file: as it is written, or as a saying where it has no name of its own. */
export type Name = string | Saying;

/** A size, which languages write with units of their own. */
export interface Bytes {
  readonly bytes: number;
}

interface Plain<Code> {
  readonly code: Code;
  readonly values?: undefined;
  /** What English says in its place, for it says more: an error's own words, or the byte of a damage. No other language
   *  shows it but apart, marked as English. */
  readonly english?: string;
}

interface WithValues<Code, Values> {
  readonly code: Code;
  readonly values: Readonly<Values>;
  readonly english?: string;
}

export type SayingOf<Code extends SayingCode> = Code extends SayingCode
  ? Sayings[Code] extends undefined
    ? Plain<Code>
    : WithValues<Code, Sayings[Code]>
  : never;

/** Structured-cloneable. */
export type Saying = { readonly [Code in SayingCode]: SayingOf<Code> }[SayingCode];

type Given<Code extends SayingCode> = Sayings[Code] extends undefined
  ? readonly []
  : readonly [values: Readonly<Sayings[Code]>];

export function say<Code extends SayingCode>(code: Code, ...[values]: Given<Code>): SayingOf<Code> {
  return { code, ...(values && { values }) } as unknown as SayingOf<Code>;
}

/** The same saying, for which English has words that say more. */
export function inFull(saying: Saying, english: string): Saying {
  return { ...(saying as object), english } as Saying;
}

/** Words of an error, or of a program for its developers: only English has them. */
export function unexpected(english: string): Saying {
  return { code: 'unexpected', english };
}

/** Values by name, of whatever code. */
export function valuesOf(saying: Saying): Readonly<Record<string, unknown>> {
  return (saying as { readonly values?: Readonly<Record<string, unknown>> }).values ?? {};
}

export function isSameSaying(one: Saying | undefined, other: Saying | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The words for logs, and for peers: English ones where the saying has some of its own, else its code and values. */
export function logged(saying: Saying): string {
  const { code, english } = saying;
  const values = valuesOf(saying);
  return english ?? (Object.keys(values).length > 0 ? `${code} ${JSON.stringify(values)}` : code);
}
