// The German text of: question.
import { plural } from '../language';
import type { questionText } from '../question';

export const question = {
  answers: 'Antworten',
  you: '· du',
  whatCame: 'Herausgekommen ist:',
  whatWillLoss: (step) => `Wie groß ist der Verlust bei Schritt ${step} (Mittel aus zehn Schritten)?`,
  howManyPercent: (step) =>
    `Wie viel Prozent der Beispiele sind bei Schritt ${step} richtig (Mittel aus zehn Schritten)?`,
  howManyTimes: (replicas) =>
    `Wie viel mal so viele Beispiele je Sekunde rechnen ${replicas} Repliken wie eine?`,
  runOverBegin: 'Der Lauf ist vorbei: Beginne einen neuen.',
  stepAfterUp: (done, last) => `Ein Schritt nach ${done}, höchstens ${last}.`,
  from: 'Von 0.001 bis 1 000 000.',
  from2: 'Von 2 bis 64.',
  lossStep: 'Der Verlust bei einem Schritt',
  accuracyStep: 'Die Genauigkeit bei einem Schritt',
  speedMoreReplicas: 'Das Tempo von mehr Repliken',
  lesson: (title) => `Lektion: ${title}`,
  eachMemberAnswers:
    'Jedes Mitglied antwortet auf seinem eigenen Bildschirm. Ein Beamer zeigt, wie viele geantwortet haben, danach, was sie gesagt haben.',
  askEverybodyPrediction: 'Alle um eine Vorhersage bitten',
  step: 'Schritt',
  largestAnswer: 'Größte Antwort',
  replicas: 'Repliken',
  lessonCouldNot: 'Die Lektion ließ sich nicht laden. Wähle sie noch einmal.',
  askRoom: 'Den Raum fragen',
  classRunsLesson:
    'Jedes Mitglied antwortet auf seinem eigenen Bildschirm. Danach schließt dieses Gerät die Frage, führt die Lektion aus und zeigt allen, was herauskam. Ein Beamer folgt von selbst. Der Lauf des Raums macht solange Pause.',
  askAndRun: 'Fragen, dann gemeinsam ausführen',
  runForRoom: 'Hier für den Raum ausführen',
  closesRunsShows:
    'Wenn alle anderen Mitglieder geantwortet haben, schließt dieses Gerät die Frage, führt die Lektion aus und zeigt allen, was herauskam.',
  closesByItself:
    'Sie schließt von selbst, fünf Sekunden nachdem alle anderen Mitglieder geantwortet haben. Danach führt dieses Gerät die Lektion aus.',
  closesByHand:
    'Der Ring hat kein anderes Mitglied: Schließe sie, wann du willst. Danach führt dieses Gerät die Lektion aus.',
  classLooks: 'Die Klasse sieht ihre Antworten an. Der Lauf beginnt in einigen Sekunden.',
  runNow: 'Jetzt ausführen',
  ringPauses: 'Dieses Gerät führt die Lektion aus. Der Lauf des Raums macht solange Pause.',
  runsAnew: 'Diese Seite wurde neu geladen, und die begonnenen Läufe gingen verloren: Sie beginnen von vorn.',
  stopRun: 'Den Lauf anhalten',
  runFailed: (why) => `Der Lauf ist misslungen. ${why}`,
  runAgain: 'Noch einmal ausführen',
  nothingMeasured: 'Er hat keine Zahl gemessen. Wähle andere Einstellungen.',
  stages: 'Der Weg durch die Lektion',
  stagePredict: 'Vorhersagen',
  stageRun: 'Ausführen',
  stageCame: 'Was herauskam',
  steps: 'Schritte',
  hostRunsNow: 'Das Gerät der Leitung führt die Lektion aus.',
  hostRuns: (done, of) => `Das Gerät der Leitung führt die Lektion aus: ${done} von ${of} Schritten.`,
  hostRan: (steps) => `Das Gerät der Leitung hat die Lektion ausgeführt: ${steps} Schritte.`,
  hostComputed: 'Das Gerät der Leitung hat es berechnet.',
  curve: (label, first, last) => `${label}: von ${first} bis ${last}`,
  lossOfRuns: (curves) => `Verlust. ${curves}.`,
  hostsQuestion: 'Die Frage der Leitung',
  hostAsksQuestion:
    'Die Leitung stellt eine Frage aus einer Lektion, die sich nicht laden ließ. Lade diese Seite neu, um sie zu sehen.',
  challenge: 'Die Aufgabe:',
  takeChallenge: 'Auf der Seite der Lektion lösen (neuer Tab)',
  challengeRuns: 'Die Lektion läuft auf deinem Gerät, und ihre Seite prüft jeden Lauf.',
  fromLesson: 'Aus der Lektion',
  withWord: (settings) => `. Mit ${settings}. `,
  runWindowOwn: 'In einem eigenen Fenster ausführen',
  watchersToo:
    'Die Leitung fragt alle, auch wer nur zusieht. Die Bildschirme der Mitglieder zählen deine Antwort, nie wessen sie ist.',
  hostAsksEverybody:
    'Die Leitung fragt alle. Die Bildschirme zeigen, wie viele was geantwortet haben, nie wer.',
  sendMyPrediction: 'Vorhersage senden',
  youPredicted: 'Deine Vorhersage war',
  youMadeNo: 'Du hast nichts vorhergesagt.',
  change: 'Ändern',
  hide: 'Verbergen',
  allAnswers: 'Alle Antworten',
  myPrediction: 'Meine Vorhersage:',
  notYetKnown: 'noch nicht bekannt',
  classWord: 'Klasse',
  allLessons: 'Die Lektionen, mit einer Seite für die Lehrkraft (neuer Tab)',
  leavesAllScreens: 'Sie verschwindet von allen Bildschirmen, und ihre Antworten auch.',
  takeQuestionAway: 'Die Frage wegnehmen',
  wordsQuestionAsked: 'Der Text der gestellten Frage ließ sich nicht laden.',
  withWord2: (title, settings) => `${title}. Mit ${settings}. `,
  runDevice: 'Auf diesem Gerät ausführen',
  noAnswerChanges:
    'Keine Antwort ändert sich mehr, und alle Bildschirme zeigen die Antworten: Anzahlen, nie Namen.',
  closeQuestion: 'Die Frage schließen',
  ringMeasured: (measured) => ` Dieser Ring hat das ${measured}-Fache gemessen.`,
  sayWhatCame: 'Sagen, was herauskam',
  show: (said) => `Zeigen: Es war ${said}`,
  showWhatCame: 'Zeigen, was herauskam',
  appearsItselfStep: 'Es erscheint bei diesem Schritt von selbst: der Mittelwert der letzten zehn Schritte.',
  stepNotMeasured:
    'Es erscheint nicht von selbst: Dieser Lauf ist über den Schritt hinaus oder erreicht ihn nicht. Sage, was herauskam, oder nimm die Frage weg.',
  compareRingsBoth: 'Vergleiche Ringe beider Größen, so wie das Diagramm der Skalierung.',
  runLessonProjector:
    'Führe die Lektion aus, am Beamer oder auf jedem Gerät, und sage, was sie gemessen hat.',
  answered: (count, of, of2) =>
    `${count} von ${of} ${plural(of2, { one: 'hat', other: 'haben' })} geantwortet.`,
  answeredInAll: (count, count2) => `${count} ${plural(count2, { one: 'hat', other: 'haben' })} geantwortet.`,
  openWhileAway: 'Die Leitung ist weg: Die Frage bleibt offen, bis sie wieder da ist.',
  runWhileAway:
    'Die Leitung ist weg, und ihr Lauf mit ihr. Er beginnt von vorn, wenn ihre Seite wieder da ist.',
  noOneElse: 'Außer der Leitung ist niemand da, der antworten kann.',
  shownAtStep: (step) =>
    `Die Antworten erscheinen bei Schritt ${step}, oder wenn die Leitung die Frage vorher schließt.`,
  shownWhenHost: 'Die Antworten erscheinen, wenn die Leitung die Frage schließt.',
  shownWhenAll:
    'Die Antworten erscheinen, wenn die Leitung die Frage schließt oder sie schließen lässt, sobald alle geantwortet haben.',
  youCanChange: 'Du kannst sie ändern, bis die Frage geschlossen ist.',
  questionClosedWhat: 'Die Frage ist geschlossen. Was herauskam, ist noch nicht bekannt.',
  youWereRight: 'Du hattest recht.',
  youExpectedSomething: 'Du hattest etwas anderes erwartet.',
  yourPredictionToo: 'Deine Vorhersage war zu niedrig.',
  yourPredictionTooHigh: 'Deine Vorhersage war zu hoch.',
  wordsQuestionCould: 'Der Text dieser Frage ließ sich nicht laden.',
  withWord3: (settings) => `Mit ${settings}.`,
  of: (answered, of) => `${answered} von ${of}`,
  answeredEachDevice: (of) =>
    `${plural(of, { one: 'hat', other: 'haben' })} geantwortet, jedes Mitglied auf seinem eigenen Gerät.`,
  none: 'keine',
} satisfies typeof questionText;
