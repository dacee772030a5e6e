// The words of “When it stops”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'when-it-stops.words': {
    story: [
      'Was du bisher gesehen hast, heißt Datenparallelität: Jedes Gerät hält das ganze Modell und nimmt andere Beispiele. Sie hat drei Grenzen. Speicher: Das Modell, sein Gradient und der Zustand des Optimierers müssen in jedes Gerät passen. Kommunikation: Der Gradient muss etwa in der Zeit reisen, die ein Schritt rechnet. Der Batch: Jedes Gerät bringt seine Beispiele mit, und jenseits eines bestimmten Batches helfen mehr Beispiele je Schritt wenig.',
      'Geteilte Datenparallelität (ZeRO, FSDP) lockert die erste Grenze. Die Geräte teilen sich den Zustand des Optimierers, in der letzten Stufe auch den Gradienten und die Gewichte. Ein Gerät holt sich die Gewichte einer Schicht dann, wenn es sie braucht, und sendet dafür bis zur Hälfte mehr. Diese Lektion zählt das nicht mit.',
      'Darüber hinaus hilft es, jedes Modell auf eine Gruppe von Geräten aufzuteilen. Tensorparallelität teilt jede Schicht: Jedes Gerät hält einen Teil jeder Matrix. Pipelineparallelität gibt jedem Gerät einige der Schichten. Die Gruppen sind dann die Repliken.',
      'Hier wird nichts trainiert: Die Seite rechnet, mit denselben Formeln wie der Netzwerkrechner.',
    ],
    task: 'Trainiere das Modell mit 70 Milliarden Parametern auf 4 096 Geräten, ohne an eine der drei Grenzen zu stoßen.',
    teacher: {
      goal: 'Die Lernenden können die drei Grenzen der Datenparallelität nennen, sagen, an welche eine Einstellung stößt, und was Tensor- und Pipelineparallelität stattdessen teilen.',
      before: 'Alle sollten „Der effektive Batch“ gemacht haben. Die drei Grenzen an die Tafel schreiben.',
      short: [
        [5, 'Wie viel Speicher braucht ein Modell beim Training? Zählen: 16 Bytes je Parameter.'],
        [4, 'Alle sagen vorher und berechnen die erste Einstellung.'],
        [7, 'Alle arbeiten an der Aufgabe.'],
        [4, 'Welche Grenze kam zuerst, welche als zweite, welche als dritte?'],
      ],
      long: [
        [6, 'Wie viel Speicher braucht ein Modell beim Training? Zählen: 16 Bytes je Parameter.'],
        [6, 'Alle sagen vorher und berechnen die erste Einstellung, dann das kleinste Modell.'],
        [
          12,
          'Alle arbeiten an der Aufgabe, zuerst auf Papier: Wie viele Geräte müssen sich ein Modell teilen?',
        ],
        [
          8,
          'Eine Matrix zeichnen und zerschneiden (Tensor), Schichten zeichnen und austeilen (Pipeline). Was muss jetzt reisen?',
        ],
        [6, 'Den Netzwerkrechner mit denselben Zahlen öffnen und lokale Schritte ansehen.'],
        [
          7,
          'Alle schreiben auf, was eine Klasse mit dreißig Laptops trainieren kann und an welcher Grenze sie stehen bleibt.',
        ],
      ],
      say: [
        '16 Bytes je Parameter: 2 für das Gewicht, 2 für seinen Gradienten, 12 für den Optimierer (arXiv 1910.02054).',
        'Eine Summe kostet jedes Gerät fast zweimal den Gradienten, egal wie viele Geräte es sind.',
        'Der Batch wächst mit den Repliken. Jenseits des Batches, bei dem Mitteln nicht mehr hilft, sind weitere Repliken verschwendet.',
        'Innerhalb einer Gruppe reisen in jedem Schritt viele Male Aktivierungen. Darum braucht eine Gruppe ein schnelles Netzwerk, und meist ist sie ein einziger Schrank.',
      ],
      wrong: [
        [
          '„Dann nimmt man eben mehr Geräte.“',
          'Das ist die Grenze des Batches. Die Beispiele je Schritt ansehen lassen.',
        ],
        [
          '„Dann teilt man das Modell immer.“',
          'Hier sieht Teilen kostenlos aus, weil der Verkehr innerhalb einer Gruppe nicht mitgezählt wird. Das dazusagen.',
        ],
        [
          'Die Zahlen weichen von einem veröffentlichten Lauf ab.',
          'Es sind Schätzungen mit genannten Annahmen: Überlappung, Tempo und nützlicher Batch sind bei jedem Lauf anders.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'when-it-stops.controls': {
    billion: (count) => `${count} ${count === '1' ? 'Milliarde' : 'Milliarden'}`,
    model: 'Parameter des Modells',
    devices: 'Geräte, jedes mit 80\u00a0GB',
    group: 'Geräte, die sich ein Modell teilen',
    line: 'Strecke jedes Geräts',
  } satisfies Said<typeof english.controls>,

  'when-it-stops.options': {
    group: [
      ['1', '1: nicht geteilt'],
      ['8', '8'],
      ['64', '64'],
      ['512', '512'],
    ],
  } satisfies Said<typeof english.options>,

  'when-it-stops.question': {
    text: 'An welche Grenze stößt diese Einstellung zuerst?',
    options: [
      ['none', 'An keine'],
      ['memory', 'Speicher: Das Modell passt nicht'],
      ['communication', 'Kommunikation: Die Geräte warten meist'],
      ['batch', 'Batch: mehr Beispiele, als helfen'],
      ['impossible', 'Es geht gar nicht: Eine Gruppe braucht mehr Geräte, als da sind'],
    ],
  } satisfies Said<typeof english.question>,

  'when-it-stops.figures': {
    devices: 'Geräte',
    group: 'Geräte einer Gruppe',
    memory: 'Speicher auf jedem Gerät',
    replicas: 'Repliken',
    batch: 'Token je Schritt',
    compute: 'Rechnen je Schritt',
    sum: 'Summe der Gradienten',
    busy: 'Anteil der Zeit, in der gerechnet wird',
  } satisfies Said<typeof english.figures>,

  'when-it-stops.bars': {
    title: 'Wie weit jede Grenze ausgeschöpft ist',
    memory: 'Speicher',
    communication: 'Warten',
    batch: 'Batch',
  } satisfies Said<typeof english.bars>,

  'when-it-stops.explanation': {
    memory: (need, parts) =>
      `Speicher: 16 Bytes je Parameter, verteilt auf ${parts}, ergeben ${need} je Gerät. Es gibt 80\u00a0GB, und auch Aktivierungen brauchen etwas.`,
    communication: (sum, compute, busy) =>
      `Kommunikation: Eine Summe dauert ${sum}, das Rechnen eines Schritts ${compute}. Zwei Drittel des Rechnens können eine Summe verdecken. Die Geräte rechnen ${busy} der Zeit; weniger als die Hälfte gilt als die Grenze.`,
    batch: (tokens, replicas) =>
      `Batch: ${replicas} mit je 8 192 Token ergeben ${tokens} Token je Schritt. Angenommen ist: Über 4 Millionen hilft ein größerer Batch wenig. Große veröffentlichte Läufe nehmen eine bis einige Millionen; es hängt vom Modell und seinem Verlust ab.`,
    split:
      'Nicht mitgezählt: was innerhalb einer Gruppe reist. Bei Tensorparallelität werden in jeder Schicht Aktivierungen summiert. Bei Pipelineparallelität gehen sie von Gerät zu Gerät, und am Anfang und am Ende eines Schritts warten einige Geräte.',
    oneDevice: 'ein Gerät',
    manyDevices: (count) => `${count} Geräte`,
    oneReplica: 'eine Replik',
    manyReplicas: (count) => `${count} Repliken`,
    impossible: (group, devices) =>
      `Eine Gruppe braucht ${group} Geräte, und es gibt nur ${devices}. Also gibt es nicht einmal eine Replik, und nichts lässt sich trainieren.`,
  } satisfies Said<typeof english.explanation>,

  'when-it-stops.challenge': {
    met: 'Das Modell passt, die Geräte rechnen die meiste Zeit, und der Batch hilft noch.',
    other: 'Die Aufgabe verlangt 70 Milliarden Parameter auf 4 096 Geräten.',
    memory: 'Das Modell passt nicht.',
    communication: 'Die Geräte warten meist auf Summen.',
    batch: 'Der Batch ist größer, als hilft.',
  } satisfies Said<typeof english.challenge>,
};
