// The French text of: hosting.
import type { hostingText } from '../hosting';
import { plural } from '../language';

export const hosting = {
  one: 'ce membre seul',
  these: (count) => `ces ${count} membres`,
  go: (who) => `Continuer avec ${who}…`,
  go2: (who) => `Continuer avec ${who} ?`,
  withoutIfOthers: (here, count, missing) =>
    `${here} ${plural(count, { one: 'continue', other: 'continuent' })} comme une lignée à part, sans ${missing}. Si les autres continuent aussi de leur côté, les deux lignées ne fusionnent jamais. Quand elles se rencontrent, celle qui a vu le plus d’exemples reste, et les autres membres reprennent son état.`,
  goWithoutThem: 'Continuer sans eux',
  restartLearningRate: (rate) => `Recommencer avec le taux d’apprentissage ${rate}`,
  hosting: 'Rôle d’hôte',
  hostsRoomNow: (value) =>
    `${value} est maintenant l’hôte de la salle. Cet appareil est un membre ordinaire.`,
  anotherDevice: 'Un autre appareil',
  rightsNotKept:
    'Ce navigateur ne garde rien pour cette page : après un rechargement, vous ne seriez plus l’hôte de cette salle. Gardez cet onglet ouvert.',
  hostedTwice: (isHere) =>
    `Un autre onglet${isHere ? ' de ce navigateur' : ''} est aussi l’hôte de cette salle.`,
  hostControls: 'Commandes de l’hôte',
  pause: 'Pause',
  resume: 'Reprendre',
  start: 'Démarrer',
  backRing: 'Retour à l’anneau',
  consoleDoor: (count) => `Console : ${count} à la porte`,
  console: 'Console',
  newRun: 'Nouvel entraînement…',
  newRun2: 'Un nouvel entraînement',
  startOverThese: 'Recommencer avec ces réglages',
  now: 'Comme maintenant',
  goSavedRun2: 'Continuer un entraînement enregistré',
  runEndsEvery:
    'Cet entraînement se termine. Chaque membre reprend depuis cet appareil celui qui est enregistré ; personne d’autre n’a besoin de son fichier.',
  onlyHostGoesOn:
    'Le fichier n’a pas été utilisé. Seul l’hôte peut continuer un entraînement enregistré, car tous les membres le reprennent. Donnez-lui le fichier, ou ouvrez avec lui une salle à vous.',
  go3: 'Le continuer',
  tryWord: 'Essayer',
  needAnother: 'Il y faut une autre réplique dans l’anneau.',
  needTraining: 'C’est possible pendant que l’anneau s’entraîne.',
  addNoise: 'Ajouter du bruit',
  oneReplicaSends: 'Une réplique envoie du bruit à la place de son gradient. La suivante le refuse.',
  slowLaptop: 'Ralentir un PC',
  linesSlowPress: (name) => `Les lignes de ${name} sont lentes. Appuyez de nouveau pour annuler.`,
  linesOneReplica: 'Les lignes d’une réplique deviennent lentes, et toutes l’attendent.',
  unplugOne: 'En débrancher une',
  oneReplicaDrops: 'Une réplique disparaît. Les autres continuent à partir du même pas.',
  sendLess: 'Envoyer moins',
  gradientsTravelFewer:
    'Les gradients voyagent avec moins de bits. Appuyez de nouveau pour revenir à 32 bits chacun.',
  gradientsTravelBits: 'Les gradients voyagent avec 8 bits chacun au lieu de 32.',
  unplugOne2: 'En débrancher une ?',
  replica: 'Réplique',
  ringClosesUp: 'L’anneau se referme autour du vide et continue ; un pas en cours est refait sans elle.',
  mayJoinAgain: 'L’appareil peut revenir tout de suite.',
  unplug: 'La débrancher',
  learningRate: 'Taux d’apprentissage',
  copied: 'Copié',
  selectLinkCopy: 'Sélectionnez le lien et copiez-le à la main.',
  keepRun: 'Garder cet entraînement',
  saveCheckpoint: 'Enregistrer un point de sauvegarde',
  exportPytorchOnnx: 'Exporter pour PyTorch et ONNX',
  goSavedRun: 'Continuer un entraînement enregistré…',
  writingFileWhile: 'Écriture du fichier pendant que l’anneau continue…',
  checkpointOneFile:
    'Un point de sauvegarde est un seul fichier : les poids sous leurs noms PyTorch, l’optimiseur, la place dans les données. L’export est une archive : les poids, le module PyTorch qui les charge, et le réseau en fichier ONNX.',
  exportData: 'Mettre les données d’entraînement dans l’export',
  exportHoldsData:
    'L’archive contient alors toutes les données de cet entraînement : quiconque reçoit le fichier peut les lire. S’y ajoute train.py, qui continue l’entraînement dans PyTorch.',
  exportWithoutData:
    'Sans elles, l’archive ne contient ni données d’entraînement, ni train.py pour continuer l’entraînement dans PyTorch.',
  deviceStepKept: (step, atMs) => `Sur cet appareil : pas ${step}, gardé à ${atMs}.`,
  deviceKeepsRun:
    'Cet appareil garde de lui-même l’entraînement : toutes les 3 minutes, à une pause et à la fin.',
  pageCannotKeep: 'Cette page ne peut pas garder l’entraînement d’elle-même. Enregistrez-le dans un fichier.',
  showProjector: 'Montrer sur un projecteur',
  copyLinkThese: 'Copier un lien vers ces réglages',
  run2: 'Cet entraînement',
  settingsArriveFirst: 'Les réglages arrivent avec la première liaison vers l’anneau.',
  model: 'Modèle',
  parameters: 'Paramètres',
  optimizer: 'Optimiseur',
  batchPerReplica: 'Lot par réplique',
  stopsAfter: 'S’arrête après',
  steps2: (steps) => `${steps} pas`,
  stepsWarmUp: (warmupSteps) => `${warmupSteps} pas d’échauffement`,
  themHeldOut: (data, examples, what, validationExamples) =>
    `${data} : ${examples} ${what}, dont ${validationExamples} pour la validation.`,
  yourData: 'Vos données',
  stopSending: 'Ne plus envoyer',
  sendMyData: 'Envoyer mes données aux membres',
  passMyCopy: 'Transmettre ma copie',
  come: 'Entrez',
  scanPictureType:
    'Scannez l’image ou tapez le code. Chaque personne qui ouvre la page et appuie sur Rejoindre devient une réplique.',
  scanPictureOpen:
    'Scannez l’image ou ouvrez le lien entier. Chaque personne qui appuie ensuite sur Rejoindre devient une réplique.',
  doorLocked: 'La porte est verrouillée : personne de nouveau n’entre avant que l’hôte l’ouvre.',
  doorAsks: 'L’hôte fait entrer chaque personne une à une : qui appuie sur Rejoindre attend à la porte.',
  thisDeviceOnly: 'Cette adresse ne fonctionne que sur cet appareil : aucun autre appareil ne peut l’ouvrir.',
  roomCode: 'Code de la salle',
  roomPrivateCode:
    'Cette salle est privée : le code seul ne l’ouvre pas. La clé est la partie du lien après #.',
  copyLink2: 'Copier le lien',
  browsersGiveOther:
    'Les navigateurs ne donnent leur GPU aux autres appareils que par HTTPS : à cette adresse, ils s’entraînent sur le CPU.',
  saved: (name, size) => `Enregistré : ${name}, ${size}.`,
  notSaved: (message) => `Non enregistré : ${message}.`,
  eachMemberBrings: (what, heldOut) =>
    `Chaque membre apporte ses propres ${what}, et en met ${heldOut} de côté. Les parts d’un pas sont en proportion. Le chiffre de validation compte une fois les ${what} de validation de tous.`,
} satisfies typeof hostingText;
