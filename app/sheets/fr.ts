// The sheets to print, in French.
import { dataHosts } from '../../src/base/data-hosts';
import type { Sheet } from './sheet';

export const sheets = {
  'privacy-sheet': {
    title: 'Ce que les autres voient, et ce qui est gardé',
    lead: 'Il n’y a ni compte ni cookie. La page ne charge rien qui vienne d’annonceurs, et personne ne recueille de statistiques sur vous.',
    sections: [
      {
        title: 'Les membres de votre salle voient',
        items: [
          [
            'Votre pseudo',
            'Deux mots que votre navigateur tire au sort. Vous pouvez les changer avant de rejoindre. Ils n’ont pas besoin de dire qui vous êtes. Dès que l’hôte masque les noms, un nom que vous avez saisi n’est plus envoyé à personne ; ceux qui étaient déjà dans la salle l’ont peut-être vu.',
          ],
          [
            'Votre appareil',
            'Le nom de sa carte graphique ou de son processeur, son navigateur, et sa vitesse de calcul.',
          ],
          [
            'Qui partage votre appareil',
            'Quels membres tournent dans le même navigateur que vous, pour que les pages puissent le dire. Rien ne désigne votre appareil, et ils n’apprennent rien des membres d’autres salles.',
          ],
          [
            'Votre adresse réseau',
            'Seulement tant que vous êtes dans la salle, car les appareils se connectent directement entre eux. Quand deux n’y arrivent pas, leur liaison passe par le serveur des salles, et ils ne la voient pas.',
          ],
          [
            'Vos gradients',
            'Des sommes de nombres qui disent comment le modèle doit changer. Elles ne contiennent pas d’exemples. Mais elles sont calculées à partir d’exemples : un membre qui s’en donne la peine peut en apprendre quelque chose. N’entraînez donc sur les données personnelles d’autrui qu’avec des membres à qui vous les confiez.',
          ],
          [
            'Vos prédictions',
            'Quand l’hôte pose une question à la classe, votre réponse va aux membres. Leurs pages montrent combien de fois chaque réponse a été donnée, et non par qui.',
          ],
        ],
      },
      {
        title: 'Le serveur des salles voit',
        items: [
          'L’adresse réseau, le pseudo, l’appareil et le navigateur de chaque membre, tant qu’il est connecté. Quand l’hôte masque les noms, le pseudo est fait de deux mots que votre navigateur a tirés au sort.',
          'Si l’hôte masque les noms, pour que la page puisse le dire avant que vous rejoigniez la salle.',
          'Dans une salle ouverte, si elle s’entraîne et à quel pas. Dans une salle privée, il ne l’apprend pas.',
          'Ni gradients, ni exemples, ni modèle : les membres se les envoient entre eux. Ce qui doit passer par le serveur est chiffré, et seuls les membres ont la clé. Dans une salle ouverte, le serveur aide à transmettre cette clé : vous lui faites donc confiance à ce moment-là ; dans une salle privée, la clé est dans le lien, et le serveur ne la reçoit jamais.',
        ],
      },
      {
        title: 'Le serveur des salles garde',
        items: [
          'Rien sur son disque à propos des salles ou des personnes, et aucun journal des visites. Un proxy placé devant lui tient peut-être son propre journal : demandez à qui le gère.',
          'La liste des salles dans sa mémoire. Une salle que tout le monde a quittée est oubliée après 15 minutes.',
        ],
      },
      {
        title: 'Vos données',
        items: [
          ['Les fichiers que vous choisissez', 'Ils sont lus dans cette page et restent sur cet appareil.'],
          [
            'Les images de la caméra',
            'La caméra n’est allumée qu’après que vous l’avez activée, et s’éteint quand vous quittez ou cachez la page. Une image n’est prise que pendant que vous appuyez sur un bouton. Les images restent dans cette page jusqu’à ce qu’elle soit fermée ou rechargée ; une salle qui s’entraîne avec elles les traite comme des fichiers que vous avez choisis.',
          ],
          [
            'Sauf si l’hôte les envoie',
            'L’hôte d’une salle peut appuyer sur « Envoyer mes données aux membres ». La page dit ce que cela signifie avant que cela n’arrive. Les membres en ont alors une copie, et la transmettent aux nouveaux venus.',
          ],
          [
            'Les jeux de données publics',
            `La page n’interroge un autre hôte que si vous en demandez un : ${dataHosts.map((host) => host.replace('https://', '')).join(', ')}. Cet hôte voit alors votre adresse réseau.`,
          ],
          [
            'Le modèle',
            'Chaque membre contient tout le modèle, et peut l’enregistrer. Il peut avoir appris par cœur des phrases de son texte.',
          ],
        ],
      },
      {
        title: 'Ce navigateur garde, pour ce site seulement',
        items: [
          [
            'Votre pseudo et l’aspect des pages',
            'Le thème, la langue, les réglages des courbes et ce sur quoi vous calculez, jusqu’à ce que vous effaciez les données de ce site.',
          ],
          [
            'Une exclusion',
            'Le fait que ce navigateur a été retiré d’une salle, ou refusé à sa porte, jusqu’à ce que l’anneau de cette salle le reprenne.',
          ],
          [
            'Les salles dont vous êtes l’hôte',
            'Le secret qui fait de vous leur hôte, pour qu’un rechargement ne perde rien.',
          ],
          [
            'Votre laissez-passer pour une salle',
            'Une clé aléatoire de cet onglet, pour qu’un hôte qui fait entrer les gens un par un n’ait pas à vous faire entrer de nouveau après un rechargement. Elle disparaît quand l’onglet est fermé.',
          ],
          [
            'Les entraînements enregistrés',
            'Huit au plus, les plus anciens partent d’abord. L’un d’eux peut être ce qu’un onglet avait appris quand il a été retiré d’un anneau. L’accueil les montre, et en oublie un quand vous le dites.',
          ],
          [
            'Les jeux de données venus d’ailleurs',
            'Les jeux de données publics, et les données de la dernière salle, pour que personne ne les télécharge deux fois. Les données d’une salle dont l’hôte a retiré ou refusé ce navigateur sont effacées.',
          ],
          [
            'Un grand texte qui sert à l’entraînement',
            'Votre propre texte au-delà de 64\u00a0Mio, en nombres, tant qu’un onglet le lit ou s’en sert. Ce qu’un onglet interrompu a laissé disparaît quand la page est rouverte.',
          ],
          [
            'Les mesures de cet appareil',
            'Quel moteur est le plus rapide. Elles ne sont jamais envoyées telles quelles.',
          ],
          'Effacer les données de ce site dans les réglages de votre navigateur supprime tout cela. Une fenêtre privée ne garde rien une fois fermée.',
        ],
      },
      {
        title: 'Ceux qui ne font que regarder',
        items: [
          'Un projecteur, ou un appareil qui ne fait que regarder, reçoit des chiffres de l’anneau, chiffrés : des pertes, des nombres, la forme de l’anneau. Il ne reçoit pas de pseudos.',
          'Un tel appareil peut répondre à la question de l’hôte. La réponse va aux membres, chiffrée, sans nom.',
          'Tant que la porte de l’hôte est ouverte, un tel appareil peut demander une copie du modèle, pour l’essayer. Les membres n’en donnent pas d’un modèle qui apprend des fichiers d’une personne, ou d’un texte qui n’est pas intégré.',
        ],
      },
    ],
  } satisfies Sheet,

  'network-sheet': {
    title: 'Pour l’administrateur du réseau',
    lead: 'Lockstep entraîne un petit réseau de neurones avec les navigateurs d’une classe. Rien n’est installé sur les appareils. Les navigateurs ouvrent une page web, et se connectent entre eux par WebRTC.',
    sections: [
      {
        title: 'Ce qu’il faut',
        items: [
          [
            'HTTPS vers le serveur des salles',
            'Une adresse, un port : la page, et un WebSocket à /socket.io/. Si un proxy refuse les WebSockets, des requêtes HTTP font la même chose, plus lentement.',
          ],
          [
            'Un certificat reconnu par les appareils',
            'Les navigateurs ne donnent le GPU à une page que par HTTPS. Sans cela, les appareils calculent sur un seul fil du processeur. Un proxy qui ouvre TLS convient si les appareils reconnaissent son certificat.',
          ],
          [
            'UDP entre les appareils',
            'Des canaux de données WebRTC (DTLS), de n’importe quel port à n’importe quel port, 1024 à 65535. Aucun appareil n’a besoin d’être joignable depuis Internet.',
          ],
          [
            'DNS multidiffusion entre les appareils',
            'Le port UDP 5353, 224.0.0.251 et ff02::fb. Les navigateurs cachent les adresses locales derrière des noms en .local, que les autres retrouvent ainsi.',
          ],
          [
            'Rien d’autre',
            'Aucun serveur STUN ou TURN sur Internet n’est interrogé, sauf si le serveur des salles est réglé pour cela. Les jeux de données publics, si une classe en veut, viennent de raw.githubusercontent.com, huggingface.co et hf.co.',
          ],
        ],
      },
      {
        title: 'Là où les appareils ne peuvent pas se joindre',
        items: [
          [
            'Des points d’accès qui isolent les clients',
            'Autorisez le trafic entre les clients du réseau de la classe, ou au moins UDP. Beaucoup de réseaux d’invités l’interdisent.',
          ],
          [
            'Sans cela, la classe fonctionne quand même',
            'Les liaisons passent alors par le serveur des salles, chiffrées entre les deux appareils. La liste des membres dit « relayé ». Le serveur transmet au plus 16\u00a0Mio par seconde pour un appareil et 48\u00a0Mio par seconde pour tous.',
          ],
          [
            'Un serveur TURN prend cette charge',
            'Par exemple coturn avec use-auth-secret, sur le port UDP et TCP 3478 ou le port TLS 5349, avec ses ports de relais (49152 à 65535 par défaut). On l’indique au serveur des salles par TURN_URLS et TURN_SECRET, et il donne à chaque membre des identifiants qui expirent.',
          ],
        ],
      },
      {
        title: 'Règles des navigateurs gérés',
        items: [
          [
            'WebRtcIPHandling (Chrome, Edge : WebRtcLocalhostIpHandling)',
            'Laissez-la vide ou sur « default ». « default_public_interface_only » et « disable_non_proxied_udp » interdisent les liaisons directes ; elles sont alors relayées.',
          ],
          [
            'WebRtcUdpPortRange',
            'Limite les ports UDP de WebRTC, par exemple à 10000-11999, là où un pare-feu entre les appareils demande une plage.',
          ],
          [
            'WebRtcLocalIpsAllowedUrls',
            'Ajoutez-y l’adresse du serveur des salles là où le DNS multidiffusion est bloqué. Ses pages utilisent alors des adresses à la place des noms en .local.',
          ],
          [
            'Accès au réseau local',
            'Les nouvelles versions de Chrome peuvent demander avant qu’une page publique ne joigne des appareils du réseau local. Répondez « Autoriser », ou définissez la règle qui l’autorise pour l’adresse du serveur des salles.',
          ],
          [
            'Accélération graphique',
            'HardwareAccelerationModeEnabled ne doit pas être désactivé, sinon le GPU reste inutilisé et les appareils calculent sur leur processeur.',
          ],
          [
            'Firefox',
            'media.peerconnection.enabled doit valoir true, ce qui est le cas sauf si une règle le verrouille.',
          ],
        ],
      },
      {
        title: 'Combien il envoie',
        items: [
          'À chaque pas, un appareil envoie et reçoit au plus environ deux fois la taille du modèle : moins de 100 ko pour des points du plan, moins de 1 Mo pour des chiffres manuscrits et pour le petit modèle de langage.',
          'Les appareils envoient aussi vite que le réseau le permet. L’hôte peut envoyer moins : par compression, en ne faisant la somme que tous les quelques pas, ou par un réglage de réseau lent qui limite chaque liaison.',
          'Charger la page prend moins de 2 Mo par appareil, une seule fois.',
        ],
      },
      {
        title: 'Comment vérifier, la veille',
        items: [
          'Ouvrez /check sur deux des appareils de la classe, dans le réseau de la classe. La page ouvre de vraies liaisons entre eux et dit ce qu’elle a vu : directe ou relayée, à quelle vitesse, et que faire.',
          'Puis faites rejoindre une même salle aux deux, et appuyez sur Démarrer.',
        ],
      },
    ],
  } satisfies Sheet,
};
