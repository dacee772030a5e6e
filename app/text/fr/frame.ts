// The frame of every page, in French.
import type { frameText } from '../frame';

export const frame = {
  skipContent: 'Aller au contenu',
  lockstep: 'Lockstep',
  everyTabHolds: 'Chaque onglet contient tout le modèle ; tous contiennent les mêmes bits.',
  stillInRoom: (room) => `Cet onglet est encore dans la salle ${room}.`,
  backToRoom: 'Revenir à la salle',
  lessons: 'Leçons',
  checkDevice: 'Vérifier cet appareil',
  networkCalculator: 'Calculateur de réseau',
  privacy: 'Vie privée',
  network: 'Pour l’administrateur du réseau',
  themeAuto: 'Thème : auto',
  themeLight: 'Thème : clair',
  themeDark: 'Thème : sombre',
  language: 'Langue',
  languageFailed: (language) =>
    `${language} : le chargement a échoué, tout n’est donc pas dans cette langue. Choisissez-la à nouveau.`,
  loading: 'Chargement…',
  nothingHere: 'Rien ici',
  nothingAddress: 'Il n’y a rien à cette adresse',
  linkMayCut: (roomPath) => `Le lien est peut-être incomplet. Le lien d’une salle ressemble à ${roomPath}.`,
  start: 'Vers l’accueil',
  trouble: 'Problème',
} satisfies typeof frameText;
