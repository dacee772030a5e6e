// Taking pictures with the camera, in French.
import type { cameraText } from '../camera';
import { plural } from '../language';

export const camera = {
  picturesStayDevice:
    'Les images restent sur cet appareil. Dans une salle, les membres ne les reçoivent que si vous y appuyez sur « Envoyer mes données aux membres » : chaque membre qui le demande les reçoit alors toutes, et les garde.',
  addClass: 'Ajouter une classe',
  undo: 'Annuler',
  saveThemZip: 'Les enregistrer en fichier ZIP',
  useThesePictures: 'Utiliser ces images',
  enoughLearnFrom: 'Assez pour apprendre. Prenez-en d’autres, ou appuyez sur « Utiliser ces images ».',
  reloadPageForgets:
    'Recharger la page fait oublier les images, et un entraînement enregistré ne les contient pas : enregistrez-les en fichier ZIP, que « Vos propres fichiers » sait lire. Les images d’un même moment se ressemblent : celles qui sont mises de côté pour la validation sont donc faciles à côté des autres. Prenez-les de plusieurs côtés.',
  undoLastPictures: (called) => `Annuler les dernières images de ${called}`,
  undoDeletionFrom: (called) => `Annuler la suppression dans ${called}`,
  undoAdding: (called) => `Annuler l’ajout de ${called}`,
  undoRemoving: (called) => `Annuler le retrait de ${called}`,
  cameraOff: 'La caméra est éteinte',
  turnCamera: 'Allumer la caméra',
  cancel: 'Annuler',
  turnCameraOff: 'Éteindre la caméra',
  camera: 'Caméra',
  yourBrowserAsks: 'Votre navigateur vous demande si cette page peut utiliser la caméra.',
  cameraGoesOff: 'La caméra est allumée. Elle s’éteint quand vous quittez ou cachez cette page.',
  cameraOff2: 'La caméra est éteinte.',
  whatCameraSees: 'Ce que voit la caméra',
  pageCameOver:
    'Cette page est venue en HTTP simple. Les navigateurs ne donnent la caméra qu’aux pages sécurisées : ouvrez cette page en HTTPS, ou sous localhost sur la machine qui la sert.',
  browserGivesNo:
    'Ce navigateur ne donne de caméra à aucune page. Une version actuelle de Chrome, Edge, Firefox ou Safari le fait.',
  cameraTurnedOff: 'La caméra a été éteinte parce que cette page était cachée. Vos images sont là.',
  cameraWentAway:
    'La caméra est partie : elle a été débranchée, ou le navigateur ou le système l’a reprise. Vos images sont là.',
  cameraSendsNo:
    'La caméra n’envoie pas d’image. Un autre programme l’utilise peut-être, ou son cache est fermé. Rallumez-la, ou choisissez-en une autre.',
  systemDoesNot:
    'Le système ne laisse pas ce navigateur utiliser la caméra. Autorisez-la dans les réglages de confidentialité du système, puis rallumez la caméra.',
  pageMayNot:
    'Cette page ne peut pas utiliser la caméra. Autorisez-la dans les réglages du navigateur pour cette page, à côté de l’adresse, puis rallumez la caméra.',
  noCameraFound:
    'Aucune caméra n’a été trouvée. Branchez-en une, puis allumez-la. À la place, on peut donner des images en dossiers, sous « Vos propres fichiers ».',
  cameraCouldNot:
    'La caméra n’a pas pu démarrer : un autre programme ou un autre onglet l’utilise, ou elle est en panne. Fermez ce qui l’utilise, puis rallumez la caméra.',
  cameraCouldNotStarted: (value) => `La caméra n’a pas pu démarrer : ${value}.`,
  browserGaveNo: 'le navigateur n’a pas donné de raison',
  classWord: 'cette classe',
  pictures: (called) => `Images de ${called}`,
  classWord2: 'Classe',
  holdTakePictures: 'Maintenir pour prendre des images',
  of: (called) => `de ${called}`,
  remove: 'Retirer',
  pictureCount: (count, count2) => `${count} ${plural(count2, { one: 'image', other: 'images' })}`,
  mostClass: ', le maximum d’une classe',
  newestPictures: (called) => `Dernières images de ${called}`,
  deletePicture: (value, called) => `Supprimer l’image ${value} de ${called}`,
  deleteWord: 'Supprimer',
  showNewestOnly: 'Montrer seulement les dernières',
  showAll: (count) => `Tout montrer (${count})`,
  classWord5: (number) => `Classe ${number}`,
  giveClassName: 'Donnez un nom à la classe.',
  nameNoSlash: 'Un nom n’a pas de barre oblique, et pas de point au début.',
  archivesUseName: 'Les archives utilisent ce nom pour autre chose.',
  anotherClassName: 'Une autre classe a ce nom.',
  classNeedsAnother: 'Il faut un autre nom pour la classe.',
  takeLeastPictures: (fewestOfClass, name, count) =>
    `Prenez au moins ${fewestOfClass} images de chaque classe : « ${name} » en a ${count}.`,
  camera2: (value) => `Caméra ${value}`,
} satisfies typeof cameraText;
