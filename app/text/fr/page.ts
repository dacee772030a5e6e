// The pages around the panels, in French.
import type { pageText } from '../page';

export const page = {
  room: (code) => `Salle ${code}`,
  demoRing: 'Anneau de démonstration',
  console: (value) => `Console : ${value}`,
  demoRing2: 'l’anneau de démonstration',
  invite: 'Inviter',
  resumeDisplay: 'Reprendre l’affichage',
  pauseDisplay: 'Figer l’affichage',
  startingReplica: 'Démarrage de cette réplique…',
  startAgain: 'Recommencer',
  joinAgain: 'Rejoindre de nouveau',
  backStart: 'Retour à l’accueil',
  endDemo: 'Terminer la démonstration',
  leaveRing: 'Quitter l’anneau',
  loss: 'Perte',
  model: 'Modèle',
  ring: 'Anneau',
  batchTime: 'Lot et temps',
  curves: 'Courbes',
  playground: 'Bac à sable',
  network: 'Réseau',
  timeline: 'Chronologie',
  people: 'Membres',
  league: 'Ligue',
  you: 'Vous',
  log: 'Journal',
  all: 'Tout',
  panels: 'Panneaux',
  tryTrainedModel:
    'Essayez un modèle entraîné : faites-le écrire, dessinez pour lui, voyez ce qu’il confond, et comparez-le au modèle d’avant l’entraînement.',
} satisfies typeof pageText;
