// Joining a room, in French.
import type { joinText } from '../join';

export const join = {
  notLoaded: 'Non chargé',
  noSuchRoom: 'Pas de telle salle',
  code: (code) => `Le code était ${code}.`,
  join: (code) => `Rejoindre ${code}`,
  yourRoom: 'Votre salle',
  joinRoom: 'Rejoindre la salle',
  serverNoSuch: 'Le serveur n’a plus cette salle. En y entrant, vous la rouvrez.',
  linkMakesDevice: 'Ce lien fait de cet appareil l’hôte de la salle.',
  oneHostsNow: 'L’hôte actuel devient un membre ordinaire.',
  youRoomsHost: 'Vous êtes l’hôte de cette salle.',
  keepsHostsRights: (value) => ` ${value} Il garde les droits de l’hôte.`,
  hostingHandedBrowser: 'Le rôle d’hôte a été remis à ce navigateur.',
  browserOpened: 'Ce navigateur l’a ouverte.',
  browserRemovedFrom: 'Ce navigateur a été retiré de l’anneau de la salle.',
  browserRefused: 'L’hôte a refusé ce navigateur à la porte.',
  onlyHostLets: 'Seul l’hôte peut le laisser entrer. Demandez d’abord à l’hôte.',
  useAnotherLink: 'Utiliser un autre lien',
  yourNameRoom: 'Votre nom dans la salle',
  twoWordsOnly: 'Cette salle ne montre que des noms de deux mots.',
  typedStays: 'Un nom que vous avez saisi reste sur cet appareil.',
  numberFollows: 'Tiré au sort pour vous. Un nombre le suit si quelqu’un le porte déjà.',
  nameLeastOne: 'Un nom d’au moins un caractère, s’il vous plaît.',
  compute: 'Calculer sur',
  joining: 'Entrée en cours…',
  askLetIn: 'Demander à entrer',
  goHost: 'Entrer comme hôte',
  joinCpuReplica: 'Rejoindre comme réplique sur CPU',
  join2: 'Rejoindre',
  deviceWillCompute:
    'Cet appareil calcule pour la salle tant que l’onglet est ouvert. Les membres peuvent voir son adresse réseau.',
  or: 'Ou',
  onlyWatch: 'seulement regarder',
  deviceThenComputes: ' : cet appareil ne calcule alors rien.',
  noRoomCode: 'Pas de code de salle',
  stepTakesMeasured: (stepMs, utilisation) =>
    `Un pas dure ${stepMs}, mesuré, dont ${utilisation} de calcul. `,
  localStepTakesMeasured: (stepMs, utilisation) =>
    `Un pas local dure ${stepMs}, mesuré, avec sa part d’une somme, dont ${utilisation} de calcul. `,
  modelSays: (stepMs, utilisation) => `Le modèle dit ${stepMs} et ${utilisation}. `,
  leavesOutWaiting: (leftOutMs) =>
    `Il laisse de côté l’attente d’une réplique, la mise à jour et la tenue des comptes : ${leftOutMs} par pas.`,
  notWatching: 'Ne regarde pas',
  onlyWatches: 'Cet appareil regarde seulement : aucun entraînement n’en dépend.',
} satisfies typeof joinText;
