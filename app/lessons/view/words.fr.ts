// The words of the lessons' charts as tables, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'view.tableWords': {
    step: 'Pas',
    examples: 'Exemples vus',
    what: 'Quoi',
    begins: 'Début',
    ends: 'Fin',
    takes: 'Durée',
    forward: 'Aller',
    backward: (layer) => `Retour, couche ${layer}`,
    sum: (number) => `Somme ${number}`,
  } satisfies Said<typeof english.tableWords>,
};
