// The German text of: batches.
import type { batchesText } from '../batches';
import { plural } from '../language';

export const batches = {
  noLongerHere: 'nicht mehr da',
  timesManyInner: (innerStepsOf) => `, das ${innerStepsOf}-Fache für so viele innere Schritte`,
  fixedMoreReplicas: (countExamples, inner) =>
    `Fest: ${countExamples}${inner}: mehr Repliken, kleinere Anteile`,
  growsRing: (inner) => `Wächst mit dem Ring${inner}`,
  equalParts: (size) => `${size}; gleiche Anteile.`,
  equalPartsBecause: (size, microBatch) =>
    `${size}; gleiche Anteile, denn weniger als ${microBatch} brauchen so lange wie ${microBatch}.`,
  partsMeasuredSpeed: (size) => `${size}; Anteile nach gemessenem Tempo.`,
  batchReplicasThem: (countExamples, members, without, without2) =>
    `Im Batch: ${countExamples} für ${members} Repliken: ${without} davon ${plural(without2, { one: 'bekommt', other: 'bekommen' })} nichts.`,
  eachReplicaComputes: (microBatch, countExamples) =>
    `Jede Replik rechnet ${microBatch} Zeilen auf einmal, hat aber höchstens ${countExamples}: Der Rest ist Füllung.`,
  startNewRun: (largest) => `beginne einen neuen Lauf mit höchstens ${largest} auf einmal`,
  perStep: 'je Schritt',
  lastStep: 'im letzten Schritt',
  firstStep: 'im ersten Schritt',
  replicaNotSeen: 'Diese Replik hat noch keinen Schritt des Rings gesehen.',
  notYetKnown: 'Noch nicht bekannt.',
  noStepTaken: 'Gerade läuft kein Schritt.',
  lastStepHad: (last) => `Der letzte Schritt hatte ${last}.`,
  tooFewMembers: 'Zu wenige Mitglieder sind zu hören: Kein Schritt läuft, bis genug von ihnen antworten.',
  windows: (terms, term) => ` Fenster aus ${terms} ${term}`,
  eachAccumulates: (accumulation) => `; jede sammelt ${accumulation}`,
  ringTakesExamples: (total) =>
    `Der Ring nimmt ${total} Beispiele je Schritt; der Plan des Schritts teilt sie auf.`,
  nobodyAddedAnything: 'Niemand hat zum letzten Schritt etwas beigetragen.',
  oneReplicaTakes: (total) => `Eine Replik nimmt alle ${total} Beispiele eines Schritts.`,
  oneReplicaExamples: (total) =>
    `Eine Replik, ${total} Beispiele je Schritt: Eine zweite würde ihn verdoppeln.`,
  replicas: (count) => `${count} Repliken`,
  willTake: 'nehmen',
  text: (examples, value) => (value === 'je' ? `je ${examples}` : `${examples} ${value}`),
  partEach: 'je einen Anteil',
  nothingFrom: (idle) => ` Nichts darin ist von ${idle}.`,
  takesWhat: (many, verb, what) => `${many} ${verb} ${what}:`,
  updateOneMachine: (total) => `Das Update ist das einer einzigen Maschine mit einem Batch von ${total}.`,
  updateButHeldBack: (total) =>
    `Bis auf das, was der Codec zurückhält, ist das Update das einer einzigen Maschine mit einem Batch von ${total}.`,
  trainsAlone: (written, innerSteps) =>
    `Jede trainiert allein für ${written} ${plural(innerSteps, { one: 'inneren Schritt', other: 'innere Schritte' })}`,
  meanOfChanges: 'und das Update ist das Mittel ihrer Änderungen',
  meanOfFragment: 'und das Update ist das Mittel ihrer Änderungen an einem Teil des Modells',
  butHeldBack: ', bis auf das, was der Codec zurückhält',
  yourGradientGoes: {
    will: 'Dein Gradient wird in jeden Schritt eingehen, genau mit seinem Anteil.',
    now: 'Dein Gradient geht in jeden Schritt ein, genau mit seinem Anteil.',
    was: 'Dein Gradient ging in den letzten Schritt ein, genau mit seinem Anteil.',
  },
  yourChangeGoes: {
    will: 'Die Änderung, die deine inneren Schritte machen, wird in jeden Schritt eingehen, genau mit ihrem Anteil.',
    now: 'Die Änderung, die deine inneren Schritte machen, geht in jeden Schritt ein, genau mit ihrem Anteil.',
    was: 'Die Änderung, die deine inneren Schritte machten, ging in den letzten Schritt ein, genau mit ihrem Anteil.',
  },
  yourPartRefused: (counted, count) =>
    `Jüngst ${plural(count, { one: 'kam', other: 'kamen' })} ${counted} ${plural(count, { one: 'Schritt', other: 'Schritte' })} ohne deinen Anteil aus: Der Ring wies ihn zurück.`,
  heldBackComesLater: 'Was der Codec davon zurückhält, geht in spätere ein.',
  notYetKnown2: 'noch nicht bekannt',
  notMeasured: 'nicht gemessen',
  localStepsNo: 'Mit lokalen Schritten wird kein Gradient summiert, der sich vergleichen ließe.',
  codecAddsNoise: 'Ein Codec fügt dem Gradienten eigenes Rauschen hinzu.',
  takesTwoReplicas: 'Es braucht zwei Repliken, um den Gradienten von seinem Rauschen zu unterscheiden.',
  measuredWithMore:
    'Gemessen, als der Ring mehr Mitglieder hatte. Mit einer Replik wird er nicht mehr gemessen.',
  gradientCannotTold: 'Der Gradient lässt sich noch nicht von seinem Rauschen unterscheiden.',
  batchHoldsEvery: 'Der Batch enthält jedes Trainingsbeispiel: Ein größerer bringt nichts Neues.',
  batchPastEach: (isFixed) =>
    `Der Batch liegt darüber: ${isFixed ? 'Ein größerer macht' : 'Mehr Repliken machen'} jeden Schritt kaum besser.`,
  moreReplicasShare:
    'Mehr Repliken teilen sich denselben Batch. Ein größerer Batch würde jeden Schritt noch besser machen.',
  manyMoreReplicas: 'Viele weitere Repliken wie diese machen',
  oneMoreReplica: 'Eine weitere Replik wie diese macht',
  upMoreReplicas: (more) => `Bis zu ${more} weitere Repliken wie diese machen`,
  eachStepBetter: (who) => `${who} jeden Schritt noch besser.`,
  partsProportion: (size) => `${size}; Anteile nach der Zahl der Beispiele, die jedes Mitglied mitbringt.`,
  eachMemberKind: 'Die Beispiele jedes Mitglieds können von anderer Art sein.',
  took: (givers) => plural(givers, { one: 'nahm', other: 'nahmen' }),
  take: (givers) => plural(givers, { one: 'nimmt', other: 'nehmen' }),
  each: 'je',
} satisfies typeof batchesText;
