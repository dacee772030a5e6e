// Home, and what it shares with the page to join a room, in French.
import { plural } from '../language';
import type { homeText } from '../home';

export const home = {
  lockstep: 'Lockstep',
  trainOneNeural: 'Entraînez un réseau de neurones avec tous les onglets de cette salle.',
  openLinkYour:
    'Ouvrez un lien, et votre navigateur devient une réplique : il calcule sur sa propre part de chaque lot, et après chaque pas tous les onglets ont les mêmes poids, bit pour bit.',
  device: 'Cet appareil',
  startRoom: 'Ouvrir une salle',
  loadingWhatCan: 'Chargement de ce qui peut être entraîné…',
  joinRoom: 'Rejoindre une salle',
  codeLink: 'Code ou lien',
  join: 'Rejoindre',
  linkNoRoom: 'Ce lien ne contient pas de salle.',
  hostsScreen: 'Il est sur l’écran de l’hôte.',
  otherServer: (host) => `Ce lien mène à un autre serveur, ${host}. « Rejoindre » l’ouvre là-bas.`,
  roomsLinkEnds: (roomPath) => `Le lien d’une salle se termine comme ${roomPath}.`,
  tryAlone: 'Essayer seul',
  demoRingPage:
    'Un anneau de démonstration dans cette page : de vraies répliques, de vraies sommes, aucun réseau.',
  whatTrain: 'Quoi entraîner',
  replicas: 'Répliques',
  startDemo: 'Lancer la démonstration',
  lessons: 'Leçons',
  eightLessons:
    'Huit leçons de 20 ou 45 minutes chacune, avec une page pour l’enseignant : prédire, exécuter, expliquer.',
  checkingDevice: 'Vérification de cet appareil…',
  deviceCouldNot: 'Cet appareil n’a pas pu être vérifié',
  joiningTriesAgain: 'En rejoignant une salle, on essaie de nouveau.',
  deviceCanTrain: 'Cet appareil peut entraîner sur son GPU',
  deviceTrainsSoftware: 'Pas de GPU ici : cet appareil entraîne sur son processeur',
  gpuNeedsHttps: 'Son GPU exige une adresse HTTPS ; le CPU peut entraîner',
  noWebgpuHere: 'Pas de WebGPU ici ; le CPU peut entraîner',
  noGpuAnswered: 'Aucun GPU n’a répondu ; le CPU peut entraîner',
  and: (digits, letters) => `${digits} et ${letters}`,
  codesUseOnly: (spelledAlphabet) => `Les codes n’utilisent que ${spelledAlphabet}.`,
  or: (meant, last) => `${meant} ou ${last}`,
  codesNoDid: (character, guess, spelledAlphabet) =>
    `Les codes n’ont pas de ${character} : vouliez-vous dire ${guess} ? Ils n’utilisent que ${spelledAlphabet}.`,
  codeCharactersGo: (codeLength, value) => `Un code a ${codeLength} caractères : encore ${value}.`,
  codeCharactersThese: (codeLength, count) => `Un code a ${codeLength} caractères : en voici ${count}.`,
  tooShortLink: (shown) => `« ${shown} » est trop court : le lien est peut-être coupé.`,
  notRoomCode: (shown, character) =>
    `« ${shown} » n’est pas un code de salle : les codes n’ont pas de ${character}.`,
  notRoomCode2: (shown, code) => `« ${shown} » n’est pas un code de salle. ${code}`,
  doorLocked: 'La porte est verrouillée : seules entrent les personnes que l’hôte a déjà fait entrer.',
  doorAsks: 'L’hôte fait entrer chaque personne une à une : qui rejoint attend à la porte.',
  lookingRoomUp: 'Recherche de la salle…',
  thereNoRoom: 'Il n’y a pas de salle avec ce code. Comparez-le au code sur l’écran de l’hôte.',
  roomServerDoes: 'Le serveur des salles ne répond pas pour l’instant. Cette page continue de demander.',
  roomServerWants:
    'Le serveur des salles demande à cet appareil d’attendre un moment : trop de questions sont venues d’ici.',
  pageAnotherVersion: 'Cette page n’a pas la même version que son serveur : rechargez-la.',
  nobodyHereNow: 'Personne n’est là pour l’instant',
  here: (membersPresent) => `${membersPresent} ici`,
  step: (step) => `pas ${step}`,
  trainingNotBegun: 'l’entraînement n’a pas commencé',
  training: (at) => `en entraînement, ${at}`,
  training2: 'en entraînement',
  paused: (at) => `en pause au ${at}`,
  finished: (at) => `terminé au ${at}`,
  webgpu: 'WebGPU',
  cpuSimd: 'CPU (SIMD)',
  cpuThreads: (threads) => `CPU (SIMD, ${threads} ${plural(threads, { one: 'fil', other: 'fils' })})`,
  cpuPlainLoops: 'CPU (boucles simples)',
  whicheverFasterHere: 'Le plus rapide ici',
  cpu: 'Le CPU',
  the: (chosen) => `le ${chosen}`,
  runs: (where, value) => `Calcule avec ${where}${value}.`,
  chosenDevice: ', comme choisi sur cet appareil',
  measuredEarlierVisit: 'Mesuré lors d’une visite précédente',
  measuredHere: 'Mesuré ici',
  microBatch: (times) => `${times} par micro-lot.`,
  microBatch2: (when, times) => `${when} : ${times} par micro-lot.`,
  webgpu2: (device) => `WebGPU (${device})`,
  privateShowsNothing: (here) => `${here}. Une salle privée ne montre rien de plus à l’extérieur.`,
  privateNeedsLink: (here) =>
    `${here}. Cette salle est privée\u202f: son code seul ne l’ouvre pas. Scannez le code QR, ou prenez le lien entier avec la partie après #.`,

  advice: {
    'open-https': 'Ouvrez cette page en https:// (ou sur localhost)\u202f: WebGPU en a besoin.',
    'turn-on-acceleration':
      'Activez l’accélération graphique dans les paramètres système du navigateur et redémarrez-le.',
    'use-the-gpu':
      'WebGPU tourne ici sur le processeur\u202f: activez l’accélération graphique dans les paramètres du navigateur pour utiliser le GPU.',
    'update-firefox':
      'Mettez Firefox à jour vers 141 ou plus récent, ou activez dom.webgpu.enabled dans about:config.',
    'update-ios': 'Passez à iOS 26 ou plus récent\u202f: Safari a WebGPU à partir de là.',
    'update-safari': 'Passez à Safari 26 ou plus récent.',
    'update-browser': 'Mettez ce navigateur à jour\u202f: Chrome et Edge ont WebGPU depuis la version 113.',
  },
} satisfies typeof homeText;
