// A run in few words, in French.
import type { runsText } from '../runs';

export const runs = {
  many: { examples: 'exemples', characters: 'caractères', tokens: 'tokens', windows: 'fenêtres' },
  single: { examples: 'exemple', characters: 'caractère', tokens: 'token', windows: 'fenêtre' },
  schedules: { constant: 'constant', linear: 'linéaire', cosine: 'cosinus' },
  twoMoons: 'Deux lunes',
  twoSpirals: 'Deux spirales',
  circles: 'Cercles',
  drawnDigits: 'Chiffres dessinés',
  files: (name) => `Fichiers : ${name}`,
  generatedStories: 'Histoires générées',
  text: (name) => `Texte : ${name}`,
  linear: (inputs, units) => `Linéaire ${inputs} – ${units}`,
  mlp: (value) => `MLP ${value}`,
  cnnFilters: (filters, units) => `CNN ${filters} filtres, ${units}`,
  gptChannelsHeads: (layers, channels, heads, context) =>
    `GPT ${layers} × ${channels} canaux, ${heads} têtes, ${context} tokens`,
  adamw: 'AdamW',
  sgdMomentum: 'SGD avec inertie',
  nesterovMomentum: 'Inertie de Nesterov',
  rate: (kind) => `taux ${kind}`,
  clipped: (clipNorm) => `écrêté à ${clipNorm}`,
  notClipped: 'non écrêté',
  mixedPrecision: 'précision mixte',
  learningRate: (learningRate) => `taux d’apprentissage ${learningRate}`,
  batchEach: (localBatch) => `lot de ${localBatch} chacune`,
  seed: (seed) => `graine ${seed}`,
  sameSettings: 'les mêmes réglages',
  step: (step, steps) => `Pas ${step} sur ${steps}`,
  loss: (loss) => `perte ${loss}`,
  wholeNumberAbove: (step) => `Un nombre entier plus grand que ${step}, au plus 1 000 000.`,
} satisfies typeof runsText;
