// The words of “One model, many tabs”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'one-model.words': {
    story: [
      'Un anneau de répliques entraîne un modèle. Chaque réplique contient tout le modèle et regarde ses propres exemples. Elle trouve la direction dans laquelle sa perte baisse : son gradient. L’anneau fait la moyenne de tous les gradients, et chaque réplique fait le même pas.',
      'Ici, un anneau s’entraîne d’abord. Puis une réplique seule entraîne le même modèle à partir du même départ. Vous choisissez combien d’exemples chacun regarde par pas.',
    ],
    task: 'Choisissez les réglages pour que les deux courbes soient les mêmes à 0.0001 près, à chacun d’au moins 100 pas. Il y a plus d’une solution.',
    teacher: {
      goal: 'Les élèves savent dire pourquoi N répliques avec b exemples chacune font le même pas qu’une réplique avec N · b exemples, et pourquoi les résultats diffèrent quand même dans les derniers chiffres.',
      before:
        'Ouvrez la leçon sur un appareil et exécutez-la une fois. Une fois chargée, elle n’a pas besoin de réseau. Dessinez deux cases au tableau : « 4 répliques × 8 exemples » et « 1 réplique × 32 exemples ».',
      short: [
        [3, 'Montrez les deux cases. Demandez : laquelle apprend le plus en un pas ?'],
        [4, 'Chacun prédit, puis exécute les réglages avec lesquels la page s’ouvre.'],
        [5, 'Demandez pourquoi les courbes diffèrent. Recueillez les idées sans les juger.'],
        [5, 'Chacun travaille sur le défi.'],
        [3, 'Écrivez b · N au tableau. Un élève explique la règle en une phrase.'],
      ],
      long: [
        [5, 'Montrez les deux cases. Demandez : laquelle apprend le plus en un pas ?'],
        [
          7,
          'Calculez à la main : la moyenne de 2, 4, 6 et 8 en une fois, puis comme moyenne de deux moyennes.',
        ],
        [5, 'Chacun prédit, puis exécute les réglages avec lesquels la page s’ouvre.'],
        [10, 'Chacun travaille sur le défi, puis trouve une deuxième façon de le réussir.'],
        [
          8,
          'Regardez les empreintes. Toutes les répliques de l’anneau ont la même, la réplique seule en a une autre. Pourquoi ?',
        ],
        [
          5,
          'Tapez 0.1 + 0.2 + 0.3 dans la console du navigateur, puis 0.3 + 0.2 + 0.1. Une calculatrice de poche compte en base dix et donne 0.6 les deux fois. Pourquoi pas un ordinateur ?',
        ],
        [
          5,
          'Chaque élève écrit une phrase : qu’est-ce qui est exact ici, et qu’est-ce qui est seulement presque égal ?',
        ],
      ],
      say: [
        'Une moyenne de moyennes est la moyenne de l’ensemble, si tous les groupes ont la même taille.',
        'Les répliques n’envoient jamais d’exemples. Elles envoient des gradients, et toutes reçoivent la même moyenne.',
        'Une empreinte est un nombre court fait de tous les poids. Si un seul bit diffère, l’empreinte diffère.',
        'Les ordinateurs arrondissent. L’ordre des additions change les derniers chiffres : deux ordres donnent donc presque la même chose, mais pas la même.',
      ],
      wrong: [
        [
          '« Plus de répliques apprennent plus vite. »',
          'En un pas, elles regardent plus d’exemples. Le pas n’en est pas plus court, et la courbe par pas est celle d’un lot plus grand.',
        ],
        [
          'Un élève réussit le défi par hasard.',
          'Demandez une deuxième combinaison qui doit marcher, avant de l’exécuter.',
        ],
        [
          'L’exécution est lente sur de vieux appareils.',
          'Choisissez 2 répliques et 100 pas. Toutes les répliques partagent cet appareil, cela ne peut donc pas aller plus vite.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'one-model.controls': {
    replicas: 'Répliques dans l’anneau',
    batch: 'Exemples par réplique et par pas',
    alone: 'Exemples par pas de la réplique seule',
    steps: 'Pas',
  } satisfies Said<typeof english.controls>,

  'one-model.labels': {
    ring: (replicas, batch) => `L’anneau : ${replicas} × ${batch} exemples`,
    alone: (batch) => `Une réplique : ${batch} exemples`,
  } satisfies Said<typeof english.labels>,

  'one-model.question': {
    text: 'De combien les deux courbes s’écartent-elles, là où elles diffèrent le plus ?',
    options: [
      ['none', 'Pas du tout : égales à chaque chiffre'],
      ['rounding', 'Moins de 0.0001 : trop peu pour le voir'],
      ['visible', '0.0001 ou plus : on peut le voir'],
    ],
  } satisfies Said<typeof english.question>,

  'one-model.figures': {
    ofReplicas: (different, replicas) =>
      different === 1
        ? `1, la même pour les ${replicas === 2 ? 'deux' : replicas}`
        : `${different} différentes pour ${replicas} répliques`,
    inRing: 'Exemples par pas de l’anneau',
    alone: 'Exemples par pas de la réplique seule',
    difference: 'Plus grand écart',
    where: (step) => `au pas ${step}`,
    ringDigests: 'Empreintes dans l’anneau',
    aloneDigest: 'Empreinte de la réplique seule',
  } satisfies Said<typeof english.figures>,

  'one-model.explanation': {
    agree: (replicas, digest, step) =>
      `Après le pas ${step}, les ${replicas === 2 ? 'deux' : replicas} répliques de l’anneau avaient la même empreinte, ${digest} : leurs poids sont égaux à chaque bit. Chacune a reçu la même somme et fait la même mise à jour.`,
    disagree: (different) =>
      `Les répliques de l’anneau avaient ${different} empreintes différentes. Cela ne doit pas arriver : signalez-le, s’il vous plaît.`,
    same: (product, total) =>
      `${product} = ${total} : les deux ont donc pris à chaque pas la même moyenne sur les mêmes exemples. La moyenne des moyennes de groupes égaux est la moyenne de l’ensemble.`,
    rounding: (largest) =>
      `Et pourtant, les courbes s’écartent d’au plus ${largest}. L’anneau additionne les mêmes nombres dans un autre ordre, et chaque addition d’un ordinateur arrondit. Les derniers chiffres diffèrent donc, et les empreintes de l’anneau et de la réplique seule aussi.`,
    equal: 'Cette fois, même les pertes sont égales à chaque chiffre.',
    other: (product, total, alone) =>
      `${product} = ${total}, et la réplique seule en a pris ${alone}. Ce sont des moyennes sur des nombres d’exemples différents : les pas diffèrent donc, et bientôt les modèles aussi.`,
  } satisfies Said<typeof english.explanation>,

  'one-model.challenge': {
    met: (largest, steps) => `Les courbes s’écartent d’au plus ${largest}, sur ${steps} pas.`,
    apart: (largest) =>
      `Les courbes s’écartent jusqu’à ${largest}. Comparez combien d’exemples chaque pas utilise.`,
    short: (steps) => `L’essai s’est arrêté après ${steps} pas. Il en faut au moins 100.`,
  } satisfies Said<typeof english.challenge>,
};
