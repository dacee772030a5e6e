// Checking a device and its network before a lesson, in French.
import type { checkText } from '../check';

export const check = {
  good: 'Bien',
  limited: 'Limité',
  failed: 'Échec',
  notYetKnown: 'Pas encore connu',
  checkDevice: 'Vérifier cet appareil',
  openPageMachines: 'Ouvrez cette page sur les machines et le réseau que la classe utilisera.',
  trainRealTwo: 'Entraîner pour de vrai avec deux répliques ici',
  checkAgain: 'Vérifier de nouveau',
  print: 'Imprimer',
  whoeverRunsNetwork: 'Pour qui gère le réseau :',
  whatMustAllow: 'ce qu’il doit autoriser, sur une page à imprimer',
  startServerNpm: 'Démarrez le serveur avec : npm start -- --https',
  address: 'Cette adresse',
  browsersLetDevice: 'Les navigateurs laissent cet appareil utiliser WebGPU à cette adresse.',
  browsersGiveDevice:
    'Les navigateurs ne donnent pas de GPU à cet appareil à cette adresse : c’est du HTTP simple. Il peut s’entraîner sur son CPU.',
  addressOthers: 'Adresse pour les autres',
  waitingRoomServer: 'En attente du serveur des salles…',
  roomServerDid: 'Le serveur des salles n’a pas dit à quelle adresse les autres le joignent.',
  startServerThen: 'Démarrez le serveur, puis vérifiez de nouveau.',
  onlyMachineReaches: (publicUrl) => `Seule cette machine joint le serveur, à ${publicUrl}.`,
  connectMachineNetwork: 'Connectez cette machine à un réseau, et démarrez le serveur sans HOST=127.0.0.1.',
  othersOpenPlain: (publicUrl) =>
    `Les autres ouvrent ${publicUrl}. C’est du HTTP simple : leurs navigateurs ne leur donnent pas de GPU, ils s’entraînent donc sur leur CPU.`,
  othersOpenHttps: (publicUrl) =>
    `Les autres ouvrent ${publicUrl}. C’est du HTTPS : leurs navigateurs peuvent leur donner leur GPU.`,
  graphicsCard: 'Carte graphique',
  waitingAdapter: 'En attente d’une carte graphique…',
  halfPrecisionNumbers: 'les nombres en demi-précision',
  subgroups: 'les sous-groupes',
  extras: 'Options',
  itHas: (found) => `Elle a ${found}.`,
  and: ' et ',
  neitherHalfPrecision: 'Ni demi-précision ni sous-groupes : plus lent, mais pas différent.',
  engine: 'Moteur',
  timingEnginesDevice: 'Mesure des moteurs de cet appareil…',
  noneWorks: (message) => `Aucun ne fonctionne : ${message}.`,
  updateBrowserGraphics: 'Mettez à jour le navigateur et le pilote graphique, puis vérifiez de nouveau.',
  answersRight: (engine) => `${engine} Ses réponses sont justes.`,
  roomServer: 'Serveur des salles',
  waiting: (what) => `En attente : ${what}…`,
  openedPrivateRoom: (tookMs) =>
    `Il a ouvert une salle privée pour cette vérification et y a fait entrer deux membres, en ${tookMs}.`,
  failed2: (why) => `Échec : ${why}.`,
  seeServerRuns: 'Voyez si le serveur fonctionne et si cet appareil est en ligne, puis vérifiez de nouveau.',
  directLink: 'Liaison directe',
  dataChannelFrom: 'Un canal de données de cet appareil à lui-même s’est ouvert',
  turnWebrtcBrowser:
    'Activez WebRTC dans ce navigateur ; un pare-feu, un VPN ou une extension le bloque peut-être.',
  relay: 'Relais',
  linkThroughRoom: 'Une liaison par le serveur des salles, aller et retour, s’est ouverte',
  proxyBetweenMay: 'Un proxy intermédiaire coupe peut-être la connexion : essayez cette page sans lui.',
  inWord: (opened, measured) => `${opened} en ${measured}.`,
  noneOpened: (why) => `Aucune ne s’est ouverte : ${why}.`,
  notTested: (why) => `Non testé : ${why}.`,
  waitingDirectLink: 'En attente de la liaison directe…',
  noPathOpened: (value) => `Aucun chemin ne s’est ouvert par UDP.${value}`,
  linksDeviceGo:
    ' Les liaisons de cet appareil passent par le serveur des salles : plus lentes, mais elles marchent.',
  askNetworks:
    'Demandez à l’administrateur du réseau de laisser les appareils échanger en UDP, ou utilisez un partage de connexion.',
  notTestedThere: 'Non testé : il n’y avait pas de liaison directe à examiner.',
  directLinkWorks: 'La liaison directe marche ; ce navigateur ne dit pas par quel chemin.',
  to: (toUpperCase, local, remote) => `${toUpperCase}, ${local} vers ${remote}`,
  linkGoesThrough: (path) => `La liaison passe par un serveur TURN (${path}).`,
  directLinkReally: (path) => `La liaison directe l’a vraiment utilisé (${path}).`,
  directLinkWent: (path) => `La liaison directe s’en est passée (${path}).`,
  twoDevices: 'Deux appareils',
  guestSchoolNetworks:
    'Les réseaux d’invités et d’écoles isolent souvent les appareils, et un appareil seul ne peut pas le voir.',
  notTested2: (kept) => `Non testé. ${kept}`,
  openLinkSecond:
    'Ouvrez ce lien sur un deuxième appareil, dans le réseau que la classe utilisera. Le résultat apparaît ici.',
  notTestedNo: (kept) => `Non testé. ${kept} Aucun autre appareil ne joint cette adresse.`,
  cameNotTested: (browser) => `${browser} est venu, et n’a pas été testé : le serveur des salles a disparu.`,
  cameWaiting: (browser, what) => `${browser} est venu. En attente : ${what}…`,
  dataChannelOther: (browser, measured) =>
    `Un canal de données vers l’autre appareil (${browser}) s’est ouvert en ${measured}.`,
  noDirectLink: (browser, why, what) =>
    `Pas de liaison directe avec ${browser} : ${why}. En attente : ${what}…`,
  noDirectLinkOther: (browser, why, measured) =>
    `Pas de liaison directe avec l’autre appareil (${browser}) : ${why}. Par le serveur des salles, une liaison s’est ouverte en ${measured}.`,
  classCanTrain:
    'La classe peut s’entraîner, plus lentement. Un partage de connexion, ou un réseau qui n’isole pas les appareils, est plus rapide.',
  noLinkOther: (browser, why, why2) =>
    `Pas de liaison avec l’autre appareil (${browser}) : ${why}. Ni par le serveur des salles : ${why2}.`,
  reloadPageBoth: 'Rechargez cette page sur les deux appareils.',
  firstDevice: 'Premier appareil',
  deviceEnteredCheck: 'Cet appareil est entré dans sa vérification et y répond. Le résultat apparaît là-bas.',
  deviceCouldNot: (why) => `Cet appareil n’a pas pu entrer dans sa vérification : ${why}.`,
  keepPageOpen:
    'Gardez la page ouverte sur le premier appareil, et ouvrez le lien qu’elle montre maintenant.',
  roundTrip: (openMs, roundTripMs, bytesPerSecond) =>
    `${openMs} : aller-retour ${roundTripMs}, ${bytesPerSecond}`,
  roomServer2: 'le serveur des salles',
  partPageDid: 'une partie de la page ne s’est pas chargée',
} satisfies typeof checkText;
