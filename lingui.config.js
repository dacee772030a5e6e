// The catalogues of sentences, one PO file a language each: which folders say their sentences. `npm run words` writes new
// sentences into them, `npm run check:words` finds what is missing, unused or false, and the build makes one chunk of each.
import { readFileSync } from 'node:fs';
import babel from '@lingui/cli/api/extractors/babel';
import { formatter } from '@lingui/format-po';
import { catalogues, languages, placesOfOthers } from './scripts/words/catalogues.mjs';
import { extractSayings } from './scripts/words/extract-sayings.mjs';

/** @type {import('@lingui/conf').LinguiConfig} */
export default {
  locales: languages,
  sourceLocale: 'en',
  catalogs: Object.entries(catalogues).map(([name, folders]) => ({
    path: `<rootDir>/app/words/{locale}/${name}`,
    include: folders.map((folder) => `<rootDir>/${folder}`),
    exclude: [
      '**/*.test.*',
      '**/*.css',
      ...placesOfOthers(name).flatMap((place) => [`<rootDir>/${place}`, `<rootDir>/${place}/**`]),
    ],
  })),
  // A file that says nothing takes as long to read as one that does.
  extractors: [
    extractSayings,
    {
      ...babel,
      match: (file) => babel.match(file) && readFileSync(file, 'utf8').includes('@lingui/core/macro'),
    },
  ],
  format: formatter({ lineNumbers: false }),
  orderBy: 'origin',
};
