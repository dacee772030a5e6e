// What data is, what was changed, and sending it to members, in French.
import { plural } from '../language';
import type { dataText } from '../data';

export const data = {
  reading: 'Lecture…',
  learningBytePairs: (read, total) => `Apprentissage des paires d’octets : ${read} sur ${total}.`,
  readingRows: (read) => `Lecture : ${read} lignes jusqu’ici.`,
  readingImages: (read) => `Lecture : ${read} images jusqu’ici.`,
  readingText: (read, total) => `Lecture : ${read} sur ${total}.`,
  file: (value, of) => `, fichier ${value} sur ${of}`,
  of: (total) => ` sur ${total}`,
  downloading: (which, read, size) => `Téléchargement${which} : ${read}${size}.`,
  firstPartOf: (name, used, all) => `${name} (seulement les premiers ${used} sur ${all})`,
  firstPart: (name, used) => `${name} (seulement les premiers ${used})`,
  countedCharacters: (count) => `${count} caractères`,
  countedTokens: (count) => `${count} tokens`,
  textTooShort: 'Le texte est trop court pour en mettre une partie de côté.',
  windowsHeldOut: (context, held, heldTokens, trained, trainedTokens, left) =>
    `En fenêtres de ${context}, ${held} sont mises de côté pour la validation (les derniers ${heldTokens}) et ${trained} servent à l’entraînement (les premiers ${trainedTokens}).${left}`,
  windowsEqualHeldOut: (count) => ` Écartées, car identiques à une fenêtre de validation : ${count}.`,
  comparedWindows: (context, sentence) => `Comparaison en fenêtres de ${context} : ${sentence}`,
  noWindowRepeated: 'Aucune fenêtre de validation ne figure mot pour mot dans la partie d’entraînement.',
  windowsRepeated: (repeated, held, share) =>
    `${repeated} fenêtres de validation sur ${held} (${share}) figurent mot pour mot dans la partie d’entraînement.`,
  inputs: (value) => `${value} entrées`,
  examplesClasses: (name, examples, what, classes) =>
    `${name} : ${examples} exemples de ${what}, ${classes} classes.`,
  characters: (name, characters) => `${name} : ${characters} caractères`,
  readModelKnows: (all, vocabulary) => `${all}, lus avec les ${vocabulary} que le modèle connaît.`,
  differentOnes: (all, vocabulary) => `${all}, dont ${vocabulary} différents.`,
  tokensBytesAverage: (all, tokens, value, vocabulary) =>
    `${all}, soit ${tokens} tokens de ${value} octets en moyenne, dont ${vocabulary} différents.`,
  equalHeldOut: (leftOut) => ` Écartés, car identiques à un exemple de validation : ${leftOut}.`,
  seedExamplesHeld: (seed, validation, train, left) =>
    `Avec la graine ${seed}, ${validation} exemples sont mis de côté pour la validation et ${train} servent à l’entraînement.${left}`,
  noTwoExamples: 'Il n’y a pas deux exemples avec les mêmes entrées.',
  theseAnotherClass: (contradicting) => `, et ${contradicting} d’entre eux ont une autre classe`,
  inputsEarlierOne: (repeated, repeated2, other) =>
    `${repeated} ${plural(repeated2, { one: 'exemple répète', other: 'exemples répètent' })} les entrées d’un exemple précédent${other}.`,
  classWord: (label) => `Classe ${label}`,
  learningRate: (learningRate) => `taux d’apprentissage ${learningRate}`,
  network: (value) => `réseau ${value}`,
  linesDiffer: (count, counted) =>
    `${counted} ${plural(count, { one: 'ligne diffère', other: 'lignes diffèrent' })}`,
  linesSlowed: (count, counted) =>
    `${counted} ${plural(count, { one: 'ligne ralentie', other: 'lignes ralenties' })}`,
  slowed: (name, line) => `${name} ralenti : ${line}`,
  slowedNoMore: (name) => `${name} n’est plus ralenti`,
  linesOf: (name, line) => `lignes de ${name} : ${line}`,
  lineIs: (one, other, line) => `${one} – ${other} : ${line}`,
  replicasNow: (count, counted) =>
    `désormais ${counted} ${plural(count, { one: 'réplique', other: 'répliques' })}`,
  asItIs: 'tel qu’il est',
  sumsTravel: (words) => `chemin des sommes : ${words}`,
  sent: (codecText) => `envoi : ${codecText}`,
  overlap: (overlap) => `recouvrement ${overlap ? 'activé' : 'désactivé'}`,
  oneSumPer: 'une somme par tenseur',
  sumsBuckets: 'sommes par paquets',
  bucketsMeasurement: 'paquets selon la mesure',
  oneSumAll: 'une seule somme',
  bucketsOf: (first, others) => `paquets de ${first}, puis ${others}`,
  wholeUpTo: (bytes) => `gradients entiers jusqu’à ${bytes}`,
  noneWhole: 'aucun gradient entier',
  boundedParts: (areBounded) =>
    areBounded ? 'parts bornées : sommes inexactes' : 'parts de toute longueur : sommes exactes',
  outerUpdate: (rate, momentum) => `taux externe ${rate}, inertie ${momentum}`,
  fragments: (count, counted) => `${counted} ${plural(count, { one: 'fragment', other: 'fragments' })}`,
  spread: 'couches réparties entre les fragments',
  inOrder: 'couches voisines dans un fragment',
  delay: (steps, counted) =>
    `délai de ${counted} pas ${plural(steps, { one: 'interne', other: 'internes' })}`,
  mixing: (percent) => `${percent} des siens gardés`,
  sumsEveryStep: 'sommes à chaque pas',
  sumsAfterInner: (innerSteps) => `sommes après ${innerSteps} pas internes`,
  batchFixed: (globalBatch) => `lot fixé à ${globalBatch}`,
  batchGrowsRing: 'le lot grandit avec l’anneau',
  equalParts: 'parts égales',
  partsSpeed: 'parts selon la vitesse',
  joined: (came) => `arrivée : ${came}`,
  gone: (went) => `plus dans l’anneau : ${went}`,
  noiseFromKept: (who) => `bruit écarté, de ${who}`,
  wholeTextCharacters: (name, characters) => `le texte entier de ${name}, ${characters} caractères`,
  firstPartCharacters: (name, characters) => `ce qui est utilisé du texte ${name}, ${characters} caractères`,
  allExamplesTheir: (examples, name) => `les ${examples} exemples de ${name}, avec leurs classes`,
  membersWhoAsk: (what) =>
    `Les membres qui le demandent reçoivent ${what}. Ils le gardent, et en transmettent des parties à d’autres dans cette salle ; vous ne pouvez pas revenir en arrière. Rien ne passe jamais par le serveur des salles.`,
  tooLargeToSend: (bytes, most) =>
    `Ces données font ${bytes}, et ${most} au plus peuvent être envoyés aux membres : donnez-leur le fichier autrement.`,
  hostSendsData:
    'L’hôte envoie ces données aux nouveaux venus. Avec votre copie, vous pouvez aider : des parties vont alors directement de cet appareil au leur, et vous ne pouvez pas revenir en arrière.',
  preparingYourData: 'Préparation de vos données…',
  yourDataStays: 'Vos données restent sur cet appareil.',
  canReceivedNobody: (bytes) => `${bytes} à disposition. Personne n’a encore demandé.`,
  sentFromDevice: (sentBytes, members) => `${sentBytes} envoyés de cet appareil, à ${members}.`,
  hostSendsYou: (bytes) =>
    `L’hôte vous les envoie : ${bytes}, directement des appareils des membres. Votre appareil garde une copie et en transmet des parties à d’autres dans cette salle.`,
  fetchingData: (percent, bytes, total) => `Réception des données, ${percent} : ${bytes} sur ${total}`,
  waitingLink: (so) => `${so}. En attente d’une liaison avec un membre qui les a.`,
  nothingFromMembers: (so) => `${so}, rien encore des membres.`,
  from: (so, members) => `${so}, de ${members}.`,
  member: '1 membre',
  members: (count) => `${count} membres`,
  aText: 'un texte',
  picturesRowsNumbers: (numbers, classes, names) =>
    `des images ou des lignes de ${numbers} nombres en ${classes} classes${names}`,
  everyMemberTrains: (kind) =>
    `Ici, chaque membre s’entraîne sur ses propres exemples. Choisissez ${kind}. Vos fichiers restent sur cet appareil ; des sommes de gradients le quittent, et peuvent en révéler quelque chose.`,
} satisfies typeof dataText;
