// The other languages, each in five chunks: what is read before a person joins, what a ring shows at first sight,
// lessons, sheets, and all else.
import type { Dictionaries } from './text/dictionaries';

export const dictionaries: Dictionaries = {
  de: {
    first: () => import('./text/de/first'),
    ring: () => import('./text/de/ring-words'),
    rest: () => import('./text/de/rest'),
    lessons: () => import('./lessons/de'),
    sheets: () => import('./sheets/de'),
  },
  fr: {
    first: () => import('./text/fr/first'),
    ring: () => import('./text/fr/ring-words'),
    rest: () => import('./text/fr/rest'),
    lessons: () => import('./lessons/fr'),
    sheets: () => import('./sheets/fr'),
  },
};
