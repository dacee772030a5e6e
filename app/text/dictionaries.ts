// The types of a language: it holds every text of every area, or it does not compile. And which chunk holds which areas.
import type { activityText } from './activity';
import type { batchesText } from './batches';
import type { chartsText } from './charts';
import type { dataText } from './data';
import type { filesText } from './files';
import type { formText } from './form';
import type { frameText } from './frame';
import type { homeText } from './home';
import type { hostingText } from './hosting';
import type { joinText } from './join';
import type { networkText } from './network';
import type { notesText } from './notes';
import type { numbersText } from './numbers';
import type { pageText } from './page';
import type { phasesText } from './phases';
import type { presetsText } from './presets';
import type { ringText } from './ring';
import type { runsText } from './runs';
import type { sampleText } from './sample';
import type { sayingsText } from './sayings';
import type { seriesText } from './series';
import type { sessionText } from './session';
import type { setupText } from './setup';
import type { startText } from './start';
import type { sumsText } from './sums';
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
  readonly activity: typeof activityText;
  readonly batches: typeof batchesText;
  readonly charts: typeof chartsText;
  readonly data: typeof dataText;
  readonly hosting: typeof hostingText;
  readonly network: typeof networkText;
  readonly page: typeof pageText;
  readonly phases: typeof phasesText;
  readonly ring: typeof ringText;
  readonly runs: typeof runsText;
  readonly sample: typeof sampleText;
  readonly sayings: typeof sayingsText;
  readonly series: typeof seriesText;
  readonly session: typeof sessionText;
  readonly sums: typeof sumsText;
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
  activity: true,
  batches: true,
  charts: true,
  data: true,
  hosting: true,
  network: true,
  page: true,
  phases: true,
  ring: true,
  runs: true,
  sample: true,
  sayings: true,
  series: true,
  session: true,
  sums: true,
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
