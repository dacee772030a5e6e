// The German text of: activity.
import { plural } from '../language';
import type { activityText } from '../activity';

export const activity = {
  good: 'Gut: ',
  warning: 'Warnung: ',
  error: 'Fehler: ',
  activity: 'Ereignisse',
  activityNewestFirst: 'Ereignisse, das neueste zuerst',
  nothingYet: 'Noch nichts.',
  nothingChanged: 'Nichts, seit dieses Gerät da ist.',
  calmRunReplica:
    'Ein ruhiger Lauf: Diese Replik hat keinen Schritt wiederholt und ist nicht zurückgefallen.',
  replicaRepeatedCaught: (times, times2, times3) =>
    `Diese Replik: ${times} wiederholt, ${times2} aufgeholt, ${times3} der Mitglieder. Nichts Gelerntes ging verloren.`,
  hide: 'Verbergen',
  whatChanged: 'Was geändert wurde',
  eachChangeMarked:
    'Jede Änderung ist in den Kurven markiert. Ihre Wirkung ist die Mitte der 20 Schritte davor und der 20 danach.',
  changesNewestFirst: 'Änderungen, die neueste zuerst',
  noRecordCame: 'Kein Flugschreiber kam: noch einmal',
  downloadFlightRecord: 'Flugschreiber herunterladen',
  lineageStepTrained: (lineage, step, examples) =>
    `Linie ${lineage}: Schritt ${step}, ${examples} trainiert. Sie geht verloren, wenn dieser Tab schließt.`,
  noCheckpointCame: 'Kein Checkpoint kam: noch einmal',
  downloadForkCheckpoint: 'Checkpoint der Linie herunterladen',
  status: 'Stand',
  lineageOwnSince: (forkedAfterStep) => `Eine eigene Linie seit Schritt ${forkedAfterStep}`,
  emulated: (emulated) => `Nachgeahmt: ${emulated}`,
  partsBounded: 'Anteile sind begrenzt: Die Summen sind nicht exakt.',
  partWaits: 'Noch ist keine Länge üblich, und nichts wird addiert.',
  partShortened: (share) => `Dein letzter Anteil wurde auf ${share} gekürzt.`,
  sSoFar: (waited) => ` Bisher ${waited}\u00a0s.`,
  state: 'Zustand',
  replicasDoNot: 'Die Repliken haben nicht denselben Zustand.',
  likelyCause: (cause, sentence) => `Wahrscheinlicher Grund: ${cause}. ${sentence}`,
  ringComparesThem: 'Der Ring vergleicht sie vor dem nächsten Schritt noch einmal.',
  ringHoldsBut: (digest, odd) =>
    `Der Ring hat ${digest}, aber ${odd}. Diese Repliken holen vor dem nächsten Schritt den Zustand des Rings: Das Gelernte ist sicher.`,
  digestAllParameters: (digest) =>
    `Prüfsumme der Parameter, des Optimierer-Zustands und dessen, was für den Lauf und den Raum entschieden ist. Sie ändert sich mit jedem Schritt und jeder Entscheidung: ${digest}`,
  justNowProgress: (text) => `Eben: ${text}. Das Gelernte ist sicher.`,
  inTheRing: 'Im Ring',
  stepName: 'Schritt',
  steps: (count, count2) => `${count} ${plural(count2, { one: 'Schritt', other: 'Schritte' })}`,
  times: (count) => `${count} Mal`,
  changes: (count) => `${count} Wechsel`,
} satisfies typeof activityText;
