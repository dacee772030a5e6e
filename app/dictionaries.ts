// The words of other languages that are no catalogues yet: one chunk a language.
import type { Dictionaries } from './text/dictionaries';

export const dictionaries: Dictionaries = {
  de: () => import('./text/de/first'),
  fr: () => import('./text/fr/first'),
  es: () => import('./text/es/first'),
};
