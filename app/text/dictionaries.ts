// The types of a language: it holds every text of every area, or it does not compile. And which chunk holds which areas.
import type { filesText } from './files';
import type { notesText } from './notes';
import type { sayingsText } from './sayings';
import type { setupText } from './setup';
import type { troubleText } from './trouble';
import type { troublesText } from './troubles';
import type { Language } from './language';

/** What Home and Join show. */
export interface FirstWords {
  readonly trouble: typeof troubleText;
  readonly setup: typeof setupText;
}

/** The words of the first screen of a ring. */
export interface RingWords {
  readonly sayings: typeof sayingsText;
  readonly troubles: typeof troublesText;
}

/** The words of other screens, and of the tabs and dialogs of a ring. */
export interface OtherWords {
  readonly files: typeof filesText;
  readonly notes: typeof notesText;
}

/** How a language is fetched: one chunk each. */
export interface Loaders {
  readonly first: () => Promise<{ readonly default: FirstWords }>;
  readonly ring: () => Promise<{ readonly default: RingWords }>;
  readonly rest: () => Promise<{ readonly default: OtherWords }>;
}

/** A language whose words are all in catalogues has none. */
export type Dictionaries = Readonly<Partial<Record<Language, Loaders>>>;

const inRing: Readonly<Record<keyof RingWords, true>> = {
  sayings: true,
  troubles: true,
};

const inRest: Readonly<Record<keyof OtherWords, true>> = {
  files: true,
  notes: true,
};

/** Whether a chunk has words for one of these areas. */
export function holdsOneOf(chunk: Exclude<keyof Loaders, 'first'>, areas: readonly string[]): boolean {
  return areas.some((area) => area in (chunk === 'ring' ? inRing : inRest));
}
