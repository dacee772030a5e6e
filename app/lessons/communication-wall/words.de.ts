// The words of “The communication wall”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'communication-wall.words': {
    story: [
      'In jedem Schritt addieren zwei Repliken ihre Gradienten. Jede von ihnen sendet den ganzen Gradienten einmal: Bei zwei Repliken sendet ein Ring zweimal die Hälfte. Eine Strecke mit 8 Megabit je Sekunde trägt ein Megabyte je Sekunde.',
      'Außerdem ist jede Nachricht eine Weile unterwegs, so kurz sie auch ist: Das ist die Latenz. Hier sind es 5 Millisekunden. Eine Summe von zweien braucht zwei Nachrichten hintereinander, und davor tauschen die Repliken eine kurze Notiz aus.',
      'Hier sind beide Repliken in dieser Seite, und das Programm macht die Strecke zwischen ihnen langsam. Wähle, rechne, sag vorher, dann miss.',
    ],
    task: 'Trainiere auf einer Strecke von höchstens 5\u00a0Mbit/s das Modell mit 17 154 Parametern so, dass ein Schritt höchstens 80\u00a0ms dauert.',
    teacher: {
      goal: 'Die Lernenden können die Dauer einer Summe aus der Größe des Modells und der Strecke berechnen und sagen, wann ein schnelleres Gerät nicht hilft.',
      before:
        'Den Upload des Netzwerks im Klassenraum mit einem beliebigen Speedtest messen und an die Tafel schreiben.',
      short: [
        [4, 'Wie lange braucht ein Foto von 5 Megabyte bei 8 Megabit je Sekunde? Gemeinsam rechnen.'],
        [5, 'Alle berechnen den Schritt der ersten Einstellung, sagen vorher und führen aus.'],
        [7, 'Alle arbeiten an der Aufgabe.'],
        [
          4,
          'Die letzte Zeile der Erklärung lesen: sieben Milliarden Parameter. Wie lange würde das hier dauern?',
        ],
      ],
      long: [
        [5, 'Wie lange braucht ein Foto von 5 Megabyte bei 8 Megabit je Sekunde?'],
        [8, 'Alle berechnen den Schritt der ersten Einstellung, sagen vorher und führen aus.'],
        [10, 'Alle arbeiten an der Aufgabe.'],
        [
          8,
          'Die Strecke Stufe um Stufe schneller machen. Wann wird der Schritt nicht mehr kürzer? Das ist die Latenz.',
        ],
        [
          8,
          'Den Netzwerkrechner mit der Vorlage der sieben Milliarden Parameter öffnen. Auf welche Grenze stößt er?',
        ],
        [6, 'Alle schreiben auf, was das Netzwerk des Klassenraums trainieren könnte.'],
      ],
      say: [
        'Was eine Replik sendet, darauf wartet die andere: Der Balken „Senden und Warten“ ist eine Übertragung, von beiden Enden gesehen.',
        'Mit 100\u00a0Mbit/s und 4 096 Beispielen rechnen die Repliken meist. Dort würde ein schnelleres Gerät helfen.',
        'Bits sind keine Bytes: 8 Bits sind ein Byte.',
        'Ein Schritt dauert so lange wie sein Rechnen, die Übertragung und die Latenzen zusammen, wenn nichts hinter etwas anderem verdeckt ist.',
        'Ein zehnmal so schnelles Gerät verkürzt nur das Rechnen. Seht euch die Balken an: Wie viel wäre das?',
        'Große Modelle werden in sehr schnellen Netzwerken trainiert, oder sie senden weniger.',
      ],
      wrong: [
        ['Die Vorhersage ist um das Achtfache daneben.', 'Bits und Bytes. Selbst darauf kommen lassen.'],
        [
          'Der gemessene Schritt ist länger als der berechnete.',
          'Die Formel lässt die Notiz vor jeder Summe weg, die Kopfdaten und die Arbeit des Kodierens und Addierens.',
        ],
        [
          'Ein langsames Gerät kann die Aufgabe nicht lösen.',
          'Auch sein Rechnen steckt im Schritt. Andere Programme schließen, und den kleinen Batch wählen.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'communication-wall.controls': {
    line: 'Die Strecke',
    model: 'Parameter des Modells',
    codec: 'Jede Zahl wird gesendet als',
    batch: 'Beispiele je Replik und Schritt',
  } satisfies Said<typeof english.controls>,

  'communication-wall.options': {
    line: (megabit) => `${megabit}\u00a0Mbit/s`,
    codec: [
      ['f32', '4 Bytes'],
      ['int8', '1 Byte'],
    ],
  } satisfies Said<typeof english.options>,

  'communication-wall.labels': {
    run: (line) => `Zwei Repliken, ${line}\u00a0Mbit/s`,
  } satisfies Said<typeof english.labels>,

  'communication-wall.question': {
    text: 'Wie lange dauert ein Schritt?',
  } satisfies Said<typeof english.question>,

  'communication-wall.figures': {
    step: 'Ein Schritt, gemessen',
    sum: 'Eine Summe, berechnet',
    bytes: 'Gesendete Bytes je Schritt',
    compute: 'Rechnen',
    waiting: 'Senden und Warten',
  } satisfies Said<typeof english.figures>,

  'communication-wall.bars': {
    title: 'Wohin die Zeit eines Schritts ging',
    other: 'Übriges',
  } satisfies Said<typeof english.bars>,

  'communication-wall.explanation': {
    formula: (bytes, line, transfer, latency, sum) =>
      `Die Formel: ${bytes} über ${line}\u00a0Mbit/s brauchen ${transfer}, und zwei Latenzen brauchen ${latency}. Eine Summe dauert ${sum}.`,
    measured: (step) =>
      `Gemessen wurden ${step} für einen ganzen Schritt. Das ist die Summe, das Rechnen, eine weitere Latenz für die Notizen und was die Formel weglässt: Kopfdaten, Kodieren, Additionen.`,
    wall: (share) =>
      `Die Repliken haben ${share} der Zeit gerechnet. Ein schnellerer Prozessor würde nur diesen Teil verkürzen: Das ist die Mauer der Kommunikation.`,
    noWall: (share) =>
      `Die Repliken haben ${share} der Zeit gerechnet: Hier begrenzt der Prozessor den Schritt.`,
    unknown: 'Wohin die Zeit ging, wurde nicht gemessen.',
    seven: (bytes, fast, compute, line, slow) =>
      `Ein Modell mit 7 Milliarden Parametern hat einen Gradienten von ${bytes}, bei je zwei Bytes. Acht GPUs mit 25\u00a0Gbit/s brauchen ${fast} für eine Summe und ${compute} zum Rechnen. Auf der Strecke dieser Lektion, ${line}\u00a0Mbit/s, würde eine Summe ${slow} dauern.`,
  } satisfies Said<typeof english.explanation>,

  'communication-wall.challenge': {
    met: (step) => `Ein Schritt dauerte ${step}.`,
    line: 'Die Strecke ist schneller als 5\u00a0Mbit/s.',
    model: 'Die Aufgabe verlangt das Modell mit 17 154 Parametern.',
    slow: (step) => `Ein Schritt dauerte ${step}.`,
  } satisfies Said<typeof english.challenge>,

  'communication-wall.longTime': {
    hours: (count) => `${count} Stunden`,
    days: (count) => `${count} Tage`,
  } satisfies Said<typeof english.longTime>,
};
