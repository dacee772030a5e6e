// The German text of: form.
import type { formText } from '../form';

export const form = {
  everyFieldNeeds: 'Jedes Feld braucht eine Zahl.',
  missing: (label) => `${label}: Die Angabe fehlt.`,
  notNumber: (label) => `${label}: Das ist keine Zahl.`,
  least: (label, low) => `${label}: mindestens ${low}.`,
  most: (label, high) => `${label}: höchstens ${high}.`,
  wholeNumber: (label) => `${label}: nur eine ganze Zahl.`,
  wholeNumbersCommas: (words) => `${words}: ganze Zahlen mit Kommas dazwischen: 64, 64.`,
  each: (words, most) => `${words}: jede Zahl von 1 bis ${most}.`,
  sixLayers: 'Höchstens 6 Schichten.',
  oneLayer: 'Mindestens eine Schicht.',
  mostContext: (most) => `Der Kontext ist bei diesem Text höchstens ${most}.`,
  unequalHeads: (channels, heads) =>
    `${channels} Kanäle sind keine ganze Zahl für jeden von ${heads} Köpfen.`,
  rateAbove0: 'Die Lernrate ist größer als 0.',
  denseUnits: 'Dichte Einheiten',
  blocks: 'Blöcke',
  channels: 'Kanäle',
  heads: 'Köpfe',
  context: 'Kontext',
  dropout: 'Dropout',
  batch: 'Batch',
  once: 'Auf einmal',
  batchRing: 'Batch des Rings',
  learningRate: 'Lernrate',
  warmUp: 'Warm-up',
  clipping: 'Begrenzung',
  steps: 'Schritte',
  validationInterval: 'Abstand der Validierung',
  seed: 'Seed',
  widths: 'Breiten',
  filters: 'Filter',
  unknownPreset: (name) =>
    `Der Link nennt eine Vorlage, die diese Seite nicht kennt: „${name}“. Ihre Einstellungen fehlen.`,
  newerVersionMade: 'Diesen Link hat eine neuere Version gemacht: Was diese hier nicht kennt, fehlt.',
  leftOut: (refusal) => `Weggelassen: ${refusal}`,
  here: (label, given, taken) => `${label}: Aus ${given} wurde hier ${taken}.`,
  no: (given, key) => `„${given}“ gibt es bei ${key} nicht.`,
  tooManyFiles: (most: string) =>
    `der Ordner enthält mehr als ${most} Dateien, mehr werden nicht gelesen: Wähle einen Teil davon`,
} satisfies typeof formText;
