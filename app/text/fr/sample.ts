// What the model has learned, in French.
import type { sampleText } from '../sample';

export const sample = {
  whatLearned: 'Ce qu’il a appris',
  modelsViewFew: 'Comment le modèle voit quelques exemples.',
  firstLookComes: 'Le premier aperçu vient dans quelques secondes.',
  handwritten: (label) => `Un ${label} écrit à la main`,
  heldOutExamples: (right, count) => `${right} exemples de validation sur ${count} bien lus.`,
  lineBetweenTwo: (right, count) =>
    `La ligne entre les deux classes : ${right} points sur ${count} sont de leur côté.`,
  promptNotRead: 'Un début de texte qu’il n’a pas lu, et la suite du modèle, un token à la fois.',
  example: 'Exemple',
  isWord: 'Est',
  read: 'Lu',
  sure: 'Sûr à',
  prompt: 'Début',
  continuation: 'Suite',
  point: 'Point',
  classWord: 'Classe',
  side: 'Côté',
  writtenModel: 'Écrit par le modèle',
  fromHeldOut: 'du texte de validation',
  temperature: 'Température',
  write: 'Écrire',
} satisfies typeof sampleText;
