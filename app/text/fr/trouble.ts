// What went wrong, whether progress is safe, and what the button says, in French.
import type { troubleText } from '../trouble';

const untouched = 'Rien n’a été perdu : cet appareil n’avait pas encore rejoint l’anneau.';
const ringGoesOn = 'Les autres répliques ont le même état, bit pour bit, et continuent sans celle-ci.';

const staysOut =
  'L’anneau ne reprend pas ce navigateur, sauf si l’hôte le laisse revenir. Demandez à l’hôte si vous pensez que c’est une erreur.';

const words = {
  'no-https': {
    title: 'Cette adresse n’est pas sécurisée',
    what: 'Les navigateurs n’ouvrent le GPU qu’aux pages HTTPS. L’hôte peut démarrer le serveur avec HTTPS, ou cet appareil peut s’entraîner sur son CPU.',
    safe: untouched,
    label: 'Ouvrir en HTTPS',
  },
  'no-webgpu': {
    title: 'Ce navigateur n’a pas WebGPU',
    what: 'Une version actuelle de Chrome, Edge, Firefox ou Safari l’a. Cet appareil peut quand même entraîner de petits modèles sur son CPU.',
    safe: untouched,
    label: 'Rejoindre comme réplique sur CPU',
  },
  'no-adapter': {
    title: 'Aucun GPU n’a pu être ouvert',
    what: 'WebGPU est là, mais aucune carte graphique n’a répondu. Activer l’accélération matérielle dans les réglages du navigateur aide souvent ; en attendant, le CPU fonctionne.',
    safe: untouched,
    label: 'Rejoindre comme réplique sur CPU',
  },
  'software-adapter': {
    title: 'Cet appareil dessine par logiciel',
    what: 'Ici, WebGPU fonctionne sans carte graphique : exact, mais lent. L’anneau attend son membre le plus lent.',
    safe: 'Rejoindre est sans danger.',
    label: 'Continuer quand même',
  },
  'device-lost': {
    title: 'Le GPU est parti',
    what: 'Un redémarrage du pilote, une mise en veille ou un autre programme l’a pris. Rejoindre de nouveau reconstruit cette réplique à partir de l’anneau.',
    safe: ringGoesOn,
    label: 'Rejoindre de nouveau',
  },
  'out-of-memory': {
    title: 'Plus de mémoire GPU',
    what: 'Fermez d’autres onglets qui dessinent, ou entraînez sur le CPU.',
    safe: ringGoesOn,
    label: 'Rejoindre comme réplique sur CPU',
  },
  'bad-model': {
    title: 'Les couches du modèle ne vont pas ensemble',
    what: 'Les réglages de la salle désignent un modèle qui ne peut pas être construit. Choisissez-en un autre dans les réglages de l’entraînement.',
    safe: ringGoesOn,
    label: 'Réessayer',
  },
  'model-does-not-fit': {
    title: 'Le modèle ne tient pas sur cet appareil',
    what: 'Son plus grand tampon dépasse la limite de cette carte graphique. Le CPU n’a pas cette limite, il est seulement moins rapide.',
    safe: ringGoesOn,
    label: 'Rejoindre comme réplique sur CPU',
  },
  'gpu-error': {
    title: 'Le GPU a signalé une erreur',
    what: 'Cette réplique s’est arrêtée avant qu’un nombre faux puisse en sortir. Rejoindre de nouveau la remet à neuf.',
    safe: ringGoesOn,
    label: 'Rejoindre de nouveau',
  },
  'wrong-answers': {
    title: 'Cet appareil calcule faux',
    what: 'Avant d’entraîner, un appareil calcule des réponses connues. Celui-ci en a trouvé une fausse : rien de lui n’entre donc dans une somme. Mettre à jour le pilote aide souvent.',
    safe: ringGoesOn,
    label: 'Vérifier de nouveau',
  },
  'network-blocked': {
    title: 'Le réseau bloque les liaisons directes',
    what: 'Le serveur a répondu, mais aucun autre appareil n’est joignable. Le Wi-Fi des invités l’interdit souvent : un partage de connexion fonctionne.',
    safe: untouched,
    label: 'Réessayer',
  },
  'room-not-found': {
    title: 'Il n’y a pas de salle avec ce code',
    what: 'Comparez-le au code sur l’écran de l’hôte. Une salle que tout le monde a quittée est fermée après un moment ; l’hôte peut en ouvrir une nouvelle.',
    safe: untouched,
    label: 'Retaper le code',
  },
  'bad-code': {
    title: 'Ce lien ne contient pas de code de salle',
    safe: untouched,
    label: 'Taper le code',
  },
  'room-full': {
    title: 'La salle est pleine',
    what: 'Toutes les places sont prises. Une place peut se libérer, ou l’hôte peut ouvrir une deuxième salle.',
    safe: untouched,
    label: 'Réessayer',
  },
  'wrong-key': {
    title: 'Le lien n’est pas complet',
    what: 'Cette salle est privée : sa clé est la partie après #, et elle manque ou elle est fausse. Scannez le code QR, ou copiez le lien entier.',
    safe: untouched,
    label: 'Utiliser un autre lien',
  },
  'wrong-version': {
    title: 'Cette page est d’une autre version',
    what: 'La salle utilise une autre version de Lockstep. Recharger la page va chercher celle que le serveur propose.',
    safe: untouched,
    label: 'Recharger',
  },
  'wrong-config': {
    title: 'Cette réplique est réglée autrement',
    what: 'Ses réglages ne sont pas ceux de l’anneau ; elle a donc été refusée avant de pouvoir troubler la somme.',
    safe: ringGoesOn,
    label: 'Rejoindre de nouveau',
  },
  kicked: {
    title: 'L’hôte a retiré cet appareil',
    what: `L’hôte l’a sorti de l’anneau. ${staysOut}`,
    safe: ringGoesOn,
    label: 'Retour à l’accueil',
  },
  evicted: {
    title: 'L’anneau a retiré cet appareil',
    what: `Ses contributions ont été refusées encore et encore ; les autres ont donc continué sans elles. ${staysOut}`,
    safe: ringGoesOn,
    label: 'Retour à l’accueil',
  },
  'turned-away': {
    title: 'L’anneau ne laisse pas entrer cet appareil',
    what: `Il a été retiré auparavant. ${staysOut}`,
    safe: ringGoesOn,
    label: 'Retour à l’accueil',
  },
  'room-locked': {
    title: 'La salle est fermée',
    what: 'L’hôte ne fait entrer personne pour l’instant. Réessayez quand l’hôte aura ouvert la porte.',
    safe: untouched,
    label: 'Réessayer',
  },
  'not-let-in': {
    title: 'L’hôte n’a pas fait entrer cet appareil',
    what: `Il ne participe pas, et n’a rien reçu de la salle. ${staysOut}`,
    safe: untouched,
    label: 'Retour à l’accueil',
  },
  'host-silent': {
    title: 'L’hôte n’a pas répondu',
    what: 'L’hôte fait entrer les gens un par un, et n’a pas décidé pour cet appareil depuis 15 minutes. Réessayez, et il attend de nouveau.',
    safe: untouched,
    label: 'Réessayer',
  },
  'server-unreachable': {
    title: 'Le serveur des salles ne répond pas',
    what: 'Il redémarre peut-être, ou cet appareil est hors ligne. Un anneau qui s’entraîne déjà continue sans lui.',
    safe: 'Rien n’a été perdu.',
    label: 'Réessayer',
  },
  'server-refused': {
    title: 'Le serveur des salles a refusé cette page',
    what: 'Il répond, mais n’accepte plus rien de cette page ou de ce réseau pour l’instant : la dernière ligne dit pourquoi. Attendez un moment, puis réessayez.',
    safe: 'Rien n’a été perdu.',
    label: 'Réessayer',
  },
  'no-key-holder': {
    title: 'Personne ne peut encore vous faire entrer',
    what: 'Dans une salle ouverte, un membre donne la clé de la salle à chaque nouveau venu. Aucun membre qui a la clé n’est au serveur des salles maintenant. Réessayez quand quelqu’un y sera.',
    safe: untouched,
    label: 'Réessayer',
  },
  'too-many-rooms': {
    title: 'On ne peut plus ouvrir de salle',
    what: 'Le serveur, ou l’adresse de ce réseau, a déjà autant de salles que permis. Les salles que tout le monde a quittées sont fermées après un moment.',
    safe: untouched,
    label: 'Réessayer',
  },
  'engine-missing': {
    title: 'Une partie de la page ne s’est pas chargée',
    what: 'Le moteur d’entraînement n’a pas pu être chargé, peut-être parce que la connexion a été coupée.',
    safe: untouched,
    label: 'Recharger',
  },
  bug: {
    title: 'Quelque chose s’est cassé qui ne devait pas',
    what: 'C’est notre faute. Cette réplique s’est arrêtée avant de pouvoir troubler les autres.',
    safe: ringGoesOn,
    label: 'Rejoindre de nouveau',
  },
};

const inDemo = {
  'device-lost':
    'Un redémarrage du pilote, une mise en veille ou un autre programme l’a pris. Recommencer lance une nouvelle démonstration.',
  'gpu-error':
    'Cette réplique s’est arrêtée avant qu’un nombre faux puisse en sortir. Recommencer lance une nouvelle démonstration.',
  kicked:
    'Vous avez retiré la réplique que cette page montre. Lancez une autre démonstration depuis la première page.',
};

export const trouble = {
  words,
  inDemo,
  badCode: (characters, alphabet) => `Un code a ${characters} caractères. Il n’utilise que ${alphabet}.`,
  onlyDemoAffected: 'Seule cette démonstration est touchée.',
  demoOnCpu: 'Lancer la démonstration sur le CPU',
  startAgain: 'Recommencer',
  lookAgain: 'Regarder de nouveau',
  trainCpuInstead: 'Plutôt entraîner sur le CPU',
  watchInstead: 'Plutôt regarder',
  backStart: 'Retour à l’accueil',
  code: 'Code :',
} satisfies typeof troubleText;
