// What has happened, and the state of now, in French.
import type { activityText } from '../activity';
import { plural } from '../language';

export const activity = {
  good: 'Bien : ',
  warning: 'Attention : ',
  error: 'Erreur : ',
  activity: 'Activité',
  activityNewestFirst: 'Activité, la plus récente d’abord',
  nothingYet: 'Rien pour l’instant.',
  nothingChanged: 'Rien depuis l’arrivée de cet appareil.',
  calmRunReplica: 'Un entraînement calme : cette réplique n’a refait aucun pas et n’a pas pris de retard.',
  steps: (count) => `${count} pas`,
  times: (count) => `${count} fois`,
  changes: (count, count2) => `${count} ${plural(count2, { one: 'changement', other: 'changements' })}`,
  replicaRepeatedCaught: (times, times2, times3) =>
    `Cette réplique a refait ${times} et rattrapé son retard ${times2}, sur ${times3} de membres : rien n’a été perdu.`,
  hide: 'Masquer',
  whatChanged: 'Ce qui a été changé',
  eachChangeMarked:
    'Chaque changement est marqué sur les courbes. Son effet compare la médiane des 20 pas d’avant à celle des 20 pas d’après.',
  changesNewestFirst: 'Changements, les plus récents d’abord',
  noRecordCame: 'Aucun journal n’est venu : réessayez',
  downloadFlightRecord: 'Télécharger le journal de vol',
  lineageStepTrained: (lineage, step, examples) =>
    `Lignée ${lineage} : pas ${step}, ${examples} exemples vus. Elle est perdue quand cet onglet se ferme.`,
  noCheckpointCame: 'Aucun point de sauvegarde n’est venu : réessayez',
  downloadForkCheckpoint: 'Télécharger le point de sauvegarde de la bifurcation',
  status: 'État',
  lineageOwnSince: (forkedAfterStep) => `Une lignée à part depuis le pas ${forkedAfterStep}`,
  emulated: (emulated) => `Émulé : ${emulated}`,
  partsBounded: 'Les parts sont bornées : les sommes ne sont pas exactes.',
  partWaits: 'Rien n’est additionné tant qu’aucune longueur usuelle n’est connue.',
  partShortened: (share) => `Votre dernière part a été raccourcie à ${share}.`,
  sSoFar: (waited) => ` ${waited}\u00a0s jusqu’ici.`,
  state: 'État',
  replicasDoNot: 'Les répliques n’ont pas le même état.',
  likelyCause: (cause, sentence) => `Cause probable : ${cause}. ${sentence}`,
  ringComparesThem: 'L’anneau les compare de nouveau avant le prochain pas.',
  ringHoldsBut: (digest, odd) =>
    `L’anneau a ${digest}, mais ${odd}. Ces répliques reprennent l’état de l’anneau avant le prochain pas : rien n’est perdu.`,
  digestAllParameters: (digest) =>
    `Empreinte des paramètres, de l’état de l’optimiseur et de ce qui est décidé pour l’entraînement et sa salle. Elle change à chaque pas et à chaque décision : ${digest}`,
  justNowProgress: (text) => `À l’instant : ${text}. Rien n’est perdu.`,
  inTheRing: 'Dans l’anneau',
  stepName: 'Pas',
} satisfies typeof activityText;
