// The French text of: sayings.
import { largeSize } from '../../../src/base/large-size';
import { counted, plural } from '../language';
import type { sayingsText } from '../sayings';

const size = (bytes: number): string => largeSize(bytes, 'Mo', 'Go');

export const sayings = {
  'opened-ring': () => 'a ouvert l’anneau',
  'opened-anew': () => 'plus personne dans l’anneau\u202f: rouvert',
  'in-ring-with': (names) => `dans l’anneau avec ${names}`,
  joined: (names, count) => `${names} ${plural(count, { one: 'a', other: 'ont' })} rejoint l’anneau`,
  'went-on-without': (names) => `continue sans ${names}, comme lignée à part`,
  'removed-by-host': (names, count) => `l’hôte a retiré ${names} (${count})`,
  'removed-refused': (names, count) => `${names} (${count})\u202f: retrait par l’anneau`,
  'left-ring': (names, count) => `${names} ${plural(count, { one: 'a', other: 'ont' })} quitté l’anneau`,
  lost: (names, count) =>
    `${names} ${plural(count, { one: 'n’est', other: 'ne sont' })} plus dans l’anneau\u202f: pas de réponse`,
  'no-longer-in-ring': (names, count) =>
    `${names} ${plural(count, { one: 'n’est', other: 'ne sont' })} plus dans l’anneau`,
  'device-failed': (detail) => `l’appareil a échoué (${detail}) et redémarre`,
  'check-not-done': (detail) =>
    `l’appareil n’a pas été vérifié aux tailles du modèle (${detail})\u202f; il continue, et des vérifications plus petites aussi`,
  'catch-up-failed': (detail) => `le rattrapage a échoué (${detail})`,
  'step-retried': (detail, late) =>
    late === '' ? `pas refait (${detail})` : `pas refait\u202f: pas de réponse de ${late}`,
  'why-link-lost': () => 'un lien s’est perdu',
  'why-bad-record': () => 'le relevé de pas d’un membre était illisible',
  'why-unexpected': () => 'quelque chose d’inattendu s’est produit',
  'why-no-answer': () => 'pas de réponse à temps',
  'cannot-train': (name, detail) => `${name} ne peut pas s’entraîner ici (${detail})`,
  'speaks-protocol': (theirs, ours) => `protocole ${theirs} au lieu de ${ours}`,
  'hello-malformed': () => 'son salut est mal formé',
  'plan-differs': () => 'le plan du modèle ou les données ne sont pas ceux d’ici',
  'went-on-without-this': (generation, names) =>
    `l’anneau a continué sans cette réplique (génération ${generation})\u202f: ${names}`,
  'joins-longer-ring': (name) =>
    `l’anneau de ${name} s’est entraîné sur plus d’exemples\u202f: cette réplique le rejoint`,
  'fork-kept': (lineage, step, examples, replaced) =>
    `un état de la lignée ${lineage} est gardé\u202f: pas ${counted(step)}, ${counted(examples)} exemples${replaced === '' ? '' : `\u202f; il remplace celui de la lignée ${replaced}`}`,
  'claimed-longer-ring': (names) =>
    `${names} annonçait un anneau plus long et n’a pas admis cette réplique\u202f: elle continue avec le sien`,
  'asks-again': (name) =>
    `${name} demande une vue après l’autre sans raison\u202f: on ne l’écoute plus là-dessus`,
  floods: (name) => `${name} envoie trop de messages\u202f: lien coupé`,
  'sent-forbidden': (name, detail) => `${name} a envoyé ce qui n’est pas permis (${detail})`,
  'malformed-signal': (name) => `${name} a envoyé un signal mal formé`,
  'no-connection-yet': (name, detail) => `pas encore de connexion avec ${name} (${detail})`,
  'server-away': (detail) =>
    `Le serveur de salles ne répond plus (${detail}). Les membres déjà reliés n’en ont pas besoin.`,
  'digests-disagree': () => 'les empreintes diffèrent\u202f: la majorité fait foi',
  'digests-disagree-evenly': () =>
    'les empreintes diffèrent sans majorité\u202f: le rang le plus bas fait foi',
  'offer-not-valid': (detail) => `L’offre de données n’est pas valable (${detail}).`,
  'sent-other-data': (name, what) =>
    `${name} a envoyé ce qui n’est pas dans les données de l’hôte (${what})\u202f: plus rien ne lui est demandé.`,
  'not-host-command': (name, detail) => `${name} a envoyé un ordre qui n’est pas de l’hôte (${detail})`,
  'cut-off': (name) =>
    `${name} continue d’envoyer des ordres qui ne sont pas de l’hôte\u202f: connexion coupée`,
  refused: (by, name) => `${by} a refusé ce que ${name} a envoyé\u202f: sa part de ce pas ne compte pas`,
  'refused-removed': (by, name) => `${by} a refusé ce que ${name} a envoyé\u202f: retrait de l’anneau`,
  'accuses-alone': (name, accused) =>
    `${name} est seule à refuser sans cesse ce que ${accused} a envoyé\u202f: retrait de l’anneau`,
  'claims-terms': (name, claimed, planned) =>
    `${name} annonce ${counted(claimed)} termes là où ${counted(planned)} sont prévus\u202f: sa part de ce pas ne compte pas`,
  'claims-terms-removed': (name, claimed, planned) =>
    `${name} annonce ${counted(claimed)} termes là où ${counted(planned)} sont prévus\u202f: retrait de l’anneau`,
  withheld: (step, parts) => `le pas ${counted(step)} est sans le gradient de ${parts}`,
  suspended: (name, untilStep) =>
    `${name} est laissé de côté jusqu’au pas ${counted(untilStep)}\u202f: un micro-lot y dure plus du double du pas des autres`,
  'has-part-again': (name) => `${name} a de nouveau une part`,
  'given-up': (step, count) =>
    `pas ${counted(step)}\u202f: ${counted(count)} ${plural(count, { one: 'exemple abandonné', other: 'exemples abandonnés' })}, car le gradient a manqué deux fois, ou trop attend d’être refait`,
  'spoils-before': (name) =>
    `sur ordre de l’hôte, ${name} gâte son prochain gradient avant son propre contrôle`,
  'spoils-after': (name) =>
    `sur ordre de l’hôte, ${name} gâte son prochain gradient après son propre contrôle`,
  'source-left-out': (name, detail) => `${name} est laissé de côté pendant le rattrapage (${detail})`,
  'update-not-finite': (step) =>
    `pas ${counted(step)}\u202f: la mise à jour n’était pas finie, tous l’ont sautée`,
  'goes-around': (one, other, ms) =>
    `L’anneau contourne maintenant ${one}–${other}\u202f: un morceau y prend ${ms}\u00a0ms`,
  'only-host': () => 'Seul l’hôte de cette salle peut faire cela.',
  'run-unusable': (detail) => `L’entraînement enregistré ne peut pas servir (${detail}).`,
  'run-lacks-data': (name) =>
    `L’entraînement enregistré a besoin de ses données, « ${name} » : donnez d’abord le fichier.`,
  'not-kept': (detail) => `L’entraînement n’a pas pu être gardé sur cet appareil (${detail})`,
  'not-kept-full': () =>
    'L’entraînement n’a pas pu être gardé sur cet appareil : le stockage de ce site est plein. Libérez de la place sur l’appareil, ou enregistrez l’entraînement dans un fichier.',
  'data-not-sent': (detail) => `Les données ne peuvent pas être envoyées (${detail}).`,
  'hosts-now': () => 'Cet appareil est maintenant l’hôte de la salle.',
  'hosts-no-more': () => 'Un autre appareil est maintenant l’hôte\u202f: celui-ci est un membre ordinaire.',
  'starting-engine': () => 'démarrage du moteur',
  'reading-text': () => 'lecture du texte',
  compiling: () => 'compilation du modèle',
  'measuring-speed': () => 'mesure de cet appareil',
  'finding-device': () => 'recherche de l’appareil',
  'removed-unless': (seconds) =>
    `L’anneau dit que cet appareil en a été retiré\u202f: si aucun membre ne sait mieux en ${seconds}\u00a0s, c’est la fin ici.`,
  'nobody-left': () => 'Plus personne dans l’anneau\u202f: si personne ne revient, cet appareil le rouvre.',
  'door-locked': (until) =>
    `L’hôte a fermé la salle. Cet appareil attend jusqu’à ${until} que la porte s’ouvre.`,
  'door-host-away': (until) =>
    `Attente jusqu’à ${until} de l’hôte, qui laisse entrer un par un et n’est pas là pour l’instant.`,
  'door-asks': (until) => `Attente jusqu’à ${until} que l’hôte laisse entrer cet appareil.`,
  'door-asks-of': (until, hosts) => `Attente jusqu’à ${until} que ${hosts} laisse entrer cet appareil.`,
  'taking-over': () => 'reprise de l’entraînement',
  'state-differs': () => 'cet appareil tient un autre état que l’anneau',
  'state-behind': () => 'cet appareil tient un état plus ancien',
  'fetching-sum': (step) => `la somme du pas ${counted(step)} arrive`,
  'fetching-missed': () => 'une décision manquée arrive',
  'awaits-catch-up': (percent) => `rattrapage (${percent}\u00a0%)`,
  'awaits-inner-steps': () => 'ses pas internes',
  'awaits-record': () => 'sa note du dernier pas',
  'awaits-part': () => 'sa part de la somme',
  'all-steps-done': (steps) => `les ${counted(steps)} pas sont tous faits`,
  'stopped-by-host': () => 'arrêté par l’hôte',
  'room-ended': () => 'l’hôte a fermé cette salle pour tous',
  diverged: () => 'les gradients ou la mise à jour n’étaient pas utilisables',
  'server-out-of-reach': () => 'il est hors d’atteinte d’ici',
  'server-ended-it': () => 'il a mis fin à la connexion',
  'page-ended-it': () => 'cette page a mis fin à la connexion',
  'server-silent': () => 'il ne donne plus signe de vie',
  'server-lost': () => 'la connexion avec lui s’est perdue',
  'server-lacks-room': () => 'le serveur des salles n’a pas de telle salle pour l’instant',
  'refused-no-room': (room) => `il n’y a pas de salle ${room}`,
  'refused-wrong-key': (room) => `la clé n’est pas celle de la salle ${room}`,
  'refused-forged': (room) =>
    `la description de la salle ${room} que donne le serveur n’est pas celle de son créateur`,
  'refused-key-missing': () => 'cette salle est privée\u202f: sa clé est la partie du lien après #',
  'refused-wrong-version': () => 'le serveur des salles parle une autre version\u202f: rechargez la page',
  'refused-room-full': () => 'toutes les places de la salle sont prises',
  'refused-too-many-peers': () => 'trop d’appareils partagent déjà cette adresse',
  'refused-too-many-rooms': () => 'aucune autre salle ne peut être ouverte pour l’instant',
  'refused-id-taken': () => 'cet appareil est déjà dans une salle',
  'refused-rate-limited': () => 'trop de demandes à la fois\u202f: attendez un instant',
  'refused-malformed': () => 'la réponse du serveur des salles n’est pas de ce protocole',
  'no-connection-within': (name, seconds) => `pas de connexion avec ${name} en ${seconds}\u00a0s`,
  'connection-closed': (name) => `la connexion avec ${name} s’est fermée`,
  'relay-ended': () => 'le lien relayé s’est terminé',
  'its-turn': () => 'son tour',
  'room-server': () => 'le serveur des salles',
  'data-channel': () => 'un canal de données',
  'first-relayed-packet': () => 'le premier paquet par le serveur des salles',
  'relayed-answer': () => 'la réponse de l’autre bout par le serveur des salles',
  'other-end': () => 'l’autre bout',
  'took-longer': (what, seconds) => `${what} a pris plus de ${seconds}\u00a0s`,
  'went-away-after': (detail) => `il est parti après avoir répondu (${detail})`,
  'server-went-away': () => 'le serveur des salles est parti entre-temps',
  'nobody-introduces': () => 'aucun serveur des salles n’était là pour présenter les deux bouts',
  'webrtc-is-off': () => 'WebRTC manque ou est désactivé dans ce navigateur',
  'kicked-by-host': () => 'l’hôte a retiré cette réplique de l’anneau',
  'refused-at-door': () => 'l’hôte n’a pas fait entrer cet appareil',
  'unplugged-by-host': () => 'l’hôte a débranché cette réplique',
  'evicted-by-ring': () =>
    'l’anneau a retiré cette réplique\u202f: ses contributions ont été refusées encore et encore, ou elle seule refusait celles des autres',
  'not-let-back-in': () => 'cette réplique a été retirée de l’anneau, et l’hôte ne l’a pas laissée revenir',
  'host-did-not-answer': (minutes) => `l’hôte n’a pas répondu pendant ${minutes} minutes`,
  'worker-not-started': () => 'Le Worker du moteur n’a pas démarré. Rechargez cette page pour réessayer.',
  'worker-not-answering': (seconds) =>
    `Le Worker du moteur ne répond pas depuis ${seconds}\u00a0s. Rechargez cette page pour réessayer.`,
  'other-hosts-rights': () => 'les droits d’hôte gardés sur cet appareil ne sont pas de cette salle',
  'examples-differ': (here, room) =>
    `les données ont ${counted(here)} exemples sur cet appareil, ${counted(room)} dans cette salle`,
  'other-file': () => 'C’est un autre fichier que celui de la salle.',
  'examples-do-not-fit': (detail) => `Ces exemples ne conviennent pas (${detail}).`,
  'large-text-no-room': (bytes, inMemory) =>
    `Le texte fait ${size(bytes)}, et cet appareil n’a pas de stockage privé assez grand\u202f: seul un texte de ${size(inMemory)} au plus tient dans sa mémoire.`,
  'text-not-kept-full': () =>
    'Le texte ne tient pas sur cet appareil\u202f: son stockage est plein. Libérez-y de l’espace, ou choisissez un texte plus court.',
  'text-not-kept': (detail) => `Le texte ne peut pas être conservé sur cet appareil\u202f: ${detail}.`,
  'data-too-large': (bytes, most) => `elles font ${size(bytes)}, et ${size(most)} au plus sont envoyés`,
  'not-the-rooms-data': () => 'l’hôte a envoyé d’autres données que celles de la salle',
  'storage-full': () => 'le stockage de ce site est plein\u202f: libérez de la place sur cet appareil',
  'storage-failed': (detail) => `le stockage de ce site a échoué (${detail})`,
  'files-not-here': () => 'cet appareil n’a pas les fichiers de l’entraînement',
  'offer-not-here': () => 'cet appareil n’a pas ce que l’hôte propose',
  'copy-of-other-data': () => 'la copie sur cet appareil n’est pas ce que l’hôte propose',
  'data-not-kept-here': (detail) => `cet appareil ne peut pas garder les données (${detail})`,
  'kept-data-unusable': (detail) => `cet appareil ne peut pas utiliser ce qu’il a gardé (${detail})`,
  'no-giver-free': (seconds) =>
    `aucun membre qui a les données n’a eu de place pour cet appareil pendant ${seconds} secondes`,
  'no-giver-linked': (seconds) =>
    `aucun membre qui a les données n’est relié directement depuis ${seconds} secondes`,
  'nothing-came': (seconds) => `rien n’est venu d’aucun membre pendant ${seconds} secondes`,
  'data-cancelled': () => 'c’est annulé ici',
  'offer-taken-back': () => 'l’hôte a retiré son offre',
  'replica-ended': () => 'cette réplique a pris fin',
  'nobody-offers-data': () => 'personne dans cette salle n’offre ses données pour l’instant',
  'one-thread-not-isolated': () =>
    'Un fil\u202f: cette page n’est pas isolée des autres origines (http simple sur un LAN).',
  'one-thread-many-replicas': (replicas) =>
    `Un fil\u202f: les ${replicas} répliques de cette page calculent côte à côte.`,
  'one-thread-short-steps': () => 'Un fil\u202f: les étapes de ce modèle sont trop courtes à partager.',
  'one-thread-one-core': () => 'Un fil\u202f: cet appareil a un cœur.',
  'one-thread-shared-cores': (replicas, cores) =>
    `Un fil\u202f: ${replicas} répliques de cet appareil se partagent ses ${cores} cœurs.`,
  'one-thread-alone-starts': () => 'Un fil\u202f: les autres n’ont pas démarré.',
  'two-threads': () => '2 fils, un par cœur, tant qu’ils vont plus vite qu’un seul.',
  'many-threads': (threads, cores) =>
    `${threads} fils sur ${cores} cœurs, tant qu’ils vont plus vite qu’un seul\u202f: les liens et la page gardent un cœur.`,
  'many-threads-shared': (threads, cores, replicas) =>
    `${threads} fils sur ${cores} cœurs, que se partagent ${replicas} répliques de cet appareil, tant qu’ils vont plus vite qu’un seul\u202f: les liens et la page gardent un cœur.`,
  'takes-at-least': (ms) => `il lui faut au moins ${ms}\u00a0ms`,
  'not-ready-in-time': () => 'il n’était pas prêt à temps',
  'no-webgpu-here': () => 'ce navigateur n’a pas WebGPU (ou la page n’est pas servie en HTTPS)',
  'no-adapter-here': () => 'WebGPU n’a trouvé aucune carte graphique sur cet appareil',
  'engine-refused': (detail) => `un moteur calcule faux et n’est plus utilisé (${detail})`,
  'times-slower': (times) => `il est plus de ${times} fois plus lent`,
  'sign-skipped': (skipped, of) => `${skipped} des ${of} derniers pas n’ont pas de somme finie`,
  'sign-loss-not-finite': () => 'la perte n’est pas finie',
  'sign-loss-rose': (from, to) => `la perte est montée de ${from} à ${to}`,
  'sign-long-gradient': (times) => `le gradient est ${times} fois plus long qu’avant`,
  'cause-batch-grew': (from, to, step, isLinear, warmup) =>
    `le lot est passé de ${counted(from)} à ${counted(to)} au pas ${counted(step)}, avec la règle ${isLinear ? 'linéaire' : 'racine carrée'} et ${warmup === 0 ? 'sans échauffement' : `${counted(warmup)} pas d’échauffement`}`,
  'advice-warm-up': () =>
    'laisser monter le taux sur quelques pas quand le lot grandit, ou prendre la règle racine carrée',
  'advice-longer-warm-up': () => 'un échauffement plus long, la règle racine carrée ou un taux plus petit',
  'cause-rate-rose': (from, to, step) =>
    `le taux d’apprentissage est monté de ${from} à ${to} jusqu’au pas ${counted(step)}`,
  'advice-go-back': (rate) => `revenir à ${rate}`,
  'cause-faulty': (names) => `des contributions de ${names} étaient aberrantes ou non finies`,
  'advice-look-at-device': () => 'regarder cet appareil\u202f; l’anneau continue sans ce qu’il envoie',
  'cause-rate-high': (rate) => `le taux d’apprentissage ${rate} est trop grand`,
  'cause-rate-high-unclipped': (rate, times) =>
    `le taux d’apprentissage ${rate} est trop grand, sans écrêtage et avec des gradients ${times} fois plus longs qu’avant`,
  'advice-rate': (rate, hasServed, isUnclipped) =>
    `${hasServed ? 'revenir à' : 'essayer'} ${rate}${isUnclipped ? ', ou écrêter les gradients' : ''}`,
  'not-a-sender': () => 'rien n’est attendu de ce membre',
  'wrong-chunk': () => 'ce membre ne l’envoie jamais ici',
  'wrong-segment': (count) => `ce qui est additionné n’a que ${counted(count)} segments`,
  'wrong-offset': (got, expected) =>
    `c’est pour l’élément ${counted(got)}, on attendait ${counted(expected)}`,
  'wrong-length': (got, expected) => `cela a ${counted(got)} octets, on en attendait ${counted(expected)}`,
  duplicate: () => 'déjà pris',
  'too-early': () => 'cette contribution n’a pas encore été envoyée',
  'stray-frame': (generation, step) =>
    `il n’est pas dans la somme de l’étape ${step} de la génération ${generation} et en a envoyé une partie`,
  'frame-again': (generation, step) =>
    `encore une trame de la génération ${counted(generation)}, pas ${counted(step)}`,
  'absurd-values': () => 'des valeurs impossibles dans un relevé de pas',
  'bad-record': () => 'un relevé de pas qui n’est pas possible',
  'command-malformed': () => 'il est mal formé',
  'command-of-other-room': () => 'signé pour une autre salle',
  'command-not-signed': () => 'pas signé par l’hôte de cette salle',
  'offer-old': () => 'une offre plus récente est connue',
  'offer-false': () => 'ce n’est pas ce que l’hôte de cette salle a signé',
  'false-list': () => 'une liste de morceaux',
  'false-shard': (shard) => `le morceau ${counted(shard)}`,
  'source-lacks-state': () => 'n’a pas l’état qui lui a été demandé',
  'source-sent-false': () => 'a envoyé un bloc de l’état qui n’est pas authentique',
  'source-silent': () => 'ne répond pas avec l’état',
  'state-not-fetched': () => 'l’état de l’anneau n’a pas pu être obtenu',
  'engine-device-lost': () => 'le GPU a disparu',
  'engine-out-of-memory': () => 'sa mémoire est pleine',
  'engine-gpu-error': () => 'le GPU a signalé une erreur',
  'engine-bad-model': () => 'les couches du modèle ne vont pas ensemble',
  'engine-model-does-not-fit': () => 'le modèle ne tient pas sur cet appareil',
  'engine-wrong-answers': () => 'une réponse connue est sortie fausse',
  'engine-aborted': () => 'il a été arrêté',
  'own-other-shape': (room, here) => `les exemples de cette salle sont ${room}, ceux-ci sont ${here}`,
  'own-more-classes': (room, here) =>
    `cette salle a ${counted(room)} classes, ces exemples en ont ${counted(here)}`,
  'own-other-names': (room, here) =>
    `les classes de cette salle sont ${room}, celles de ces exemples ${here}`,
  'without-names': () => 'sans noms',
  'names-and-more': (names, more) => `${names} et ${counted(more)} de plus`,
} satisfies typeof sayingsText;
