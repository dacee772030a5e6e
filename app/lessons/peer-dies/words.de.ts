// The words of “A peer dies”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'peer-dies.words': {
    story: [
      'Ein Deckel geht zu, ein Akku ist leer, das WLAN ist weg: In einer Klasse fällt immer irgendein Gerät aus. Die anderen warten auf seinen Teil der Summe, und er kommt nie.',
      'Die anderen müssen es merken, sich einigen, wer übrig ist, und gemeinsam von denselben Gewichten aus weitermachen. Ein Tab, den man ordentlich schließt, verabschiedet sich. Ein Tab, der abstürzt, sagt nichts, und Stille muss eine Weile dauern, bevor sie zählt.',
      'Hier trainiert ein Ring, und mitten im Lauf endet seine letzte Replik.',
    ],
    task: 'Lass eine Replik wortlos verschwinden, und halte den effektiven Batch davor und danach gleich. Kein Schritt darf verloren gehen, und alle, die übrig sind, müssen dieselbe Prüfsumme haben.',
    teacher: {
      goal: 'Die Lernenden können sagen, wie ein Ring einen Ausfall bemerkt, warum nichts Gelerntes verloren geht, und was mit dem effektiven Batch geschieht.',
      before:
        'Einen Raum auf zwei oder drei Geräten öffnen, um nach der Lektion einen echten Deckel zu schließen. Die Lektion selbst braucht ein Gerät.',
      short: [
        [
          4,
          'Sechs Leute stehen im Kreis und reichen Zahlen weiter. Eine Person herausnehmen. Was tun die anderen, und wann?',
        ],
        [4, 'Alle sagen vorher und führen den Abschied aus.'],
        [4, 'Alle sagen vorher und führen den stillen Ausfall aus. Die Pausen vergleichen.'],
        [5, 'Alle arbeiten an der Aufgabe.'],
        [3, 'Fragen: Was wäre verloren, wenn nur eine Replik das Modell hätte?'],
      ],
      long: [
        [6, 'Der Kreis: Eine Person geht mit einem Wort, eine andere verstummt.'],
        [6, 'Alle sagen vorher und führen den Abschied aus.'],
        [6, 'Alle sagen vorher und führen den stillen Ausfall aus. Die Pausen vergleichen.'],
        [10, 'Alle arbeiten an der Aufgabe.'],
        [
          9,
          'In einem echten Raum: den Deckel eines Geräts schließen, das trainiert. Die Teilnehmerliste und die Kurve beobachten.',
        ],
        [8, 'Diskutieren: eine Sekunde Stille, oder zehn? Was geht jeweils schief?'],
      ],
      say: [
        'Jede Replik hält das ganze Modell, darum nimmt eine, die ausfällt, nichts mit.',
        'Niemand kann ein totes Gerät von einem langsamen unterscheiden. Man kann nur eine Weile warten.',
        'Zum Weitermachen muss mehr als die Hälfte übrig sein. Sonst könnten zwei Hälften beide weitermachen, und es gäbe zwei Modelle.',
        'Ein Schritt zählt, wenn alle ihn haben. Einer, der abgeschnitten wurde, wird ohne das Gerät wiederholt, das nicht mehr dabei ist.',
      ],
      wrong: [
        [
          '„Nach dem Ausfall springt der Verlust.“',
          'Ist der Batch kleiner geworden, so rauscht der Verlust jedes Schritts mehr. Das Modell ist dasselbe.',
        ],
        [
          'Die Pause ist von Lauf zu Lauf anders.',
          'Die Geräte fragen einander mehrmals, bevor sie sagen, dass eines nicht mehr dabei ist. Die Größenordnung vergleichen, nicht die Ziffern.',
        ],
        [
          'In einem echten Raum ist die Pause länger.',
          'Ein geschlossener Deckel hält das Netzwerk später an als die Seite. Es zählt, wann die anderen zuletzt etwas gehört haben.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'peer-dies.controls': {
    replicas: 'Repliken am Anfang',
    how: 'Die letzte Replik',
    batch: 'Der Batch',
  } satisfies Said<typeof english.controls>,

  'peer-dies.options': {
    how: [
      ['goodbye', 'verabschiedet sich'],
      ['vanish', 'verschwindet wortlos'],
    ],
    batch: [
      ['grow', 'je 16 Beispiele'],
      ['fixed', 'insgesamt 48, geteilt'],
    ],
  } satisfies Said<typeof english.options>,

  'peer-dies.labels': {
    ring: (replicas) => `${replicas} Repliken, dann eine weniger`,
  } satisfies Said<typeof english.labels>,

  'peer-dies.question': {
    text: 'Wie lange steht der Ring still, wenn die Replik endet?',
  } satisfies Said<typeof english.question>,

  'peer-dies.figures': {
    pause: 'Längste Pause beim Ausfall',
    usual: 'Ein gewöhnlicher Schritt',
    members: 'Repliken: davor, danach',
    batch: 'Effektiver Batch: davor, danach',
    lost: 'Verlorene Schritte',
    digests: 'Prüfsummen am Ende',
    ofReplicas: (different, replicas) =>
      different === 1
        ? `1, dieselbe bei ${replicas === 2 ? 'beiden' : `allen ${replicas}`}`
        : `${different} verschiedene bei ${replicas} Repliken`,
  } satisfies Said<typeof english.figures>,

  'peer-dies.explanation': {
    goodbye: (pause) =>
      `Nach dem Abschied wussten es die anderen sofort. Sie einigten sich auf einen neuen Ring und machten nach ${pause} weiter.`,
    vanish: (pause) =>
      `Niemand sagte etwas. Jede Replik sendet mehrmals je Sekunde ein Lebenszeichen, und die anderen warteten, bis sie zu lange keins gehört hatten. Dann waren sie sich einig, dass sie nicht mehr dabei ist. Der Ring stand ${pause} still.`,
    none: 'Der Lauf endete, bevor die anderen den Ausfall bemerkten. Über die Pause ist nichts bekannt.',
    kept: (before, after) =>
      `Kein Schritt ging verloren: Die Schritte davor und danach folgen lückenlos aufeinander. Wer übrig war, hatte alle Gewichte, also genügten ${after} von ${before} zum Weitermachen. Ein abgeschnittener Schritt wird noch einmal summiert, ohne die Replik, die nicht mehr dabei ist.`,
    shrank: (before, after) =>
      `Jede Replik nimmt ihre eigenen 16 Beispiele, darum fiel der effektive Batch von ${before} auf ${after}.`,
    fixed: (batch) =>
      `Der Batch von ${batch} gilt für den ganzen Ring, darum teilten sich die anderen die Beispiele der Replik, die nicht mehr dabei ist.`,
  } satisfies Said<typeof english.explanation>,

  'peer-dies.challenge': {
    met: 'Der Batch blieb, kein Schritt ging verloren, und alle, die übrig sind, sind in jedem Bit gleich.',
    goodbye: 'Die Replik hat sich verabschiedet. Die Aufgabe verlangt eine, die verschwindet.',
    batch: (before, after) => `Der effektive Batch änderte sich von ${before} auf ${after}.`,
    unnoticed: 'Der Lauf war vorbei, bevor die anderen den Ausfall bemerkten.',
    lost: 'Ein Schritt fehlt, oder die Prüfsummen sind verschieden. Das darf nicht passieren: Bitte melde es.',
  } satisfies Said<typeof english.challenge>,
};
