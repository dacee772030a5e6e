// The words of “The effective batch”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'effective-batch.words': {
    story: [
      'Der effektive Batch ist die Zahl der Beispiele in einem Schritt des ganzen Rings: Repliken × Beispiele je Replik. Ein größerer ergibt ein besseres Mittel, also ist die Richtung des Schritts sicherer. Aber für dieselbe Zahl von Beispielen gibt es weniger Schritte.',
      'Die lineare Regel sagt: Mit einem k-mal so großen Batch mache k-mal so lange Schritte. Eine Lernrate ist die Länge eines Schritts. Ein Warm-up beginnt mit kurzen Schritten und macht sie länger.',
      'Zuerst trainiert eine Replik mit 32 Beispielen je Schritt. Dann trainieren vier Repliken mit insgesamt gleich vielen Beispielen, mit dem Batch, den du wählst.',
    ],
    task: 'Trainiere mit einem effektiven Batch von 512 so, dass der Verlust des Rings nach gleich vielen Beispielen höchstens 10\u00a0% über dem der einen Replik mit 32 liegt.',
    teacher: {
      goal: 'Die Lernenden können sagen, was der effektive Batch ist, warum er eine höhere Lernrate verlangt, warum ein Warm-up hilft, und dass es eine Grenze gibt.',
      before:
        'Die Lektion einmal mit 4 × 128 Beispielen und mit der Regel ausführen, ohne Warm-up, bei Rate 0.3: Der Verlust explodiert. Das für die Mitte der Stunde aufheben.',
      short: [
        [
          3,
          'Den effektiven Batch an der Zahl der Lernenden erklären: Alle beantworten je eine Frage eines Tests, dann gehen alle einen Schritt.',
        ],
        [4, 'Alle sagen vorher und führen 4 × 128 ohne die Regel aus.'],
        [4, 'Alle schalten die lineare Regel ein, sagen vorher und führen aus.'],
        [6, 'Alle arbeiten an der Aufgabe.'],
        [3, 'Sammeln: Auf welche drei Einstellungen kam es an, und warum?'],
      ],
      long: [
        [5, 'Den effektiven Batch an der Zahl der Lernenden erklären.'],
        [
          6,
          'Alle sagen vorher und führen 4 × 8 aus: so viele Beispiele je Schritt wie die eine Replik. Die Kurven liegen aufeinander.',
        ],
        [6, 'Dann 4 × 128 ohne die Regel. Warum liegt der Ring zurück? Die Schritte zählen.'],
        [
          8,
          'Dann die lineare Regel bei Rate 0.3. Warum explodiert der Verlust? Ein Tal zeichnen, und einen Schritt, der zu lang ist.',
        ],
        [10, 'Alle arbeiten an der Aufgabe.'],
        [
          5,
          'Die Rauschskala nach einem Lauf mit 4 × 8 ansehen. Würden 16 Repliken mit je 128 Beispielen noch helfen?',
        ],
        [5, 'Alle schreiben eine Regel auf für die Einstellungen eines Raums mit 30 Geräten.'],
      ],
      say: [
        'Ein größerer Batch schaut sich nicht insgesamt mehr Beispiele an. Er macht weniger und sicherere Schritte.',
        'Mehr Beispiele zu mitteln nimmt Rauschen weg. Ist wenig Rauschen übrig, so hilft mehr Mitteln nicht.',
        'Die Rauschskala ist eine Schätzung des Batches, über dem ein größerer nicht mehr hilft. Am Anfang ist sie klein, und sie wächst, während das Modell lernt.',
        'Ein zu langer Schritt springt über das Tal und landet höher, als er begann.',
      ],
      wrong: [
        [
          'Der Verlust explodiert, und jemand hält das Programm für kaputt.',
          'Das ist die Lektion: Die Schritte waren zu lang. Fragen, was zu ändern wäre.',
        ],
        [
          '„Die Regel ist an, und trotzdem ist es schlechter.“',
          'Am Anfang ist der Verlust steil, und lange Schritte schaden. Dafür gibt es das Warm-up.',
        ],
        [
          'Die Rauschskala ist von Lauf zu Lauf anders.',
          'Sie ist ein Mittel über etwa hundert Schritte, und sie wächst, während das Modell lernt. Nur ihre Größe zählt: Zehner, Hunderter oder Tausender. Bei einem Lauf von 25 Schritten zeigt die Seite keine.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'effective-batch.controls': {
    batch: 'Beispiele je Replik und Schritt',
    rate: 'Lernrate, für 32 Beispiele',
    rule: 'Mit größerem Batch: Die Rate',
    warmup: 'Warm-up',
  } satisfies Said<typeof english.controls>,

  'effective-batch.options': {
    batch: (each, all) => `${each} (${all} insgesamt)`,
    rule: [
      ['none', 'bleibt'],
      ['linear', 'wächst mit'],
    ],
    warmup: [
      ['no', 'keins'],
      ['yes', 'über 40\u00a0% der Schritte'],
    ],
  } satisfies Said<typeof english.options>,

  'effective-batch.labels': {
    one: 'Eine Replik: 32 Beispiele',
    ring: (batch, all) => `Der Ring: 4 × ${batch} = ${all} Beispiele`,
  } satisfies Said<typeof english.labels>,

  'effective-batch.question': {
    text: (examples) =>
      `Wo liegt nach je ${examples} Beispielen der Verlust des Rings, verglichen mit dem der einen Replik?`,
    options: [
      ['lower', 'Mehr als 10\u00a0% darunter'],
      ['equal', 'Höchstens 10\u00a0% daneben'],
      ['higher', 'Mehr als 10\u00a0% darüber'],
      ['exploded', 'Über dem Anfang: Das Training ist gescheitert'],
    ],
  } satisfies Said<typeof english.question>,

  'effective-batch.figures': {
    one: 'Verlust der einen Replik',
    ring: 'Verlust des Rings',
    steps: 'Schritte: Replik, Ring',
    rate: 'Lernrate des Rings',
    highest: 'Höchster Verlust des Rings',
    noise: 'Rauschskala, Mittel über etwa 100 Schritte',
    unknown: 'nicht bekannt',
    tooFew: 'zu wenige Schritte',
  } satisfies Said<typeof english.figures>,

  'effective-batch.explanation': {
    times: (factor) => `${factor}-mal`,
    steps: (batch, times, one, ring) =>
      `Mit ${batch} Beispielen je Schritt (${times} so viele wie die eine Replik) ergaben dieselben Beispiele ${ring} Schritte statt ${one}.`,
    sameBatch:
      'Mit so vielen Beispielen je Schritt wie die eine Replik macht der Ring dieselben Schritte, bis auf das Runden: Die Kurven liegen aufeinander.',
    sameWarm:
      'Der Ring hat so viele Beispiele je Schritt wie die eine Replik. Nur das Warm-up ist anders: In den ersten 40\u00a0% der Schritte war seine Rate niedriger, darum fiel sein Verlust später.',
    behind: 'Die Schritte waren so lang wie zuvor, und es waren weniger, darum kam der Ring weniger weit.',
    behindWarm:
      'Die Schritte waren nicht länger als zuvor, im Warm-up kürzer, und es waren weniger. Darum kam der Ring weniger weit.',
    longBehind: (times, rate) =>
      `Die Schritte waren bis zu ${times} so lang, und doch kam der Ring weniger weit. Die lineare Regel gilt nur bis zu einer bestimmten Rate, und ${rate} ist hier zu hoch.`,
    keptUp: 'Längere Schritte machten ihre kleinere Zahl wett: Das ist die lineare Regel.',
    stayedNear:
      'Die Schritte waren nicht länger, und der Ring hielt trotzdem mit: Die letzten Schritte der einen Replik brachten wenig.',
    early:
      'Am Anfang stieg der Verlust: Dort ist er am steilsten, und lange Schritte schaden. Der Ring verlor dort Zeit. Ein Warm-up beginnt mit kurzen Schritten.',
    exploded: (rate) =>
      `Schritte mit einer Lernrate von ${rate} sprangen über das Tal und landeten höher, als sie begannen. Die lineare Regel gilt nur bis zu einer bestimmten Rate: Darüber hilft kein Batch.`,
    noise: (scale) =>
      `Die Rauschskala, gemessen an den Gradienten des Rings, betrug etwa ${scale} Beispiele: ein Mittel über etwa die letzten 100 Schritte. Von dort an würde ein Batch bis etwa zu dieser Größe noch helfen, und ein weit größerer brächte wenig.`,
    noiseOfAll: (scale, batch) =>
      `Die Rauschskala, gemessen an den Gradienten des Rings, betrug etwa ${scale} Beispiele. Sie ist ein Mittel über alle Schritte des Laufs, und am Anfang ist die Skala klein. Über das Ende sagt sie darum wenig: Dort kann ein Batch von ${batch} noch helfen.`,
  } satisfies Said<typeof english.explanation>,

  'effective-batch.challenge': {
    met: (difference) =>
      `Der Verlust des Rings liegt ${difference} dem der einen Replik, bei einem Batch von 512.`,
    batch: (batch) => `Der effektive Batch ist ${batch}. Die Aufgabe verlangt 512.`,
    behind: (difference) => `Der Verlust des Rings liegt ${difference} dem der einen Replik.`,
    above: (percent) => `${percent} über`,
    below: (percent) => `${percent} unter`,
  } satisfies Said<typeof english.challenge>,
};
