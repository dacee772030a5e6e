// The German text of: runs.
import type { runsText } from '../runs';

export const runs = {
  twoMoons: 'Zwei Monde',
  twoSpirals: 'Zwei Spiralen',
  circles: 'Kreise',
  drawnDigits: 'Gezeichnete Ziffern',
  files: (name) => `Dateien: ${name}`,
  generatedStories: 'Erzeugte Geschichten',
  text: (name) => `Text: ${name}`,
  linear: (inputs, units) => `Linear ${inputs} – ${units}`,
  mlp: (value) => `MLP ${value}`,
  cnnFilters: (filters, units) => `CNN ${filters} Filter, ${units}`,
  gptChannelsHeads: (layers, channels, heads, context) =>
    `GPT ${layers} × ${channels} Kanäle, ${heads} Köpfe, ${context} Token`,
  adamw: 'AdamW',
  sgdMomentum: 'SGD mit Momentum',
  nesterovMomentum: 'Nesterov-Momentum',
  rate: (kind) => `Rate: ${kind}`,
  clipped: (clipNorm) => `begrenzt auf ${clipNorm}`,
  notClipped: 'nicht begrenzt',
  mixedPrecision: 'gemischte Präzision',
  learningRate: (learningRate) => `Lernrate ${learningRate}`,
  batchEach: (localBatch) => `Batch je ${localBatch}`,
  seed: (seed) => `Seed ${seed}`,
  sameSettings: 'dieselben Einstellungen',
  step: (step, steps) => `Schritt ${step} von ${steps}`,
  loss: (loss) => `Verlust ${loss}`,
  wholeNumberAbove: (step) => `Eine ganze Zahl über ${step}, höchstens 1 000 000.`,
  many: { examples: 'Beispiele', characters: 'Zeichen', tokens: 'Token', windows: 'Fenster' },
  single: { examples: 'Beispiel', characters: 'Zeichen', tokens: 'Token', windows: 'Fenster' },
  schedules: { constant: 'konstant', linear: 'linear', cosine: 'Kosinus' },
} satisfies typeof runsText;
