// The types of a language: it holds every text of every area, or it does not compile. And which chunk holds which areas.
import type { filesText } from './files';
import type { formText } from './form';
import type { frameText } from './frame';
import type { homeText } from './home';
import type { joinText } from './join';
import type { notesText } from './notes';
import type { numbersText } from './numbers';
import type { presetsText } from './presets';
import type { sayingsText } from './sayings';
import type { sessionText } from './session';
import type { setupText } from './setup';
import type { startText } from './start';
import type { troubleText } from './trouble';
import type { troublesText } from './troubles';
import type { uiText } from './ui';
import type { Language } from './language';

/** What Home and Join show. */
export interface FirstWords {
  readonly frame: typeof frameText;
  readonly home: typeof homeText;
  readonly join: typeof joinText;
  readonly numbers: typeof numbersText;
  readonly presets: typeof presetsText;
  readonly trouble: typeof troubleText;
  readonly start: typeof startText;
  readonly setup: typeof setupText;
  readonly form: typeof formText;
  readonly ui: typeof uiText;
}

/** The words of the first screen of a ring. */
export interface RingWords {
  readonly sayings: typeof sayingsText;
  readonly session: typeof sessionText;
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
  session: true,
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
