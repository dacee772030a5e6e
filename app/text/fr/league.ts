// The league of runs that race for a target loss, in French.
import { plural } from '../language';
import type { leagueText } from '../league';

export const league = {
  leagueTargetLoss: 'Ligue : perte à atteindre',
  aboveMost: 'Plus grand que 0, au plus 1 000 000.',
  targetTableLeave: 'L’objectif et son tableau quittent tous les écrans.',
  endLeague: 'Terminer la ligue',
  whichRunReaches:
    'Quel entraînement l’atteint dans le moins de secondes, ou avec le moins d’octets ? Tous les écrans tiennent un tableau.',
  noRun: 'Aucun entraînement ne l’a atteint',
  oneRun: 'Un entraînement l’a atteint',
  runs: (attempts) => `${attempts} entraînements l’ont atteint`,
  reachedAnotherTarget: (reached) => `${reached}. Un autre objectif commence un autre tableau.`,
  league: 'Ligue',
  whichRunReachesLoss: (target, leader) =>
    `Quel entraînement atteint le premier une perte de ${target} ? ${leader}`,
  hostSetNo: 'L’hôte n’a fixé aucun objectif.',
  runReachesTarget:
    'Un entraînement atteint l’objectif quand la perte moyenne d’entraînement de dix pas ne le dépasse plus. Les secondes sont celles de ses pas, sans les pauses ; les octets sont ceux qu’une réplique a envoyés. L’appareil de l’hôte mesure les deux.',
  saveCsv: 'Enregistrer en CSV',
  eachRunReaches:
    'Chaque entraînement qui l’atteint s’inscrit ici : commencez-en un, changez un réglage, et recommencez.',
  hostSetsTarget: 'L’hôte fixe une perte à atteindre dans la console, sous Classe.',
  leagueTable: 'La ligue, sous forme de tableau',
  run: 'Essai',
  time: 'Temps',
  bytesSent: 'Octets envoyés',
  steps: 'Pas',
  settings: 'Réglages',
  digest: 'Empreinte',
  fastest: 'le plus rapide',
  fewest: 'le moins d’octets',
  oneSumPer: 'une somme par tenseur',
  sumsBuckets: 'sommes par paquets',
  bucketsMeasurement: 'paquets selon la mesure',
  oneSumAll: 'une seule somme',
  sgdMomentum: 'SGD avec inertie',
  adamw: 'AdamW',
  parameters: (count) => `${count} paramètres`,
  text: (count, count2) => `${count} ${plural(count2, { one: 'réplique', other: 'répliques' })}`,
  batch: (batch) => `lot ${batch}`,
  learningRate: (rate) => `taux d’apprentissage ${rate}`,
  sent: (value) => `envoi : ${value}`,
  overlap: (isOn) => `recouvrement ${isOn ? 'activé' : 'désactivé'}`,
  sumEveryStep: 'une somme à chaque pas',
  localSteps: (steps) => `${steps} pas locaux`,
  slowedNetwork: 'un réseau ralenti',
  network: 'le réseau tel qu’il est',
  sameSettings: 'les mêmes réglages',
  first: 'le premier',
  changedWay: (differing) => `${differing} ; changé en route`,
  noRunReached: 'Aucun entraînement ne l’a encore atteinte.',
  sentToNobody: 'une seule réplique n’en envoie pas',
  runFastest: (run, ms) => `L’essai ${run} a été le plus rapide : ${ms}.`,
  runFastestSent: (run, ms, bytes) =>
    `L’essai ${run} a été le plus rapide et a envoyé le moins d’octets : ${ms}, ${bytes}.`,
  runFastestRun: (run, ms, run2, bytes) =>
    `L’essai ${run} a été le plus rapide : ${ms}. L’essai ${run2} a envoyé le moins d’octets : ${bytes}.`,
  whichRunReachesLossFirst: (target) => `Quel entraînement atteint le premier une perte de ${target} ?`,
  bestRuns: (count, attempts) => `Les ${count} meilleurs essais sur ${attempts}.`,
} satisfies typeof leagueText;
