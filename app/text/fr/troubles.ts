// The French text of: troubles.
import type { troublesText } from '../troubles';

const staysOut = 'Seul l’hôte peut le laisser revenir. Demandez d’abord à l’hôte, puis réessayez.';

const words = {
  'no-https': {
    title: 'Cette adresse n’est pas sécurisée',
    what: 'Les navigateurs n’ouvrent le GPU qu’aux pages HTTPS. L’hôte peut démarrer le serveur avec HTTPS, ou cet appareil peut s’entraîner sur son CPU.',
    label: 'Ouvrir en HTTPS',
  },
  'no-webgpu': {
    title: 'Ce navigateur n’a pas WebGPU',
    what: 'Une version actuelle de Chrome, Edge, Firefox ou Safari l’a. Cet appareil peut quand même entraîner de petits modèles sur son CPU.',
    label: 'Rejoindre comme réplique sur CPU',
  },
  'no-adapter': {
    title: 'Aucun GPU n’a pu être ouvert',
    what: 'WebGPU est là, mais aucune carte graphique n’a répondu. Activer l’accélération matérielle dans les réglages du navigateur aide souvent ; en attendant, le CPU fonctionne.',
    label: 'Rejoindre comme réplique sur CPU',
  },
  'software-adapter': {
    title: 'WebGPU fonctionne ici sur le processeur',
    what: 'Il n’a pas de carte graphique ici. Sauf autre choix, une réplique prend le plus rapide : ceci ou WebAssembly. L’anneau attend son membre le plus lent.',
    safe: 'Rejoindre est sans danger.',
    label: 'Continuer quand même',
  },
  'device-lost': {
    title: 'Le GPU est parti',
    what: 'Un redémarrage du pilote, une mise en veille ou un autre programme l’a pris. Rejoindre de nouveau reconstruit cette réplique à partir de l’anneau.',
    label: 'Rejoindre de nouveau',
  },
  'out-of-memory': {
    title: 'Plus de mémoire GPU',
    what: 'Fermez d’autres onglets qui dessinent, ou entraînez sur le CPU.',
    label: 'Rejoindre comme réplique sur CPU',
  },
  'bad-model': {
    title: 'Les couches du modèle ne vont pas ensemble',
    what: 'Les réglages de la salle désignent un modèle qui ne peut pas être construit. Choisissez-en un autre dans les réglages de l’entraînement.',
    label: 'Réessayer',
  },
  'model-does-not-fit': {
    title: 'Le modèle ne tient pas sur cet appareil',
    what: 'Son plus grand tampon dépasse la limite de cette carte graphique. Le CPU n’a pas cette limite, il est seulement moins rapide.',
    label: 'Rejoindre comme réplique sur CPU',
  },
  'gpu-error': {
    title: 'Le GPU a signalé une erreur',
    what: 'Cette réplique s’est arrêtée avant qu’un nombre faux puisse en sortir. Rejoindre de nouveau la remet à neuf.',
    label: 'Rejoindre de nouveau',
  },
  'wrong-answers': {
    title: 'Cet appareil calcule faux',
    what: 'Avant d’entraîner, un appareil calcule des réponses connues. Celui-ci en a trouvé une fausse : rien de lui n’entre donc dans une somme. Mettre à jour le pilote aide souvent.',
    label: 'Vérifier de nouveau',
  },
  'network-blocked': {
    title: 'Le réseau bloque les liaisons directes',
    what: 'Le serveur a répondu, mais aucun autre appareil n’est joignable. Le Wi-Fi des invités l’interdit souvent : un partage de connexion fonctionne.',
    label: 'Réessayer',
  },
  'room-full': {
    title: 'La salle est pleine',
    what: 'Toutes les places sont prises. Une place peut se libérer, ou l’hôte peut ouvrir une deuxième salle.',
    label: 'Réessayer',
  },
  'wrong-key': {
    title: 'Le lien n’est pas complet',
    what: 'Cette salle est privée : sa clé est la partie après #, et elle manque ou elle est fausse. Scannez le code QR, ou copiez le lien entier.',
    label: 'Utiliser un autre lien',
  },
  'wrong-version': {
    title: 'Cette page est d’une autre version',
    what: 'La salle utilise une autre version de Lockstep. Recharger la page va chercher celle que le serveur propose.',
    label: 'Recharger',
  },
  'wrong-config': {
    title: 'Cette réplique est réglée autrement',
    what: 'Ses réglages ne sont pas ceux de l’anneau ; elle a donc été refusée avant de pouvoir troubler la somme.',
    label: 'Rejoindre de nouveau',
  },
  kicked: {
    title: 'L’hôte a retiré cet appareil',
    what: `L’hôte l’a sorti de l’anneau. ${staysOut}`,
    label: 'Rejoindre à nouveau',
  },
  unplugged: {
    title: 'L’hôte a débranché cet appareil',
    what: 'L’hôte montre ainsi ce que fait un anneau quand un appareil disparaît. Cet appareil peut revenir tout de suite.',
    label: 'Rejoindre à nouveau',
  },
  evicted: {
    title: 'L’anneau a retiré cet appareil',
    what: `Ses contributions ont été refusées encore et encore ; les autres ont donc continué sans elles. ${staysOut}`,
    label: 'Rejoindre à nouveau',
  },
  'turned-away': {
    title: 'L’anneau ne laisse pas entrer cet appareil',
    what: `Il a été retiré auparavant. ${staysOut}`,
    label: 'Rejoindre à nouveau',
  },
  'room-locked': {
    title: 'La salle est fermée',
    what: 'L’hôte ne fait entrer personne pour l’instant. Réessayez quand l’hôte aura ouvert la porte.',
    label: 'Réessayer',
  },
  'not-let-in': {
    title: 'L’hôte n’a pas fait entrer cet appareil',
    what: 'L’hôte l’a refusé à la porte. Seul l’hôte peut le faire entrer. Demandez d’abord à l’hôte, puis réessayez.',
    label: 'Rejoindre à nouveau',
  },
  'host-silent': {
    title: 'L’hôte n’a pas répondu',
    what: 'L’hôte fait entrer les gens un par un, et n’a pas décidé pour cet appareil depuis 15 minutes. Réessayez, et il attend de nouveau.',
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
    label: 'Réessayer',
  },
  'too-many-rooms': {
    title: 'On ne peut plus ouvrir de salle',
    what: 'Le serveur, ou l’adresse de ce réseau, a déjà autant de salles que permis. Les salles que tout le monde a quittées sont fermées après un moment.',
    label: 'Réessayer',
  },
};

const inDemo = {
  'device-lost':
    'Un redémarrage du pilote, une mise en veille ou un autre programme l’a pris. Recommencer lance une nouvelle démonstration.',
  'gpu-error':
    'Cette réplique s’est arrêtée avant qu’un nombre faux puisse en sortir. Recommencer lance une nouvelle démonstration.',
  kicked: 'Vous avez retiré la réplique que cette page montre. Recommencer lance une nouvelle démonstration.',
};

export const troubles = {
  words,
  inDemo,
  onlyDemoAffected: 'Seule cette démonstration est touchée.',
  demoOnCpu: 'Lancer la démonstration sur le CPU',
  startAgain: 'Recommencer',
  trainCpuInstead: 'Plutôt entraîner sur le CPU',
  watchInstead: 'Plutôt regarder',
} satisfies typeof troublesText;
