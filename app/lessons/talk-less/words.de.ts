// The words of “Talk less”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'talk-less.words': {
    story: [
      'Gewöhnlich addieren die Repliken ihre Gradienten nach jedem Schritt. Sie können auch seltener reden: Jede trainiert einige Schritte für sich, ihre lokalen Schritte, und dann mitteln sie, wie weit jede gekommen ist.',
      'Weniger Summen sind weniger Bytes. Aber während die Repliken für sich trainieren, driften sie auseinander, und das Mittel von Modellen, die weit auseinanderliegen, taugt vielleicht nichts.',
      'Wo jede Replik an Beispielen trainiert, die ihr Gerät nie verlassen, heißt das föderiertes Lernen: Beim föderierten Mitteln macht jede lokale Schritte an ihren eigenen Beispielen, und im Mittel zählt jede nach der Zahl ihrer Beispiele.',
      'Drei Repliken trainieren zuerst mit einer Summe nach jedem Schritt. Dann trainieren sie noch einmal gleich viele Schritte, mit so vielen lokalen Schritten zwischen zwei Summen, wie du wählst.',
    ],
    task: 'Sende höchstens ein Zwanzigstel der Bytes, und ende mit einem Verlust, der mindestens 25\u00a0% unter dem einer Summe nach jedem Schritt liegt.',
    teacher: {
      goal: 'Die Lernenden können sagen, was lokale Schritte sparen, was Drift ist, und warum es eine beste Zahl lokaler Schritte gibt und nicht „je mehr, desto besser“.',
      before:
        'Die Lektion mit 192 lokalen Schritten ausführen, einmal mit jedem Verfahren: Im ganzen Lauf gibt es nur zwei Summen, und beide Ringe bleiben zurück. Die Ergebnisse für die Diskussion aufheben.',
      short: [
        [
          4,
          'Vier Leute planen ein Plakat. Vergleichen: Sie stimmen jedes Wort ab; sie treffen sich alle zehn Minuten; sie treffen sich einmal.',
        ],
        [4, 'Alle sagen vorher und führen 4 lokale Schritte aus.'],
        [8, 'Alle arbeiten an der Aufgabe.'],
        [4, 'Die Ergebnisse beider Verfahren für jede Zahl lokaler Schritte sammeln. Wo ist das beste?'],
      ],
      long: [
        [5, 'Vier Leute planen ein Plakat, mit vielen Treffen, mit einigen und mit einem.'],
        [6, 'Alle sagen vorher und führen 4 lokale Schritte aus.'],
        [12, 'Alle arbeiten an der Aufgabe.'],
        [
          8,
          'An die Tafel zeichnen: lokale Schritte nach rechts, Verlust nach oben, ein Punkt für jedes Ergebnis.',
        ],
        [
          8,
          'Beide Verfahren vergleichen: Bei DiLoCo wird die mittlere Änderung zum Schritt eines zweiten Optimierers mit Momentum. Warum kann das helfen?',
        ],
        [
          6,
          'Alle schreiben auf, wie viele lokale Schritte ein Ring über das Internet machen sollte, und was sie zuerst messen würden.',
        ],
      ],
      say: [
        'Seltener reden ist nicht weniger arbeiten: Die Repliken rechnen so viel wie vorher.',
        'Zwischen zwei Summen sieht jede Replik nur ihre eigenen Beispiele und geht ihren eigenen Weg.',
        'Die Bytes einer Summe hängen nicht davon ab, wie viele Schritte davor lagen. Also sind halb so viele Summen halb so viele Bytes.',
        'Die Kurve hat einen Punkt für jede Summe: den Verlust des mittleren Modells vor seinen lokalen Schritten. Bei 192 lokalen Schritten sind es zwei. Der Verlust am Ende ist der des letzten Mittels, an Beispielen, mit denen keine Replik trainiert hat.',
      ],
      wrong: [
        [
          '„Mit lokalen Schritten ist der Verlust niedriger!“',
          'Mit DiLoCo kann das sein. Der Gewinn kommt aus seinem Momentum, nicht vom selteneren Reden. Fragen, ob es mit 192 lokalen Schritten so bleibt.',
        ],
        [
          'Jemand wählt gleich die meisten lokalen Schritte.',
          'Gut so: sehen lassen, dass es wenige Bytes sind, und den Verlust vergleichen.',
        ],
        [
          'Die Kurve ist kurz.',
          'Sie hat einen Punkt für jede Summe. Die Zahl der Schritte darin ist dieselbe.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'talk-less.controls': {
    inner: 'Lokale Schritte zwischen zwei Summen',
    method: 'Die mittlere Änderung wird',
    batch: 'Beispiele je Replik und Schritt',
  } satisfies Said<typeof english.controls>,

  'talk-less.options': {
    method: [
      ['average', 'genommen, wie sie ist (lokales SGD)'],
      ['nesterov', 'ein Schritt mit Momentum (DiLoCo)'],
    ],
  } satisfies Said<typeof english.options>,

  'talk-less.labels': {
    every: 'Eine Summe nach jedem Schritt',
    local: (inner) =>
      inner === '1' ? 'Eine Summe nach 1 lokalem Schritt' : `Eine Summe nach ${inner} lokalen Schritten`,
  } satisfies Said<typeof english.labels>,

  'talk-less.question': {
    text: 'Wo liegt der Verlust am Ende, verglichen mit dem einer Summe nach jedem Schritt?',
    options: [
      ['lower', 'Mehr als 10\u00a0% darunter'],
      ['equal', 'Höchstens 10\u00a0% daneben'],
      ['higher', 'Mehr als 10\u00a0% darüber'],
    ],
  } satisfies Said<typeof english.question>,

  'talk-less.figures': {
    barTitle: 'Bytes, die eine Replik insgesamt gesendet hat',
    sums: 'Summen: davor, deine',
    bytes: 'Bytes insgesamt: davor, deine',
    share: 'Anteil der Bytes',
    loss: 'Verlust der Validierung am Ende: davor, deiner',
  } satisfies Said<typeof english.figures>,

  'talk-less.explanation': {
    sums: (steps, sums, share) =>
      `Beide Ringe machten ${steps} Schritte. Deiner machte ${sums} Summen, und eine Replik sendete ${share} der Bytes.`,
    few: (sums) =>
      `Es gab nur ${sums} Summen. Dazwischen trainierte jede Replik lange für sich und ging ihren eigenen Weg, und das Mittel von Modellen, die weit auseinanderliegen, ist weniger wert.`,
    good: 'Zwischen zwei Summen drifteten die Repliken nicht weit, darum war das Mittel ihrer Änderungen noch ein guter Schritt für alle.',
    same: 'Ein Mittel nach jedem lokalen Schritt ist dasselbe wie eine Summe nach jedem Schritt: Die Kurven liegen aufeinander.',
    asOften:
      'Der Ring redete so oft wie der davor. Was die zwei unterscheidet, kommt also allein vom Momentum.',
    lower:
      'Der Ring kam weiter als mit einer Summe nach jedem Schritt, obwohl die Repliken seltener redeten.',
    momentum:
      'Bei DiLoCo wird die mittlere Änderung wie ein Gradient behandelt: Ein äußerer Optimierer mit Momentum macht den Schritt. Das Momentum trägt die Änderungen früherer Summen weiter, darum sind seine Schritte länger: Der Gewinn kommt daher, nicht vom selteneren Reden. Bei wenigen Summen gibt es wenig weiterzutragen.',
    higher:
      'Jede Replik ging zwischen zwei Summen ihren eigenen Weg. Das Mittel ihrer Änderungen brachte das Modell weniger weit als ebenso viele gemeinsame Schritte.',
  } satisfies Said<typeof english.explanation>,

  'talk-less.challenge': {
    met: (share, loss) => `${share} der Bytes, und ein Verlust ${loss} dem einer Summe nach jedem Schritt.`,
    bytes: (share) => `Du sendest noch ${share} der Bytes.`,
    loss: (loss) =>
      `Die Bytes sind wenig genug, aber der Verlust liegt ${loss} dem einer Summe nach jedem Schritt.`,
    above: (percent) => `${percent} über`,
    below: (percent) => `${percent} unter`,
  } satisfies Said<typeof english.challenge>,
};
