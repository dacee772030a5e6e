// The text of: playground.
import { area } from './language';

export const playgroundText = area('playground', {
  // attention-part
  token: 'token',
  character: 'character',
  whatEachReads: (unit: string) => `What each ${unit} reads`,
  headAttentionWeighs: (unit: string) =>
    `A head of attention weighs the ${unit}s before it. Row by row: how much each ${unit} reads of those before it and of itself.`,
  text: 'Text',
  attentionStep: (step: string) => `Attention at step ${step}`,
  step: (step: string) => `Step ${step}`,
  layer: 'Layer',
  head: 'Head',
  layerHeadWeights: (value: number, value2: number, size: number) =>
    `Layer ${value}, head ${value2}: ${size} by ${size} weights`,
  head2: (value: number) => `head ${value}`,
  position: 'Position',
  readsMost: (value: string, value2: number, value3: string, value4: number, value5: string) =>
    `“${value}” at ${value2} reads most of “${value3}” at ${value4}: ${value5}.`,

  // draw-part
  drawDigit: 'Draw a digit',
  tryImage: 'Try an image',
  drawMouseFinger:
    'Draw with a mouse, a finger or the arrow keys. The drawing is scaled and centred as the data’s images are.',
  takeExampleModel: 'Take an example that the model was not trained on.',
  clear: 'Clear',
  take: (value: string) => `Take ${value}`,
  example: 'an example',
  heldOutExample: 'a held-out example',
  stepWaitsSomething: (step: string) => `Step ${step} waits for something to read.`,
  readStep: (step: string) => `Read at step ${step}`,
  whatModelSees: 'What the model sees',
  reads: 'It reads',
  sure: (value: string, value2: string) => `, ${value} sure${value2}`,
  right: ', and that is right.',
  itIs: (value: string) => `; it is ${value}.`,
  probabilityEachClass: 'Probability of each class',

  // drawing-pad
  sheetDrawArrow: (value: string) =>
    `Sheet to draw on. Arrow keys move the pen, space puts it ${value}, delete clears.`,
  up: 'up',
  down: 'down',

  // examine-part
  examplesTrainsNone: 'examples that it trains on, for none are held out',
  heldOutExamples: 'held-out examples',
  whatMistakes: 'What it mistakes',
  rowWhatExample: (value: string, which: string) =>
    `${value} ${which}: a row is what an example is, a column what it is read as.`,
  first: (count: string, of: string) => `The first ${count} of ${of}`,
  all: (of: string) => `All ${of}`,
  readingExamples: 'Reading the examples …',
  mistakesStep: (step: string) => `Mistakes at step ${step}`,
  rightMeanLoss: (right: string, count: string, value: string, loss: string) =>
    `${right} of ${count} right, ${value}; mean loss ${loss}.`,
  confusionMatrixStep: (step: string) => `Confusion matrix at step ${step}`,
  read: 'is \\ read',
  misreadsNoneThem: 'It misreads none of them.',
  surestMistakesStep: (step: string) => `The surest mistakes at step ${step}`,
  read2: (value: string, value2: string, probability: string) =>
    `${value}, read as ${value2} with ${probability}`,
  isWord: (value: string, value2: string) => `${value}, is ${value2}`,

  // file-playground
  cannotUsed: (name: string, value: string) => `“${name}” cannot be used: ${value}`,
  savedRuns: 'Saved runs',
  play: 'Play with it',
  checkpointFile: 'Or a checkpoint file',
  checkpointFile2: 'A checkpoint file',
  readingWholeFile: 'Reading the whole file …',
  chooseDropAnywhere: 'Choose it, or drop it anywhere on this page. It stays on this device.',
  chooseSavedRun: 'Choose a saved run: then there is a model to try.',

  // filters-part
  whatFirstLayer: 'What the first layer looks for',
  onePictureEach:
    'One picture for each unit: blue where a larger value in the image raises it, orange where it lowers it.',
  filtersStep: (step: string) => `Filters at step ${step}`,
  fullColourWeight: (value: string, largest: string) => `${value}; full colour is a weight of ${largest}.`,
  units: (count: string, of: string) => `${count} of ${of} units`,
  units2: (of: string) => `${of} units`,
  weightsUnit: (value: number) => `Weights of unit ${value}`,

  // live-playground
  thereSomethingTry: 'There is something to try once this replica holds parameters: in a few seconds.',

  // plane-part
  movePoint: 'Move a point',
  groundShowsWhich:
    'The ground shows which class the model gives to each place: paler where it is unsure. Held-out points of class 1 are discs, those of class 0 are squares.',
  drawingBoundary: 'Drawing the boundary …',
  boundaryStep: (step: string) => `Boundary at step ${step}`,
  classStep: (value: string, value2: string, value3: number, max: string, step: string) =>
    `At (${value}, ${value2}) class ${value3}, with ${max} at step ${step}.`,
  whichClassModel: 'Which class the model gives to each place of the plane',

  // playground
  fileHoldsModel:
    'The file holds the model and not its data: what it misreads is shown only in the run itself.',
  parameters: (models: string, parameterCount: string) => `${models} · ${parameterCount} parameters`,
  beside: ' beside ',
  compare: 'Compare with',
  beforeTraining: 'Before training',
  moment: 'This moment',
  file: 'A file …',
  nothing: 'Nothing',
  savedRunCompare: 'A saved run to compare with',

  // watched-playground
  copyHereOpened: 'The copy is here, and is opened now.',

  // token-name
  space: 'space',
  tab: 'tab',
  lineBreak: 'line break',
  carriageReturn: 'carriage return',

  // use-playground
  beforeTraining2: 'before training',
  kept: 'kept',
  step2: (step: string, value: string) => `Step ${step}${value}`,

  // write-part
  write: 'Write',
  modelGoesFrom: (isOfCharacters: boolean) =>
    `The model goes on from a prompt, one ${isOfCharacters ? 'character' : 'token'} at a time. Each is drawn by its probability; the same seed draws the same text.`,
  prompt: 'Prompt',
  temperature: 'Temperature',
  topP: 'Top-p',
  all2: 'all',
  topK: 'Top-k',
  seed: 'Seed',
  wholeNumberFrom: 'A whole number from 0.',
  characters: 'Characters',
  tokens: 'Tokens',
  stop: 'Stop',

  // written-text
  writtenStep: (step: string) => `Written at step ${step}`,
  writtenStep2: (value: string, step: string) => `${value} written at step ${step}`,
  s: (count: string, unit: string, ms: string, value: string, value2: string) =>
    `${count} ${unit}s in ${ms}${value}${value2}`,
  doesNotKnow: (unknown: string) => `. It does not know “${unknown}”.`,
  secondDevice: (round: string) => `: ${round} a second on this device`,
  pointTapUse: (unit: string) => `Point at a ${unit}, tap it, or use the arrow keys: how likely it was.`,
  modelGaveAfter: (probability: string, chance: string) =>
    `: the model gave it ${probability}; after temperature and cuts it was drawn with ${chance}.`,
  likeliestSThere: (unitOf: string) => `The likeliest ${unitOf}s there`,
});
