// The French text of: sayings.
import { counted, plural } from '../language';
import type { sayingsText } from '../sayings';

export const sayings = {
  'opened-ring': () => 'a ouvert l’anneau',
  'opened-anew': () => 'plus personne dans l’anneau\u202f: rouvert',
  'in-ring-with': (names) => `dans l’anneau avec ${names}`,
  joined: (names, count) => `${names} ${plural(count, { one: 'a', other: 'ont' })} rejoint l’anneau`,
  'went-on-without': (names) => `continue sans ${names}, comme lignée à part`,
  'removed-by-host': (names, count) => `l’hôte a retiré ${names} (${count})`,
  'removed-refused': (names, count) => `${names} (${count})\u202f: retrait, ses envois ont été refusés`,
  'left-ring': (names, count) => `${names} ${plural(count, { one: 'a', other: 'ont' })} quitté l’anneau`,
  lost: (names, count) => `${names} ${plural(count, { one: 'ne répond', other: 'ne répondent' })} plus`,
  'no-longer-in-ring': (names, count) =>
    `${names} ${plural(count, { one: 'n’est', other: 'ne sont' })} plus dans l’anneau`,
  'device-failed': (detail) => `l’appareil a échoué (${detail}) et redémarre`,
  'check-not-done': (detail) =>
    `l’appareil n’a pas été vérifié aux tailles du modèle (${detail})\u202f; il continue, et des vérifications plus petites aussi`,
  'catch-up-failed': (detail) => `le rattrapage a échoué (${detail})`,
  'step-retried': (detail, late) =>
    late === '' ? `pas refait (${detail})` : `pas refait\u202f: pas de réponse de ${late}`,
  'cannot-train': (name, detail) => `${name} ne peut pas s’entraîner ici (${detail})`,
  'not-host-command': (name, detail) => `${name} a envoyé un ordre qui n’est pas de l’hôte (${detail})`,
  'cut-off': (name) =>
    `${name} continue d’envoyer des ordres qui ne sont pas de l’hôte\u202f: connexion coupée`,
  refused: (by, name) => `${by} a refusé ce que ${name} a envoyé\u202f: sa part de ce pas ne compte pas`,
  'refused-removed': (by, name) => `${by} a refusé ce que ${name} a envoyé\u202f: retrait de l’anneau`,
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
    `L’anneau contourne maintenant ${one}–${other}\u202f: ce lien prend ${ms} ms par trame`,
  'only-host': () => 'Seul l’hôte de cette salle peut faire cela.',
  'run-unusable': (detail) => `L’entraînement enregistré ne peut pas servir (${detail}).`,
  'not-kept': (detail) => `L’entraînement n’a pas pu être gardé sur cet appareil (${detail})`,
  'not-kept-full': () =>
    'L’entraînement n’a pas pu être gardé sur cet appareil : le stockage de ce site est plein. Libérez de la place sur l’appareil, ou enregistrez l’entraînement dans un fichier.',
  'data-not-sent': (detail) => `Les données ne peuvent pas être envoyées (${detail}).`,
  'hosts-now': () => 'Cet appareil est maintenant l’hôte de la salle.',
  'hosts-no-more': () => 'Un autre appareil est maintenant l’hôte\u202f: celui-ci est un membre ordinaire.',
  'starting-engine': () => 'démarrage du moteur',
  compiling: () => 'compilation du modèle',
  'finding-device': () => 'recherche de l’appareil',
  'removed-unless': (seconds) =>
    `L’anneau dit que cet appareil en a été retiré\u202f: si aucun membre ne sait mieux en ${seconds} s, c’est la fin ici.`,
  'nobody-left': () => 'Plus personne dans l’anneau\u202f: si personne ne revient, cet appareil le rouvre.',
  'taking-over': () => 'reprise de l’entraînement',
  'state-differs': () => 'cet appareil tient un autre état que l’anneau',
  'state-behind': () => 'cet appareil tient un état plus ancien',
  'fetching-missed': () => 'ce qui manque arrive',
  'awaits-catch-up': (percent) => `rattrapage (${percent} %)`,
  'awaits-inner-steps': () => 'ses pas internes',
  'awaits-record': () => 'sa note du dernier pas',
  'awaits-part': () => 'sa part de la somme',
  'all-steps-done': (steps) => `les ${counted(steps)} pas sont tous faits`,
  'stopped-by-host': () => 'arrêté par l’hôte',
  diverged: () => 'les gradients ou la mise à jour n’étaient pas utilisables',
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
} satisfies typeof sayingsText;
