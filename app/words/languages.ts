// The languages of the page: a folder of catalogues is one. English, which is written in the components, comes first.
import type { Language } from './language';

const folders = Object.keys(import.meta.glob('./*/rest.po')).map((path) => path.split('/')[1]);

export const languages: readonly Language[] = ['en', ...folders.filter((one) => one !== 'en').sort()];

/** The name that its own speakers use, at the beginning of a line: 'Français'. */
export function languageName(language: Language): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
