// The French text of: trouble.
import { counted } from '../language';
import type { troubleText } from '../trouble';

const words = {
  'room-not-found': {
    title: 'Il n’y a pas de salle avec ce code',
    what: 'Comparez-le au code sur l’écran de l’hôte. Une salle que tout le monde a quittée est fermée après un moment ; l’hôte peut en ouvrir une nouvelle.',
    label: 'Retaper le code',
  },
  'bad-code': {
    title: 'Ce lien ne contient pas de code de salle',
    label: 'Taper le code',
  },
  'unknown-preset': {
    title: 'Cette version de la page ne connaît pas ce préréglage',
    what: 'Le lien est d’une autre version, ou contient une faute de frappe. « Deux lunes » peut démarrer à la place.',
    label: 'Démarrer « Deux lunes »',
  },
  'engine-missing': {
    title: 'Une partie de la page ne s’est pas chargée',
    what: 'Le moteur d’entraînement n’a pas pu être chargé, peut-être parce que la connexion a été coupée.',
    label: 'Recharger',
  },
  'not-drawn': {
    title: 'Cet écran n’a pas pu être dessiné',
    what: 'C’est notre faute. Il se redessine de lui-même dans un instant.',
    label: 'Redessiner',
  },
  bug: {
    title: 'Quelque chose s’est cassé qui ne devait pas',
    what: 'C’est notre faute. Cette réplique s’est arrêtée avant de pouvoir troubler les autres.',
    label: 'Rejoindre de nouveau',
  },
};

export const trouble = {
  words,
  untouched: 'Rien n’a été perdu : cet appareil n’avait pas encore rejoint l’anneau.',
  nothingRuns: 'Rien ne tourne encore.',
  trainingKept: (step) =>
    `Votre entraînement jusqu’au pas ${counted(step)} est gardé sur cet appareil. L’accueil propose de le continuer.`,
  ringGoesOn: 'Les autres répliques ont le même état, bit pour bit, et continuent sans celle-ci.',
  replicaUntouched: 'Seul le dessin a échoué. La réplique de cette page n’y est pour rien.',
  onlyDrawing: 'Seul le dessin a échoué.',
  badCode: (characters, alphabet) => `Un code a ${characters} caractères. Il n’utilise que ${alphabet}.`,
  lookAgain: 'Regarder de nouveau',
  backStart: 'Retour à l’accueil',
  code: 'Code :',
  unexpected: 'quelque chose d’inattendu s’est produit',
  technically: 'En anglais, pour qui aide :',
} satisfies typeof troubleText;
