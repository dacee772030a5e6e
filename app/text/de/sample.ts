// The German text of: sample.
import type { sampleText } from '../sample';

export const sample = {
  whatLearned: 'Was es gelernt hat',
  modelsViewFew: 'Wie das Modell ein paar Beispiele sieht.',
  firstLookComes: 'Der erste Blick darauf kommt in ein paar Sekunden.',
  handwritten: (label) => `Handgeschriebene Ziffer: ${label}`,
  heldOutExamples: (right, count) => `${right} von ${count} Validierungsbeispielen richtig gelesen.`,
  lineBetweenTwo: (right, count) =>
    `Die Linie zwischen den zwei Klassen: ${right} von ${count} Punkten liegen auf ihrer Seite.`,
  promptNotRead:
    'Ein Textanfang, den es nicht gelesen hat, und wie das Modell ihn fortsetzt, Token für Token.',
  example: 'Beispiel',
  isWord: 'Ist',
  read: 'Gelesen als',
  sure: 'Sicher',
  prompt: 'Textanfang',
  continuation: 'Fortsetzung',
  point: 'Punkt',
  classWord: 'Klasse',
  side: 'Seite',
  writtenModel: 'Vom Modell geschrieben',
  fromHeldOut: 'aus dem zurückgelegten Text',
  temperature: 'Temperatur',
  write: 'Schreiben',
} satisfies typeof sampleText;
