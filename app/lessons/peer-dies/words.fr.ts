// The words of “A peer dies”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'peer-dies.words': {
    story: [
      'Un capot se ferme, une batterie est vide, le Wi-Fi disparaît : dans une classe, il y a toujours un appareil qui lâche. Les autres attendent sa part de la somme, et elle n’arrive jamais.',
      'Les autres doivent le remarquer, s’accorder sur ceux qui restent, et continuer ensemble à partir des mêmes poids. Un onglet fermé proprement dit au revoir. Un onglet qui plante ne dit rien, et le silence doit durer un moment avant de compter.',
      'Ici, un anneau s’entraîne, et au milieu de l’essai sa dernière réplique s’arrête.',
    ],
    task: 'Faites disparaître une réplique sans un mot, et gardez le même lot effectif avant et après. Aucun pas ne doit être perdu, et toutes celles qui restent doivent avoir la même empreinte.',
    teacher: {
      goal: 'Les élèves savent dire comment un anneau remarque une mort, pourquoi rien de ce qui est appris n’est perdu, et ce qui arrive au lot effectif.',
      before:
        'Ouvrez une salle sur deux ou trois appareils, pour pouvoir fermer un vrai capot après la leçon. La leçon elle-même demande un seul appareil.',
      short: [
        [
          4,
          'Six élèves forment un cercle et se passent des nombres. Retirez-en un. Que font les autres, et quand ?',
        ],
        [4, 'Chacun prédit et exécute l’au revoir.'],
        [4, 'Chacun prédit et exécute la mort silencieuse. Comparez les pauses.'],
        [5, 'Chacun travaille sur le défi.'],
        [3, 'Demandez : qu’est-ce qui serait perdu si une seule réplique avait le modèle ?'],
      ],
      long: [
        [6, 'Le cercle, avec un élève qui part en le disant, et un autre qui se tait.'],
        [6, 'Chacun prédit et exécute l’au revoir.'],
        [6, 'Chacun prédit et exécute la mort silencieuse. Comparez les pauses.'],
        [10, 'Chacun travaille sur le défi.'],
        [
          9,
          'Dans une vraie salle : fermez le capot d’un appareil qui s’entraîne. Regardez la liste des membres et la courbe.',
        ],
        [8, 'Discutez : un silence d’une seconde, ou de dix ? Qu’est-ce qui tourne mal avec chacun ?'],
      ],
      say: [
        'Chaque réplique contient tout le modèle : celle qui meurt n’emporte donc rien.',
        'Personne ne peut distinguer un appareil mort d’un appareil lent. On peut seulement attendre un certain temps.',
        'Il doit rester plus de la moitié pour continuer. Sinon, deux moitiés pourraient continuer toutes les deux, et il y aurait deux modèles.',
        'Un pas compte quand tous l’ont. Un pas interrompu est refait, sans la réplique qui n’est plus là.',
      ],
      wrong: [
        [
          '« La perte saute après la mort. »',
          'Si le lot est devenu plus petit, la perte de chaque pas est plus bruitée. Le modèle est le même.',
        ],
        [
          'La pause change d’un essai à l’autre.',
          'Les appareils se demandent plusieurs fois s’ils sont là avant d’en dire un perdu. Comparez l’ordre de grandeur, pas les chiffres.',
        ],
        [
          'Dans une vraie salle, la pause est plus longue.',
          'Un capot fermé arrête le réseau plus tard que la page. Ce qui compte, c’est quand les autres en ont eu des nouvelles pour la dernière fois.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'peer-dies.controls': {
    replicas: 'Répliques au départ',
    how: 'La dernière réplique',
    batch: 'Le lot',
  } satisfies Said<typeof english.controls>,

  'peer-dies.options': {
    how: [
      ['goodbye', 'dit au revoir'],
      ['vanish', 'disparaît sans un mot'],
    ],
    batch: [
      ['grow', '16 exemples chacune'],
      ['fixed', '48 en tout, partagés'],
    ],
  } satisfies Said<typeof english.options>,

  'peer-dies.labels': {
    ring: (replicas) => `${replicas} répliques, puis une de moins`,
  } satisfies Said<typeof english.labels>,

  'peer-dies.question': {
    text: 'Combien de temps l’anneau s’arrête-t-il quand la réplique disparaît ?',
  } satisfies Said<typeof english.question>,

  'peer-dies.figures': {
    pause: 'Plus longue pause autour de la mort',
    usual: 'Un pas habituel',
    members: 'Répliques : avant, après',
    batch: 'Lot effectif : avant, après',
    lost: 'Pas perdus',
    digests: 'Empreintes à la fin',
    ofReplicas: (different, replicas) =>
      different === 1
        ? `1, la même pour les ${replicas === 2 ? 'deux' : replicas}`
        : `${different} différentes pour ${replicas} répliques`,
  } satisfies Said<typeof english.figures>,

  'peer-dies.explanation': {
    goodbye: (pause) =>
      `Avec un au revoir, les autres l’ont su tout de suite. Elles se sont accordées sur un nouvel anneau et ont continué après ${pause}.`,
    vanish: (pause) =>
      `Personne n’a rien dit. Chaque réplique envoie un signe de vie plusieurs fois par seconde, et les autres ont attendu de n’en plus avoir reçu depuis trop longtemps. Puis elles se sont accordées pour dire qu’elle n’est plus là. L’anneau s’est arrêté pendant ${pause}.`,
    none: 'L’essai s’est terminé avant que les autres aient remarqué la mort. On ne sait rien de la pause.',
    kept: (before, after) =>
      `Aucun pas n’a été perdu : les pas d’avant et d’après se suivent sans trou. Celles qui restaient avaient tous les poids : ${after} sur ${before} suffisaient donc pour continuer. Un pas interrompu est additionné de nouveau, sans la réplique qui n’est plus là.`,
    shrank: (before, after) =>
      `Chaque réplique prend ses propres 16 exemples : le lot effectif est donc passé de ${before} à ${after}.`,
    fixed: (batch) =>
      `Le lot de ${batch} est pour tout l’anneau : les autres se sont donc partagé les exemples de la réplique qui n’est plus là.`,
  } satisfies Said<typeof english.explanation>,

  'peer-dies.challenge': {
    met: 'Le lot est resté, aucun pas n’a été perdu, et toutes celles qui restent sont égales à chaque bit.',
    goodbye: 'La réplique a dit au revoir. Le défi en demande une qui disparaît.',
    batch: (before, after) => `Le lot effectif est passé de ${before} à ${after}.`,
    unnoticed: 'L’essai était fini avant que les autres aient remarqué la mort.',
    lost: 'Il manque un pas, ou les empreintes diffèrent. Cela ne doit pas arriver : signalez-le, s’il vous plaît.',
  } satisfies Said<typeof english.challenge>,
};
