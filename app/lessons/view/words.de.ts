// The words of the lessons' charts as tables, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'view.tableWords': {
    step: 'Schritt',
    examples: 'Gesehene Beispiele',
    what: 'Was',
    begins: 'Beginn',
    ends: 'Ende',
    takes: 'Dauer',
    forward: 'Vorwärts',
    backward: (layer) => `Zurück, Schicht ${layer}`,
    sum: (number) => `Summe ${number}`,
  } satisfies Said<typeof english.tableWords>,
};
