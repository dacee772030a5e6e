// The text of: runs.
import { area } from './language';

export const runsText = area('runs', {
  // run-words
  // What is counted: a code of the run, and its word for many and for one.
  many: { examples: 'examples', characters: 'characters', tokens: 'tokens', windows: 'windows' },
  single: { examples: 'example', characters: 'character', tokens: 'token', windows: 'window' },
  schedules: { constant: 'constant', linear: 'linear', cosine: 'cosine' },
  twoMoons: 'Two moons',
  twoSpirals: 'Two spirals',
  circles: 'Circles',
  drawnDigits: 'Drawn digits',
  files: (name: string) => `Files: ${name}`,
  generatedStories: 'Generated stories',
  text: (name: string) => `Text: ${name}`,
  linear: (inputs: number, units: string) => `Linear ${inputs} – ${units}`,
  mlp: (value: string) => `MLP ${value}`,
  cnnFilters: (filters: string, units: string) => `CNN ${filters} filters, ${units}`,
  gptChannelsHeads: (layers: number, channels: number, heads: number, context: number) =>
    `GPT ${layers} × ${channels} channels, ${heads} heads, ${context} tokens`,
  adamw: 'AdamW',
  sgdMomentum: 'SGD with momentum',
  nesterovMomentum: 'Nesterov momentum',
  rate: (kind: string) => `${kind} rate`,
  clipped: (clipNorm: number) => `clipped at ${clipNorm}`,
  notClipped: 'not clipped',
  mixedPrecision: 'mixed precision',
  learningRate: (learningRate: string) => `learning rate ${learningRate}`,
  batchEach: (localBatch: string) => `batch ${localBatch} each`,
  seed: (seed: number) => `seed ${seed}`,
  rateScaling: 'another rule for the rate',
  shardsOther: 'another split of the batch',
  bucketsOther: 'other buckets',
  evaluationOther: 'measured on held-out examples at other steps',
  memoryOther: 'activations kept otherwise',
  batchInAll: (batch: string) => `batch ${batch} in all`,
  microBatch: (size: string) => `micro-batch ${size}`,
  heldOut: (count: string) => `${count} held out`,
  stepsInAll: (count: string) => `${count} steps in all`,
  sameSettings: 'the same settings',

  // saved-run-words
  step: (step: string, steps: string) => `Step ${step} of ${steps}`,
  loss: (loss: string) => `loss ${loss}`,
  wholeNumberAbove: (step: string) => `A whole number above ${step}, at most 1,000,000.`,
});
