// The text of: setup.
import { englishRunProblems } from '../../src/base/run-problems';
import { area } from './language';

export const setupText = area('setup', {
  // run-settings
  whatLearn: 'What to learn',
  yourOwnFiles: 'Your own files',
  tableTextImages:
    'A table, a text, or images in folders. They stay on this device, unless you send them to members.',
  picturesFromCamera: 'Pictures from the camera',
  nameTwoTen:
    'Name two to ten classes, and take pictures of each. They stay on this device, unless you send them to members.',
  publicDataset: 'A public dataset',
  mnistFashionMnist: 'MNIST, Fashion-MNIST, Shakespeare, or one of Hugging Face’s, downloaded.',
  loading: 'Loading …',
  moreSettings: 'More settings',
  linkBroughtThese: 'The link brought these settings. What differs from the preset is under “More settings”.',
  linkBroughtChoice: 'The link brought this choice.',
  parametersActivations: (parameterCount: string, activationBytes: string) =>
    `${parameterCount} parameters, ${activationBytes} of activations.`,

  // saved-runs
  filesGpt: (value: string) => `${value}, or the files of a GPT-2`,
  checkpointFile: 'Or a checkpoint file',
  checkpointFile2: 'A checkpoint file',
  readingWholeFile: 'Reading the whole file …',
  chooseDropHere:
    'Choose or drop it here: a checkpoint, or a GPT-2 as Transformers saves it (model.safetensors, config.json and tokenizer.json). It stays on this device.',
  fileCouldNot: 'the file could not be read',

  // run-problem-words
  runProblems: englishRunProblems,
});
