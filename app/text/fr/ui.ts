// The page's own fields, charts and panels, in French.
import type { uiText } from '../ui';

export const ui = {
  copied: 'Copié',
  selectLinkCopy: 'Sélectionnez le lien et copiez-le à la main :',
  arrowKeysMove:
    'les flèches déplacent le curseur, plus et moins zooment, Maj avec les flèches fait défiler, 0 montre tout. Avec un pointeur, faites glisser pour zoomer et double-cliquez pour tout montrer.',
  arrowKeysMoveCrosshair: 'les flèches déplacent le curseur.',
  chart: 'Graphique',
  firstPointAppears: 'Cet appareil n’a encore vu aucun pas : la courbe commence avec le prochain.',
  showAll: 'Tout montrer',
  partMissing: 'Cette partie de la page n’a pas pu être chargée.',
  partNotYet: 'Cette partie n’était pas encore là à l’impression. Imprimez encore une fois.',
  tryAgain: 'Réessayer',
  close: 'Fermer',
  viewPicture: 'Voir comme image',
  viewTable: 'Voir comme tableau',
  table: (title) => `${title}, sous forme de tableau`,
  qrCodeLink: 'Code QR du lien de la salle',
} satisfies typeof uiText;
