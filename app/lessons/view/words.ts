// The words of the lessons' charts as tables. They come with the words of the lessons: few open a table.

import { t } from '@lingui/core/macro';
export const tableWords = {
  get step() {
    return t`Step`;
  },
  get examples() {
    return t`Examples seen`;
  },
  get what() {
    return t`What`;
  },
  get begins() {
    return t`Begins`;
  },
  get ends() {
    return t`Ends`;
  },
  get takes() {
    return t`Takes`;
  },
  get forward() {
    return t`Forward`;
  },
  backward: (layer: number) => t`Backward, layer ${layer}`,
  sum: (number: number) => t`Sum ${number}`,
};
