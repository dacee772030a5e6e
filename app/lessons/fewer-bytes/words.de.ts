// The words of “Fewer bytes”, in German.
import type { Said } from '../../text/language';
import type * as english from './words';

export const de = {
  'fewer-bytes.words': {
    story: [
      'In jedem Schritt sendet jede Replik einen Gradienten: eine Zahl für jedes Gewicht des Modells. Eine Zahl braucht gewöhnlich vier Bytes. Ein Codec schreibt sie mit weniger: mit zwei Bytes, mit einem, mit einem halben, als bloßes Vorzeichen, oder nur die größten Zahlen von allen.',
      'Was ein Codec weglässt, ist nicht verloren: Die Replik behält es und addiert es zu ihrem nächsten Gradienten. Das heißt Fehlerrückführung.',
      'Ein Ring aus drei Repliken trainiert zuerst mit vier Bytes je Zahl. Dann trainiert er noch einmal, mit deinem Codec.',
    ],
    task: 'Sende höchstens ein Viertel der Bytes, und ende mit einem Verlust, der höchstens 5\u00a0% über dem von vier Bytes je Zahl liegt.',
    teacher: {
      goal: 'Die Lernenden können sagen, warum weniger Bytes einen Schritt auf einer langsamen Strecke schneller machen, was ein Codec weglässt, und wie viel davon das Training verträgt.',
      before:
        'Die Lektion einmal mit dem Codec „int4“ ausführen. Es sieht aus, als sende er ein Achtel der Bytes, und das tut er nicht. Nach dem Grund wird gefragt.',
      short: [
        [
          4,
          '0.3172 an die Tafel schreiben. Fragen, wie man es mit weniger Ziffern sagt und was dabei verloren geht.',
        ],
        [5, 'Alle sagen die Bytes von „int8“ vorher und führen aus.'],
        [7, 'Alle arbeiten an der Aufgabe.'],
        [
          4,
          'Fragen, warum ein halbes Byte je Zahl kein Achtel aller Bytes ist. Zählen, was sonst noch gesendet wird.',
        ],
      ],
      long: [
        [
          5,
          '0.3172 an die Tafel schreiben. Fragen, wie man es mit weniger Ziffern sagt und was dabei verloren geht.',
        ],
        [
          8,
          'Ein Spiel: Vier Leute mitteln vier Zahlen, dann mitteln sie sie auf ganze Zahlen gerundet, dann nehmen sie den Rundungsrest in die nächste Runde mit.',
        ],
        [6, 'Alle sagen die Bytes von „int8“ vorher und führen aus.'],
        [
          12,
          'Alle arbeiten an der Aufgabe und vergleichen dann die Verluste der Codecs mit den wenigsten Bytes.',
        ],
        [8, 'Warum ist ein halbes Byte je Zahl kein Achtel aller Bytes? Notizen, Rahmen und Skalen zählen.'],
        [6, 'Alle schreiben auf, welchen Codec ein Raum mit langsamem WLAN nehmen sollte, und warum.'],
      ],
      say: [
        'Ein Gradient ist eine Richtung. Eine grobe Richtung genügt für einen Schritt, wenn sich die Fehler nicht addieren.',
        'Die Fehlerrückführung merkt sich, was weggelassen wurde. Früher oder später wird es gesendet. Was spät gesendet wird, hilft spät.',
        'Jede Nachricht hat einen Umschlag. Bei kleinen Gradienten wiegen die Umschläge mehr als die Briefe.',
        'Alle Repliken dekodieren dieselben Bytes, darum bleiben sie in jedem Bit gleich, so grob der Codec auch ist.',
      ],
      wrong: [
        [
          '„Mit weniger Bytes ist der Verlust sogar niedriger.“',
          'Kleine Unterschiede sind Rauschen. Mit einer anderen Zahl von Schritten können sie sich umkehren.',
        ],
        [
          '„Dann nimmt man immer die wenigsten Bytes.“',
          'Längere Läufe sind empfindlicher, und Kodieren braucht Zeit. Auf einer schnellen Strecke ist nichts gewonnen.',
        ],
        [
          'Jemand erwartet genau die Hälfte oder ein Achtel.',
          'Die Bytes je Zahl in der Erklärung ansehen lassen und fragen, was sonst noch reist.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'fewer-bytes.controls': {
    codec: 'Jede Zahl wird gesendet als',
    width: 'Zahlen im Gradienten',
    steps: 'Schritte',
  } satisfies Said<typeof english.controls>,

  'fewer-bytes.options': {
    codec: [
      ['f32', '4 Bytes'],
      ['fp16', '2 Bytes (fp16)'],
      ['int8', '1 Byte (int8)'],
      ['int4', 'ein halbes Byte (int4)'],
      ['sign', 'ihr Vorzeichen'],
      ['top-k', 'nur die größten 1.6\u00a0% (top-k)'],
    ],
  } satisfies Said<typeof english.options>,

  'fewer-bytes.labels': {
    plain: 'Vier Bytes je Zahl',
    same: 'Dasselbe noch einmal',
    coded: (codec) => `Mit dem Codec ${codec}`,
  } satisfies Said<typeof english.labels>,

  'fewer-bytes.question': {
    text: 'Wie viele Bytes werden gesendet, in Prozent derer mit vier Bytes je Zahl?',
  } satisfies Said<typeof english.question>,

  'fewer-bytes.figures': {
    barTitle: 'Bytes, die eine Replik je Schritt sendet',
    bytes: 'Bytes je Schritt: ohne Codec, deine',
    share: 'Anteil der Bytes',
    perNumber: 'Bytes je Zahl: ohne Codec, deine',
    loss: 'Verlust der Validierung am Ende: ohne Codec, deiner',
  } satisfies Said<typeof english.figures>,

  'fewer-bytes.explanation': {
    sent: (bytes, share) => `Eine Replik hat ${bytes} je Schritt gesendet, ${share} derer ohne Codec.`,
    envelope: (records) =>
      `Nicht alles davon ist Gradient. Um jeden Teil eines Gradienten stehen Kopfdaten, und in jedem Schritt sendet jedes Mitglied eine Notiz von ${records}, die sagt, was es hat und was es vorhat. Ein Codec macht sie nicht kleiner.`,
    ring: 'In einem Ring aus drei Repliken sendet jede vier Drittel des Gradienten: zwei Drittel, während die Teile addiert werden, und zwei Drittel, um die Summen zu verteilen.',
    gathered:
      'Vorzeichen und größte Zahlen lassen sich unterwegs nicht addieren. Jede Replik sendet ihre eigenen an alle anderen, und jede addiert sie.',
    loss: (difference) => `Der Verlust am Ende liegt ${difference} dem des Laufs ohne Codec.`,
    late: (steps) =>
      `Der Codec hielt viel zurück und sendete es später oder vor dem Ende gar nicht. Darum kam der Ring in ${steps} Schritten weniger weit.`,
    plain: 'Vier Bytes je Zahl sendet auch der Lauf ohne Codec. Beide Läufe sind in jedem Bit gleich.',
  } satisfies Said<typeof english.explanation>,

  'fewer-bytes.difference': {
    none: (percent) => `höchstens ${percent} neben`,
    above: (percent) => `${percent} über`,
    below: (percent) => `${percent} unter`,
  } satisfies Said<typeof english.difference>,

  'fewer-bytes.challenge': {
    met: (share, loss) => `${share} der Bytes, und ein Verlust ${loss} dem ohne Codec.`,
    bytes: (share) => `Du sendest noch ${share} der Bytes.`,
    loss: (loss) => `Die Bytes sind wenig genug, aber der Verlust liegt ${loss} dem ohne Codec.`,
  } satisfies Said<typeof english.challenge>,
};
