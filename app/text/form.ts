// The text of: form.
import { area } from './language';

export const formText = area('form', {
  // network-form
  everyFieldNeeds: 'Every field needs a number.',

  // run-form
  missing: (label: string) => `${label} is missing.`,
  notNumber: (label: string) => `${label} is not a number.`,
  least: (label: string, low: string) => `${label} is at least ${low}.`,
  most: (label: string, high: string) => `${label} is at most ${high}.`,
  wholeNumber: (label: string) => `${label} is a whole number.`,
  wholeNumbersCommas: (words: string) => `${words} are whole numbers with commas between: 64, 64.`,
  each: (words: string, most: string) => `${words}: each is 1 to ${most}.`,
  sixLayers: 'At most 6 layers.',
  oneLayer: 'At least one layer.',
  mostContext: (most: string) => `Context is at most ${most} for this text.`,
  unequalHeads: (channels: string, heads: string) =>
    `${channels} channels are not a whole number for each of ${heads} heads.`,
  rateAbove0: 'Learning rate is above 0.',
  denseUnits: 'Dense units',
  blocks: 'Blocks',
  channels: 'Channels',
  heads: 'Heads',
  context: 'Context',
  dropout: 'Dropout',
  batch: 'Batch',
  once: 'At once',
  batchRing: 'Batch of the ring',
  learningRate: 'Learning rate',
  warmUp: 'Warm-up',
  clipping: 'Clipping',
  steps: 'Steps',
  validationInterval: 'Validation interval',
  seed: 'Seed',
  widths: 'Widths',
  filters: 'Filters',

  // share-link
  unknownPreset: (name: string) =>
    `The link names a preset that this page does not know: “${name}”. Its settings are left out.`,
  newerVersionMade: 'A newer version made this link: what this one does not know is left out.',
  leftOut: (refusal: string) => `Left out: ${refusal}`,
  here: (label: string, given: string, taken: string) => `${label} was ${given}, and is ${taken} here.`,
  no: (given: string, key: string) => `“${given}” is no ${key}.`,
  tooManyFiles: (most: string) =>
    `the folder holds more than ${most} files, the most that are read: choose a part of it`,
});
