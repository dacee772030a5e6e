// The words of “Fuse and overlap”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'fuse-and-overlap.words': {
    story: [
      'Ein Gradient ist nicht eine Liste von Zahlen, sondern viele: Jede Schicht hat eine Matrix von Gewichten und eine kurze Liste von Bias-Werten. Eine solche Liste heißt Tensor. In einem Ring aus vier braucht die Summe eines Tensors sechs Nachrichten hintereinander, und jede davon ist so lange unterwegs wie die Verzögerung, so kurz sie auch ist.',
      'Bündeln legt mehrere Tensoren in einen Bucket, damit sie sich die Verzögerungen teilen. Der Rückwärtslauf wird mit der letzten Schicht zuerst fertig, darum füllen sich Buckets von der letzten Schicht zur ersten. Überlappen sendet einen Bucket, sobald er voll ist, während der Rückwärtslauf mit den Schichten davor weitermacht.',
      'Jede Schicht hat zwei Tensoren, und ihre Gradienten brauchen zusammen 58\u00a0kB. Sie rechnet 50\u00a0ms im Vorwärtslauf und 100\u00a0ms im Rückwärtslauf. Summen laufen eine nach der anderen. Ein Schritt ist vorbei, wenn es die letzte Summe ist.',
      'Die Uhr dieser Lektion ist eine virtuelle, darum zeigt jedes Gerät dieselben Zeiten. Die Buckets, die Summen und ihre Nachrichten sind die echten. Wie lange eine Schicht rechnet, und die Strecken, legt das Programm fest.',
    ],
    task: 'Verdecke auf Strecken mit einer Verzögerung von mindestens 20\u00a0ms mindestens 60\u00a0% der Zeit der Summen hinter dem Rechnen.',
    teacher: {
      goal: 'Die Lernenden können sagen, warum viele kleine Nachrichten auf einer schnellen Strecke langsam sind, warum Buckets helfen, und warum ein Bucket für alles nichts zum Überlappen übrig lässt.',
      before:
        'Nach je einem Lauf mit den drei Arten von Buckets die Erklärung lesen. Einen Stapel Briefe oder Zettel mitbringen.',
      short: [
        [
          4,
          'Zehn Zettel eine Reihe entlang reichen, einen nach dem anderen: Der nächste startet, wenn der letzte zurück ist. Dann alle zehn auf einmal.',
        ],
        [
          4,
          'Alle berechnen die erste Einstellung auf Papier: 32 Summen, 6 Nachrichten, 20\u00a0ms. Vorhersagen und ausführen.',
        ],
        [8, 'Alle arbeiten an der Aufgabe.'],
        [4, 'Gemeinsam das Bild ansehen: Welche Summe lässt sich nie verdecken, und warum?'],
      ],
      long: [
        [
          6,
          'Zehn Zettel eine Reihe entlang reichen, einen nach dem anderen: Der nächste startet, wenn der letzte zurück ist. Dann alle zehn auf einmal.',
        ],
        [
          7,
          'Alle berechnen die erste Einstellung auf Papier: 32 Summen, 6 Nachrichten, 20\u00a0ms. Vorhersagen und ausführen.',
        ],
        [10, 'Alle arbeiten an der Aufgabe.'],
        [
          8,
          'Die Verzögerung auf 1\u00a0ms setzen. Welche Art von Bucket ist jetzt die beste? Warum hängt die beste Größe von der Strecke ab?',
        ],
        [
          8,
          'Die Strecke auf 10\u00a0Mbit/s setzen. Was begrenzt den Schritt jetzt: die Zahl der Summen oder ihre Bytes? „Weniger Bytes“ macht hier weiter.',
        ],
        [6, 'Alle zeichnen das Bild eines Schritts mit einem Bucket, mit dreien und mit dreißig.'],
      ],
      say: [
        'Eine Verzögerung ist wie der Weg zur Post: Er dauert für einen Brief so lange wie für hundert.',
        'Bündeln macht die Summen weniger. Überlappen macht sie unsichtbar. Es braucht beides: Ein Bucket für alles ist erst voll, wenn nichts mehr da ist, wohinter er sich verdecken ließe.',
        'PyTorch macht genau das. Sein erster Bucket ist klein, damit das Senden früh beginnt.',
        'Überlappen macht einen Schritt nie kürzer als sein Rechnen.',
      ],
      wrong: [
        [
          '„Eine schnellere Strecke muss doch helfen.“',
          '100\u00a0Mbit/s mit einer Summe je Tensor ausprobieren lassen: Die Verzögerungen bleiben. Latenz und Bandbreite sind zwei verschiedene Dinge.',
        ],
        [
          '„Ein Bucket ist am besten: Er zahlt die Verzögerungen nur einmal.“',
          'Ohne Überlappung stimmt das. Ansehen lassen, wann der eine Bucket voll ist.',
        ],
        [
          'Der Ring eines Raums zeigt diese Zeiten nicht.',
          'Der Ring eines Raums beginnt eine Summe, während andere noch reisen, darum vergehen ihre Verzögerungen zugleich. Was jede Summe dann kostet, ist das Verarbeiten ihrer Nachrichten. Sein Bereich „Wohin die Zeit geht“ zeichnet dieselben drei Teile, gemessen.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'fuse-and-overlap.controls': {
    fuse: 'Der Gradient reist als',
    overlap: 'Summen beginnen',
    delay: 'Verzögerung einer Nachricht',
    line: 'Jede Strecke',
    layers: 'Schichten des Modells',
  } satisfies Said<typeof english.controls>,

  'fuse-and-overlap.options': {
    fuse: [
      ['tensor', 'eine Summe je Tensor'],
      ['buckets', 'Buckets'],
      ['one', 'ein Bucket'],
    ],
    overlap: [
      ['no', 'nach dem Rückwärtslauf'],
      ['yes', 'währenddessen (Überlappung)'],
    ],
    delay: (ms) => `${ms}\u00a0ms`,
    line: (megabit) => `${megabit}\u00a0Mbit/s`,
  } satisfies Said<typeof english.options>,

  'fuse-and-overlap.question': {
    text: 'Wie lange dauert ein Schritt?',
  } satisfies Said<typeof english.question>,

  'fuse-and-overlap.figures': {
    step: 'Ein Schritt',
    compute: 'Sein Rechnen',
    sums: 'Summen',
    sumTime: 'Zeit der Summen',
    hidden: 'Davon verdeckt',
    messages: 'Nachrichten je Replik',
  } satisfies Said<typeof english.figures>,

  'fuse-and-overlap.bars': {
    title: 'Wie lange ein Schritt dauert',
    plain: 'Eine Summe je Tensor, ohne Überlappung',
    own: 'Deine Einstellung',
    compute: 'Nur das Rechnen',
  } satisfies Said<typeof english.bars>,

  'fuse-and-overlap.explanation': {
    formula: (sums, delay, delays, bytes, line, transfer) =>
      `Die Formel: ${sums} × 6 Nachrichten × ${delay} ergeben ${delays} Verzögerung. Ein Ring aus vier sendet das Anderthalbfache des Gradienten: 1.5 × ${bytes} über ${line}\u00a0Mbit/s brauchen ${transfer}.`,
    oneSum: '1 Summe',
    manySums: (count) => `${count} Summen`,
    exact: (time) => `Die Summen dauerten ${time}.`,
    segments: (time) =>
      `Die Summen dauerten nur ${time}: Eine große Summe wird in Stücke geschnitten, und eins ist unterwegs, während das nächste gesendet wird.`,
    tensor: (share) =>
      `Verzögerungen sind ${share} davon. Eine Liste von Bias-Werten hat 480 Bytes, eine Matrix 57 600: Beide zahlen dieselben Verzögerungen. Viele kleine Summen begrenzt die Latenz, und eine breitere Strecke hilft kaum.`,
    narrow: (share) =>
      `Verzögerungen sind nur ${share} davon: Auf dieser Strecke kosten die Bytes die Zeit, nicht die Zahl der Summen.`,
    buckets: (count) =>
      `Die Tensoren reisten in ${count} Buckets: Der erste fasst bis zu 64\u00a0KiB, damit das Senden früh beginnen kann, die anderen bis zu 256\u00a0KiB. DistributedDataParallel von PyTorch macht dasselbe, normalerweise mit 1\u00a0MiB und 25\u00a0MiB, für Gradienten von vielen Megabyte in schnellen Netzwerken.`,
    one: 'Ein Bucket zahlt die Verzögerungen nur einmal. Aber er ist erst voll, wenn der Gradient der ersten Schicht da ist, ganz am Ende des Rückwärtslaufs: Es bleibt nichts, wohinter er sich verdecken ließe.',
    noOverlap:
      'Ohne Überlappung warten alle Summen auf das Ende des Rückwärtslaufs, und nichts ist verdeckt.',
    overlap: (hidden, share) =>
      `Mit Überlappung liefen ${hidden} der Summen, ${share}, während die Replik rechnete. Der Gradient der ersten Schicht kommt zuletzt, darum bleibt die letzte Summe immer unverdeckt.`,
    order:
      'Hier laufen Summen eine nach der anderen, so wie die von DistributedDataParallel auf GPUs (NCCL). Ein Ring dieser App beginnt eine Summe, während andere noch reisen, darum vergehen ihre Verzögerungen zugleich.',
  } satisfies Said<typeof english.explanation>,

  'fuse-and-overlap.challenge': {
    met: (share) => `${share} der Zeit der Summen sind verdeckt.`,
    delay: 'Die Aufgabe verlangt eine Verzögerung von mindestens 20\u00a0ms.',
    exposed: (share) => `${share} der Zeit der Summen sind verdeckt.`,
  } satisfies Said<typeof english.challenge>,
};
