// The words of the lessons' charts as tables. They come with the words of the lessons: few open a table.
import { area } from '../../text/language';

export const tableWords = area('view.tableWords', {
  step: 'Step',
  examples: 'Examples seen',
  what: 'What',
  begins: 'Begins',
  ends: 'Ends',
  takes: 'Takes',
  forward: 'Forward',
  backward: (layer: number) => `Backward, layer ${layer}`,
  sum: (number: number) => `Sum ${number}`,
});
