// The German text of: trouble.
import { counted } from '../language';
import type { troubleText } from '../trouble';

const words = {
  'room-not-found': {
    title: 'Es gibt keinen Raum mit diesem Code',
    what: 'Vergleiche ihn mit dem Code auf dem Bildschirm der Leitung. Ein Raum, den alle verlassen haben, wird nach einer Weile geschlossen; die Leitung kann einen neuen öffnen.',
    label: 'Code noch einmal eingeben',
  },
  'bad-code': {
    title: 'In diesem Link steht kein Raumcode',
    label: 'Code eingeben',
  },
  'unknown-preset': {
    title: 'Diese Version der Seite kennt diese Vorlage nicht',
    what: 'Der Link ist von einer anderen Version oder hat einen Tippfehler. Stattdessen kann „Zwei Monde“ starten.',
    label: '„Zwei Monde“ starten',
  },
  'engine-missing': {
    title: 'Ein Teil der Seite wurde nicht geladen',
    what: 'Die Engine für das Training ließ sich nicht holen, vielleicht weil die Verbindung abbrach.',
    label: 'Neu laden',
  },
  'not-drawn': {
    title: 'Diese Ansicht ließ sich nicht zeichnen',
    what: 'Das ist unser Fehler. Gleich wird sie von selbst neu gezeichnet.',
    label: 'Neu zeichnen',
  },
  bug: {
    title: 'Etwas ging kaputt, das nicht kaputtgehen sollte',
    what: 'Das ist unser Fehler. Diese Replik hielt an, bevor sie die anderen stören konnte.',
    label: 'Wieder beitreten',
  },
};

export const trouble = {
  words,
  untouched: 'Nichts ging verloren: Dieses Gerät war noch nicht beigetreten.',
  nothingRuns: 'Noch läuft nichts.',
  trainingKept: (step) =>
    `Dein Training bis Schritt ${counted(step)} ist auf diesem Gerät aufbewahrt. Die Startseite bietet an, damit weiterzumachen.`,
  ringGoesOn: 'Die anderen Repliken haben denselben Zustand, Bit für Bit, und machen ohne diese weiter.',
  replicaUntouched: 'Nur das Zeichnen schlug fehl. Die Replik dieser Seite hat damit nichts zu tun.',
  onlyDrawing: 'Nur das Zeichnen schlug fehl.',
  badCode: (characters, alphabet) => `Ein Code hat ${characters} Zeichen. Er besteht nur aus ${alphabet}.`,
  lookAgain: 'Erneut nachsehen',
  backStart: 'Zurück zum Anfang',
  code: 'Code:',
  unexpected: 'etwas Unerwartetes ist geschehen',
  technically: 'Auf Englisch, für alle, die helfen:',
} satisfies typeof troubleText;
