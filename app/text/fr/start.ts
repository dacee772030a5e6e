// Opening a room, and going on with a saved run, in French.
import type { startText } from '../start';

export const start = {
  loadingWhatCan: 'Chargement de ce qui peut être entraîné…',
  tryAgain: 'Réessayer',
  opening: 'Ouverture…',
  openRoom: 'Ouvrir la salle',
  compute: 'Calculer sur',
  whoCanCome: 'Qui peut entrer',
  openCodeEnough: 'Ouverte : le code suffit',
  privateWholeLink: 'Privée : il faut tout le lien',
  goSavedRun: 'Continuer un entraînement enregistré',
  goNewRoom: 'Continuer dans une nouvelle salle',
  or: 'Ou',
  playSavedRun: 'essayez un entraînement enregistré',
  withoutRoom: ', sans salle.',
  replicasTrainHere: (members, step) => `${members} répliques s’entraînent ici : pas ${step} `,
  play: 'Animer',
  stop: 'Arrêter',
  picture: 'l’image',
  engineCouldNot: 'Le moteur n’a pas pu être chargé, peut-être parce que la connexion a été coupée.',
} satisfies typeof startText;
