// What is wrong with a field of a form, in French.
import type { formText } from '../form';

export const form = {
  everyFieldNeeds: 'Chaque champ doit contenir un nombre.',
  missing: (label) => `${label} : il manque une valeur.`,
  notNumber: (label) => `${label} : ce n’est pas un nombre.`,
  least: (label, low) => `${label} : au moins ${low}.`,
  most: (label, high) => `${label} : au plus ${high}.`,
  wholeNumber: (label) => `${label} : il faut un nombre entier.`,
  wholeNumbersCommas: (words) => `${words} : des nombres entiers séparés par des virgules, comme 64, 64.`,
  each: (words, most) => `${words} : chaque nombre va de 1 à ${most}.`,
  sixLayers: 'Au plus 6 couches.',
  oneLayer: 'Au moins une couche.',
  mostContext: (most) => `Le contexte est d’au plus ${most} pour ce texte.`,
  unequalHeads: (channels, heads) =>
    `${channels} canaux ne font pas un nombre entier pour chacune des ${heads} têtes.`,
  rateAbove0: 'Le taux d’apprentissage est supérieur à 0.',
  denseUnits: 'Unités denses',
  blocks: 'Blocs',
  channels: 'Canaux',
  heads: 'Têtes',
  context: 'Contexte',
  dropout: 'Dropout',
  batch: 'Lot',
  once: 'À la fois',
  batchRing: 'Lot de l’anneau',
  learningRate: 'Taux d’apprentissage',
  warmUp: 'Échauffement',
  clipping: 'Écrêtage',
  steps: 'Pas',
  validationInterval: 'Intervalle de validation',
  seed: 'Graine',
  widths: 'Largeurs',
  filters: 'Filtres',
  unknownPreset: (name) =>
    `Le lien nomme un préréglage que cette page ne connaît pas : « ${name} ». Ses réglages sont laissés de côté.`,
  newerVersionMade:
    'Une version plus récente a créé ce lien : ce que celle-ci ne connaît pas est laissé de côté.',
  leftOut: (refusal) => `Laissé de côté : ${refusal}`,
  here: (label, given, taken) => `${label} : ${given} dans le lien, ${taken} ici.`,
  no: (given, key) => `« ${given} » ne convient pas pour ${key}.`,
  tooManyFiles: (most: string) =>
    `le dossier contient plus de ${most} fichiers, le maximum lu : choisissez-en une partie`,
} satisfies typeof formText;
