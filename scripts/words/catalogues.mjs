// Which sentences go into which catalogue. A catalogue is one chunk a language, fetched with the first part of the page that
// says a sentence of it: so it holds what people read at about the same time.
import { readdirSync } from 'node:fs';

const words = new URL('../../app/words/', import.meta.url);

/** A language is a folder of catalogues. */
export const languages = readdirSync(words, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const laterLessons = [
  'one-model',
  'effective-batch',
  'communication-wall',
  'fuse-and-overlap',
  'fewer-bytes',
  'talk-less',
  'peer-dies',
  'when-it-stops',
];

/** The folders and files of each catalogue. A path within another one goes before it: a file may have another catalogue
 *  than its folder. */
export const catalogues = {
  calculator: [
    'app/bridge/words/calculator-words.ts',
    'app/screens/calculator.tsx',
    'app/screens/calculator-chart.tsx',
    'app/screens/calculator-fields.tsx',
    'app/screens/calculator-results.tsx',
  ],
  senses: ['app/panels/senses', 'app/panels/host/senses', 'app/panels/playground/live'],
  check: ['app/screens/check.tsx', 'app/screens/check-findings.ts'],
  entry: ['app/bridge/words/local-network-words.ts', 'app/screens/join-notes.tsx'],
  // What Home and Join show, and small parts that every screen has.
  first: [
    'app/bridge/form',
    'app/bridge/words/advice-words.ts',
    'app/bridge/words/code-words.ts',
    'app/bridge/words/device-name.ts',
    'app/bridge/words/engine-options.ts',
    'app/bridge/words/engine-words.ts',
    'app/bridge/words/first-trouble.ts',
    'app/bridge/words/format.ts',
    'app/bridge/words/preset-words.ts',
    'app/bridge/words/room-news-words.ts',
    'app/panels/host/run-settings.tsx',
    'app/screens/alone.tsx',
    'app/screens/device-badge.tsx',
    'app/screens/error-boundary.tsx',
    'app/screens/frame.tsx',
    'app/screens/home.tsx',
    'app/screens/join.tsx',
    'app/screens/kept-runs-link.tsx',
    'app/screens/home-ring.tsx',
    'app/screens/join-with-code.tsx',
    'app/screens/open-room.ts',
    'app/screens/resume-run.tsx',
    'app/screens/room.tsx',
    'app/screens/start-room.tsx',
    'app/screens/start.tsx',
    'app/screens/trouble-card.tsx',
    'app/screens/try-alone.tsx',
    'app/ui',
  ],
  // What is wrong with the settings of a run: fetched with the form, which Home goes without.
  form: ['app/bridge/form/run-form.ts', 'app/panels/host/own-choices.ts', 'app/panels/host/saved-runs.tsx'],
  host: [
    'app/panels/host',
    'app/bridge/form/network-form.ts',
    'app/bridge/words/resume-words.ts',
    'app/bridge/words/trained-words.ts',
  ],
  // The first lesson begins with the picture of a sum, and goes without the texts of the others.
  'first-lesson': ['app/lessons/how-a-sum-travels'],
  'lesson-texts': laterLessons.map((name) => `app/lessons/${name}`),
  lessons: ['app/lessons', 'app/screens/class-room.tsx', 'app/screens/lesson.tsx', 'app/screens/lessons.tsx'],
  'teacher-texts': ['how-a-sum-travels', ...laterLessons].map((name) => `app/lessons/${name}/teacher.ts`),
  playground: ['app/panels/playground', 'app/screens/playground.tsx', 'app/bridge/words/copy-words.ts'],
  rest: [
    'app/panels/league',
    'app/panels/question',
    'app/panels/timeline',
    'app/bridge/words/host-words.ts',
    'app/bridge/words/slide-words.ts',
    'app/bridge/words/what-if-words.ts',
  ],
  ring: [
    'app/bridge',
    'app/panels/activity',
    'app/panels/charts',
    'app/panels/host/demo-replicas.tsx',
    'app/panels/host/go-on.tsx',
    'app/panels/host/host-panel.tsx',
    'app/panels/host/keep-panel.tsx',
    'app/panels/host/new-run.tsx',
    'app/panels/host/play-row.tsx',
    'app/panels/host/rate-slider.tsx',
    'app/panels/host/resume-dialog.tsx',
    'app/panels/host/run-link.tsx',
    'app/panels/host/run-panel.tsx',
    'app/panels/host/saved-line.tsx',
    'app/panels/host/send-data.tsx',
    'app/panels/host/share-card.tsx',
    'app/panels/host/strangers.tsx',
    'app/panels/host/try-outs.tsx',
    'app/panels/host/door-control.tsx',
    'app/panels/host/use-save.ts',
    'app/panels/host/waiting.tsx',
    'app/panels/ring',
    'app/panels/sample',
    'app/screens/dashboard.tsx',
    'app/screens/console.tsx',
    'app/screens/ways-on.tsx',
    'app/screens/gathering.tsx',
    'app/screens/guest-phone.tsx',
    'app/screens/ring.tsx',
  ],
  sheets: ['app/screens/sheet.tsx', 'app/sheets'],
  watch: [
    'app/panels/watch',
    'app/bridge/words/wall-notes.ts',
    'app/bridge/words/watch-words.ts',
    'app/screens/project.tsx',
    'app/screens/projected-picture.tsx',
    'app/screens/watch-entry.tsx',
    'app/screens/watch.tsx',
  ],
  sum: ['app/panels/sum'],
  sayings: [
    'src/base/page-sayings.ts',
    'src/base/replica-sayings.ts',
    'app/bridge/words/technical-detail.tsx',
    'app/bridge/words/trouble.ts',
    'app/screens/trouble.tsx',
  ],
  'file-sayings': [
    'src/base/file-sayings.ts',
    'src/base/layer-sayings.ts',
    'src/base/note-sayings.ts',
    'src/base/run-sayings.ts',
    'src/base/saved-sayings.ts',
  ],
};

const places = Object.entries(catalogues)
  .flatMap(([name, paths]) => paths.map((place) => ({ name, place })))
  .sort((a, b) => b.place.length - a.place.length);

const isWithin = (file, place) => file === place || file.startsWith(`${place}/`);

/** @param {string} file From the root of the repository, as `app/panels/league/league-panel.tsx`. */
export function catalogueOf(file) {
  return places.find(({ place }) => isWithin(file, place))?.name;
}

/** The places within those of a catalogue that another one has. */
export function placesOfOthers(catalogue) {
  return places
    .filter(
      ({ name, place }) => name !== catalogue && catalogues[catalogue].some((own) => isWithin(place, own)),
    )
    .map(({ place }) => place);
}
