// The other languages, each in four chunks: what is read before a person joins, lessons, sheets, and all else.
import type { Dictionaries } from './text/dictionaries';

export const dictionaries: Dictionaries = {
  de: {
    first: () => import('./text/de/first'),
    rest: () => import('./text/de/rest'),
    lessons: () => import('./lessons/de'),
    sheets: () => import('./sheets/de'),
  },
  fr: {
    first: () => import('./text/fr/first'),
    rest: () => import('./text/fr/rest'),
    lessons: () => import('./lessons/fr'),
    sheets: () => import('./sheets/fr'),
  },
};
