// The words of “One model, many tabs”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'one-model.words': {
    story: [
      'Ein Ring aus Repliken trainiert ein Modell. Jede Replik hält das ganze Modell und schaut sich eigene Beispiele an. Sie findet die Richtung, in der ihr Verlust sinkt: ihren Gradienten. Der Ring mittelt alle Gradienten, und jede Replik macht denselben Schritt.',
      'Hier trainiert zuerst ein Ring. Danach trainiert eine Replik allein dasselbe Modell vom selben Anfang aus. Du bestimmst, wie viele Beispiele sie sich in einem Schritt anschauen.',
    ],
    task: 'Wähle die Einstellungen so, dass sich die zwei Kurven in jedem von mindestens 100 Schritten um höchstens 0.0001 unterscheiden. Es gibt mehr als einen Weg.',
    teacher: {
      goal: 'Die Lernenden können sagen, warum N Repliken mit je b Beispielen denselben Schritt machen wie eine Replik mit N · b Beispielen, und warum sich die Ergebnisse trotzdem in den letzten Ziffern unterscheiden.',
      before:
        'Die Lektion auf einem Gerät öffnen und einmal ausführen. Ist sie geladen, braucht sie kein Netzwerk. Zwei Kästen an die Tafel zeichnen: „4 Repliken × 8 Beispiele“ und „1 Replik × 32 Beispiele“.',
      short: [
        [3, 'Die zwei Kästen zeigen. Fragen: Welcher lernt in einem Schritt mehr?'],
        [4, 'Alle sagen vorher und führen die Einstellungen aus, mit denen die Seite beginnt.'],
        [5, 'Fragen, warum die Kurven verschieden sind. Vermutungen sammeln, nicht bewerten.'],
        [5, 'Alle arbeiten an der Aufgabe.'],
        [3, 'b · N an die Tafel schreiben. Jemand erklärt die Regel in einem Satz.'],
      ],
      long: [
        [5, 'Die zwei Kästen zeigen. Fragen: Welcher lernt in einem Schritt mehr?'],
        [7, 'Von Hand rechnen: das Mittel von 2, 4, 6 und 8 auf einmal, dann als Mittel von zwei Mitteln.'],
        [5, 'Alle sagen vorher und führen die Einstellungen aus, mit denen die Seite beginnt.'],
        [10, 'Alle arbeiten an der Aufgabe und finden dann einen zweiten Weg.'],
        [
          8,
          'Die Prüfsummen ansehen. Alle Repliken des Rings haben dieselbe, die einzelne Replik eine andere. Warum?',
        ],
        [
          5,
          '0.1 + 0.2 + 0.3 in die Konsole des Browsers tippen, dann 0.3 + 0.2 + 0.1. Ein Taschenrechner rechnet mit Zehnern und zeigt beide Male 0.6. Warum ein Computer nicht?',
        ],
        [5, 'Alle schreiben einen Satz: Was ist hier exakt, und was nur fast gleich?'],
      ],
      say: [
        'Ein Mittel von Mitteln ist das Mittel von allem, wenn alle Gruppen gleich groß sind.',
        'Die Repliken senden nie Beispiele. Sie senden Gradienten, und alle bekommen dasselbe Mittel.',
        'Eine Prüfsumme ist eine kurze Zahl, gemacht aus allen Gewichten. Ist ein Bit anders, so ist die Prüfsumme anders.',
        'Computer runden. Die Reihenfolge der Additionen ändert die letzten Ziffern, darum sind zwei Reihenfolgen fast gleich und nicht gleich.',
      ],
      wrong: [
        [
          '„Mehr Repliken lernen schneller.“',
          'In einem Schritt schauen sie sich mehr Beispiele an. Davon wird ein Schritt nicht kürzer, und die Kurve über die Schritte ist die eines größeren Batches.',
        ],
        [
          'Jemand löst die Aufgabe durch Zufall.',
          'Nach einer zweiten Kombination fragen, die gehen muss, bevor sie ausgeführt wird.',
        ],
        [
          'Auf alten Geräten ist der Lauf langsam.',
          '2 Repliken und 100 Schritte wählen. Alle Repliken teilen sich dieses eine Gerät, darum kann es nicht schneller werden.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'one-model.controls': {
    replicas: 'Repliken im Ring',
    batch: 'Beispiele je Replik und Schritt',
    alone: 'Beispiele je Schritt der einzelnen Replik',
    steps: 'Schritte',
  } satisfies Said<typeof english.controls>,

  'one-model.labels': {
    ring: (replicas, batch) => `Der Ring: ${replicas} × ${batch} Beispiele`,
    alone: (batch) => `Eine Replik: ${batch} Beispiele`,
  } satisfies Said<typeof english.labels>,

  'one-model.question': {
    text: 'Wie weit liegen die zwei Kurven auseinander, wo sie sich am meisten unterscheiden?',
    options: [
      ['none', 'Gar nicht: in jeder Ziffer gleich'],
      ['rounding', 'Weniger als 0.0001: zu wenig, um es zu sehen'],
      ['visible', '0.0001 oder mehr: Man kann es sehen'],
    ],
  } satisfies Said<typeof english.question>,

  'one-model.figures': {
    ofReplicas: (different, replicas) =>
      different === 1
        ? `1, dieselbe bei ${replicas === 2 ? 'beiden' : `allen ${replicas}`}`
        : `${different} verschiedene bei ${replicas} Repliken`,
    inRing: 'Beispiele je Schritt des Rings',
    alone: 'Beispiele je Schritt der einzelnen',
    difference: 'Größter Unterschied',
    where: (step) => `bei Schritt ${step}`,
    ringDigests: 'Prüfsummen im Ring',
    aloneDigest: 'Prüfsumme der einzelnen',
  } satisfies Said<typeof english.figures>,

  'one-model.explanation': {
    agree: (replicas, digest, step) =>
      `Nach Schritt ${step} hatten ${replicas === 2 ? 'beide' : `alle ${replicas}`} Repliken des Rings dieselbe Prüfsumme, ${digest}: Ihre Gewichte sind in jedem Bit gleich. Jede bekam dieselbe Summe und machte dasselbe Update.`,
    disagree: (different) =>
      `Die Repliken des Rings hatten ${different} verschiedene Prüfsummen. Das darf nicht passieren: Bitte melde es.`,
    same: (product, total) =>
      `${product} = ${total}, also nahmen beide in jedem Schritt dasselbe Mittel über dieselben Beispiele. Das Mittel der Mittel gleich großer Gruppen ist das Mittel von allem.`,
    rounding: (largest) =>
      `Trotzdem liegen die Kurven bis zu ${largest} auseinander. Der Ring addiert dieselben Zahlen in anderer Reihenfolge, und jede Addition eines Computers rundet. Darum unterscheiden sich die letzten Ziffern, und auch die Prüfsummen von Ring und einzelner Replik.`,
    equal: 'Diesmal sind sogar die Verluste in jeder Ziffer gleich.',
    other: (product, total, alone) =>
      `${product} = ${total}, und die einzelne Replik nahm ${alone}. Das sind Mittel über verschieden viele Beispiele, darum unterscheiden sich die Schritte und bald die Modelle.`,
  } satisfies Said<typeof english.explanation>,

  'one-model.challenge': {
    met: (largest, steps) => `Die Kurven liegen höchstens ${largest} auseinander, über ${steps} Schritte.`,
    apart: (largest) =>
      `Die Kurven liegen bis zu ${largest} auseinander. Vergleiche, wie viele Beispiele jeder Schritt nimmt.`,
    short: (steps) => `Der Lauf endete nach ${steps} Schritten. Es braucht mindestens 100.`,
  } satisfies Said<typeof english.challenge>,
};
