// Runs that this device keeps, in French.
import type { keptText } from '../kept';

export const kept = {
  go: 'Continuer',
  download: 'Télécharger',
  forget: 'Oublier',
  lastTrained: (device) => `Entraîné en dernier sur ${device}.`,
  runNeedsData: (name, sha256) =>
    `Cet entraînement a besoin de ses données : ${name}, dont l’empreinte commence par ${sha256}. Sans elles, la salle les demande.`,
  innerBeginsAnew:
    'Il a été entraîné avec des pas locaux. Le fichier contient les poids communs : l’optimiseur interne de chaque membre recommence, et les pertes diffèrent de celles d’un entraînement jamais arrêté.',
  heldBackAnew: 'Ce que le codec a retenu n’est pas dans le fichier.',
  roomNeedsData: (name, sha256) =>
    `Cet entraînement a besoin de ses données : ${name}, dont l’empreinte commence par ${sha256}. Donnez le fichier ici ; les membres à qui il manque devront le donner aussi.`,
  endsAfterStep: 'Finit après le pas',
  back: 'Retour',
  eachMemberBrings: 'Chaque membre apporte ses propres exemples : la salle demande les vôtres.',
} satisfies typeof keptText;
