// The German text of: data.
import type { dataText } from '../data';
import { plural } from '../language';

export const data = {
  reading: 'Wird gelesen …',
  learningBytePairs: (read, total) => `Bytepaare werden gelernt: ${read} von ${total}.`,
  readingRows: (read) => `Wird gelesen: bisher ${read} Zeilen.`,
  readingImages: (read) => `Wird gelesen: bisher ${read} Bilder.`,
  readingText: (read, total) => `Wird gelesen: ${read} von ${total}.`,
  file: (value, of) => ` (Datei ${value} von ${of})`,
  of: (total) => ` von ${total}`,
  downloading: (which, read, size) => `Wird heruntergeladen${which}: ${read}${size}.`,
  firstPartOf: (name, used, all) => `${name} (nur die ersten ${used} von ${all})`,
  firstPart: (name, used) => `${name} (nur die ersten ${used})`,
  countedCharacters: (count) => `${count} Zeichen`,
  countedTokens: (count) => `${count} Token`,
  textTooShort: 'Der Text ist zu kurz, um einen Teil davon zurückzulegen.',
  windowsHeldOut: (context, held, heldTokens, trained, trainedTokens, left) =>
    `In Fenstern von ${context} werden ${held} zum Prüfen zurückgelegt (die letzten ${heldTokens}), und ${trained} werden trainiert (die ersten ${trainedTokens}).${left}`,
  windowsEqualHeldOut: (count, number) =>
    ` ${count} ${plural(number, { one: 'ist', other: 'sind' })} einem zurückgelegten Fenster gleich, darum wird mit ${plural(number, { one: 'ihm', other: 'ihnen' })} nichts trainiert.`,
  comparedWindows: (context, sentence) => `Verglichen in Fenstern von ${context}: ${sentence}`,
  noWindowRepeated: 'Kein zurückgelegtes Fenster steht wörtlich in dem Teil, der trainiert wird.',
  windowsRepeated: (repeated, held, share) =>
    `${repeated} von ${held} zurückgelegten Fenstern (${share}) stehen wörtlich in dem Teil, der trainiert wird.`,
  inputs: (value) => `${value} Eingaben`,
  examplesClasses: (name, examples, what, classes) =>
    `${name}: ${examples} Beispiele, je ${what}, ${classes} Klassen.`,
  characters: (name, characters) => `${name}: ${characters} Zeichen`,
  readModelKnows: (all, vocabulary) => `${all}, gelesen in den ${vocabulary}, die das Modell kennt.`,
  differentOnes: (all, vocabulary) => `${all}, davon ${vocabulary} verschiedene.`,
  tokensBytesAverage: (all, tokens, value, vocabulary) =>
    `${all}, als ${tokens} Token von im Mittel ${value} Bytes, davon ${vocabulary} verschiedene.`,
  equalHeldOut: (leftOut) =>
    ` ${leftOut} sind einem zurückgelegten Beispiel gleich, darum wird mit ihnen nichts trainiert.`,
  seedExamplesHeld: (seed, validation, train, left) =>
    `Mit Seed ${seed} werden ${validation} Beispiele zum Prüfen zurückgelegt, und ${train} werden trainiert.${left}`,
  noTwoExamples: 'Keine zwei Beispiele haben dieselben Eingaben.',
  theseAnotherClass: (contradicting) => `, und ${contradicting} davon haben eine andere Klasse`,
  inputsEarlierOne: (repeated, repeated2, other) =>
    `${repeated} ${plural(repeated2, { one: 'Beispiel wiederholt', other: 'Beispiele wiederholen' })} die Eingaben eines früheren${other}.`,
  classWord: (label) => `Klasse ${label}`,
  learningRate: (learningRate) => `Lernrate ${learningRate}`,
  network: (value) => `Netzwerk ${value}`,
  linesDiffer: (count, counted) =>
    `${counted} ${plural(count, { one: 'Leitung weicht ab', other: 'Leitungen weichen ab' })}`,
  linesSlowed: (count, counted) =>
    `${counted} ${plural(count, { one: 'Leitung', other: 'Leitungen' })} gebremst`,
  slowed: (name, line) => `${name} gebremst: ${line}`,
  slowedNoMore: (name) => `${name} nicht mehr gebremst`,
  linesOf: (name, line) => `Leitungen von ${name}: ${line}`,
  lineIs: (one, other, line) => `${one} – ${other}: ${line}`,
  replicasNow: (count, counted) => `jetzt ${counted} ${plural(count, { one: 'Replik', other: 'Repliken' })}`,
  asItIs: 'wie es ist',
  sumsTravel: (words) => `Weg der Summen: ${words}`,
  sent: (codecText) => `gesendet als ${codecText}`,
  overlap: (overlap) => `Überlappung ${overlap ? 'an' : 'aus'}`,
  oneSumPer: 'eine Summe je Tensor',
  sumsBuckets: 'Summen in Buckets',
  bucketsMeasurement: 'Buckets nach Messung',
  oneSumAll: 'eine Summe für alles',
  bucketsOf: (first, others) => `Buckets von ${first}, dann ${others}`,
  wholeUpTo: (bytes) => `Gradienten bis ${bytes} gehen ganz`,
  noneWhole: 'kein Gradient geht ganz',
  boundedParts: (areBounded) =>
    areBounded ? 'Anteile begrenzt: Summen nicht exakt' : 'Anteile beliebig lang: Summen exakt',
  outerUpdate: (rate, momentum) => `äußere Rate ${rate}, Momentum ${momentum}`,
  fragments: (count, counted) => `${counted} ${plural(count, { one: 'Fragment', other: 'Fragmente' })}`,
  spread: 'Schichten über die Fragmente verteilt',
  inOrder: 'benachbarte Schichten in einem Fragment',
  delay: (steps, counted) =>
    `Verzögerung von ${counted} inneren ${plural(steps, { one: 'Schritt', other: 'Schritten' })}`,
  mixing: (percent) => `${percent} vom Eigenen bleibt`,
  sumsEveryStep: 'Summen in jedem Schritt',
  sumsAfterInner: (innerSteps) => `Summen nach ${innerSteps} inneren Schritten`,
  batchFixed: (globalBatch) => `Batch fest bei ${globalBatch}`,
  batchGrowsRing: 'Batch wächst mit dem Ring',
  equalParts: 'gleiche Anteile',
  partsSpeed: 'Anteile nach Tempo',
  joined: (came) => `neu dabei: ${came}`,
  gone: (went) => `nicht mehr dabei: ${went}`,
  noiseFromKept: (who) => `Rauschen von ${who} abgewehrt`,
  wholeTextCharacters: (name, characters) => `den ganzen Text von ${name}, ${characters} Zeichen`,
  firstPartCharacters: (name, characters) => `was vom Text ${name} verwendet wird, ${characters} Zeichen`,
  allExamplesTheir: (examples, name) => `alle ${examples} Beispiele von ${name}, mit ihren Klassen`,
  membersWhoAsk: (what) =>
    `Mitglieder, die darum bitten, bekommen ${what}. Sie behalten die Daten und geben Teile an andere in diesem Raum weiter; du kannst sie nicht zurückrufen. Über den Raumserver gehen sie nie.`,
  tooLargeToSend: (bytes, most) =>
    `Diese Daten haben ${bytes}, und höchstens ${most} können an Mitglieder gesendet werden: Gib ihnen die Datei auf anderem Weg.`,
  hostSendsData:
    'Die Leitung sendet diese Daten an alle, die neu kommen. Mit deiner Kopie kannst du helfen: Dann gehen Teile davon direkt von diesem Gerät an sie, und du kannst sie nicht zurückrufen.',
  preparingYourData: 'Deine Daten werden vorbereitet …',
  yourDataStays: 'Deine Daten bleiben auf diesem Gerät.',
  canReceivedNobody: (bytes) => `${bytes} stehen bereit. Noch hat niemand gefragt.`,
  sentFromDevice: (sentBytes, members) => `${sentBytes} von diesem Gerät gesendet, an ${members}.`,
  hostSendsYou: (bytes) =>
    `Die Leitung sendet sie dir: ${bytes}, direkt von den Geräten der Mitglieder. Dein Gerät behält eine Kopie und gibt Teile an andere in diesem Raum weiter.`,
  fetchingData: (percent, bytes, total) => `Die Daten werden geholt, ${percent}: ${bytes} von ${total}`,
  nothingFromMembers: (so) => `${so}, noch nichts von Mitgliedern.`,
  from: (so, members) => `${so}, von ${members}.`,
  member: '1 Mitglied',
  members: (count) => `${count} Mitglieder`,
  aText: 'einen Text',
  picturesRowsNumbers: (numbers, classes, names) =>
    `Bilder oder Zeilen aus ${numbers} Zahlen in ${classes} Klassen${names}`,
  everyMemberTrains: (kind) =>
    `Hier trainiert jedes Mitglied mit eigenen Beispielen. Wähle ${kind}. Deine Dateien bleiben auf diesem Gerät; Summen von Gradienten verlassen es und können etwas über sie verraten.`,
  waitingLink: (so) => `${so}. Wartet auf eine Verbindung zu einem Mitglied, das sie hat.`,
} satisfies typeof dataText;
