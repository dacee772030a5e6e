// The words of other languages that are no catalogues yet, in three chunks: what is read before a person joins, what a ring
// shows at first sight, and all else.
import type { Dictionaries } from './text/dictionaries';

export const dictionaries: Dictionaries = {
  de: {
    first: () => import('./text/de/first'),
    ring: () => import('./text/de/ring-words'),
    rest: () => import('./text/de/rest'),
  },
  fr: {
    first: () => import('./text/fr/first'),
    ring: () => import('./text/fr/ring-words'),
    rest: () => import('./text/fr/rest'),
  },
};
