// Which sentences go into which catalogue. A catalogue is one chunk a language, fetched with the first part of the page that
// says a sentence of it: so it holds what people read at about the same time.
import { readdirSync } from 'node:fs';

const words = new URL('../../app/words/', import.meta.url);

/** A language is a folder of catalogues. */
export const languages = readdirSync(words, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** The folders of each catalogue. */
export const catalogues = {
  rest: ['app/panels/league'],
};

/** @param {string} file From the root of the repository, as `app/panels/league/league-panel.tsx`. */
export function catalogueOf(file) {
  return Object.entries(catalogues).find(([, folders]) =>
    folders.some((folder) => file === folder || file.startsWith(`${folder}/`)),
  )?.[0];
}
