// The French text of: entry.
import type { entryText } from '../entry';

export const entry = {
  openElsewhere:
    'Cette salle est ouverte dans un autre onglet de ce navigateur. Ici, vous entreriez comme une réplique de plus, avec un nom à elle.',
  awaitsSavedRun:
    'Cette salle devait continuer un entraînement enregistré, et cette page n’a plus son fichier. Entrez, puis choisissez-le de nouveau sous « Continuer un entraînement enregistré… » : sinon l’entraînement recommence.',
  localNetwork: 'Réseau local',
  asking: 'Demande à ce navigateur…',
  networkGranted: 'Ce navigateur laisse cette page joindre les appareils du réseau local.',
  networkPrompt:
    'Ce navigateur n’a pas encore demandé si cette page peut joindre les appareils du réseau local. Certaines versions le demandent à la première liaison.',
  networkDenied:
    'Ce navigateur empêche cette page de joindre les appareils du réseau local. Les liaisons avec eux passent peut-être par le serveur des salles : plus lentes, mais elles marchent.',
  networkUnknown: 'Ce navigateur ne dit pas si cette page peut joindre les appareils du réseau local.',
  ifAsks: (browser) =>
    `Si ${browser} demande si cette page peut joindre les appareils du réseau local, acceptez : les liaisons peuvent alors être directes.`,
  thisBrowser: 'ce navigateur',
  allowChrome: (browser) =>
    `Dans ${browser} : cliquez sur l’icône à gauche de l’adresse, mettez « Réseau local » sur « Autoriser », puis rechargez cette page.`,
  allowFirefox:
    'Dans Firefox : cliquez sur l’icône des permissions à gauche de l’adresse, retirez le blocage du réseau local, rechargez cette page et acceptez quand Firefox demande.',
  allowOther:
    'Autorisez le réseau local pour cette page dans les réglages de ce navigateur, puis rechargez la page.',
  allowMac:
    'Sous macOS, le système décide aussi : dans Réglages Système → Confidentialité et sécurité → Réseau local, ce navigateur doit être activé.',
} satisfies typeof entryText;
