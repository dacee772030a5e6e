// The types of a language: it holds every text of every area, or it does not compile.
import type { setupText } from './setup';
import type { troubleText } from './trouble';
import type { Language } from './language';

/** What Home and Join show. */
export interface FirstWords {
  readonly trouble: typeof troubleText;
  readonly setup: typeof setupText;
}

/** How a language is fetched: one chunk. A language whose words are all in catalogues has none. */
export type Dictionaries = Readonly<
  Partial<Record<Language, () => Promise<{ readonly default: FirstWords }>>>
>;
