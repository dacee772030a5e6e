// The words of “Fuse and overlap”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'fuse-and-overlap.words': {
    story: [
      'Un gradient n’est pas une seule liste de nombres, mais plusieurs : chaque couche a une matrice de poids et une courte liste de biais. Une telle liste s’appelle un tenseur. Dans un anneau de quatre, la somme d’un tenseur prend six messages à la suite, et chacun est en route pendant le délai, si court soit-il.',
      'Fusionner, c’est mettre plusieurs tenseurs dans un paquet, pour qu’ils partagent les délais. La rétropropagation finit d’abord la dernière couche : les paquets se remplissent donc de la dernière couche à la première. Recouvrir, c’est envoyer un paquet dès qu’il est plein, pendant que la rétropropagation continue avec les couches d’avant.',
      'Chaque couche a deux tenseurs, et ses gradients prennent ensemble 58 ko. Elle calcule pendant 50 ms à l’aller et pendant 100 ms au retour (rétropropagation). Les sommes se font l’une après l’autre. Un pas est fini quand la dernière somme l’est.',
      'L’horloge de cette leçon est virtuelle : chaque appareil montre donc les mêmes temps. Les paquets, les sommes et leurs messages sont les vrais. Le programme fixe le temps de calcul d’une couche, et les lignes.',
    ],
    task: 'Sur des lignes avec un délai de 20 ms ou plus, cachez au moins 60 % du temps des sommes derrière le calcul.',
    teacher: {
      goal: 'Les élèves savent dire pourquoi beaucoup de petits messages sont lents sur une ligne rapide, pourquoi les paquets aident, et pourquoi un seul paquet ne laisse rien à recouvrir.',
      before:
        'Lisez l’explication après un essai avec chacune des trois sortes de paquets. Apportez une pile de lettres ou de bouts de papier.',
      short: [
        [
          4,
          'Faites passer dix papiers le long d’une rangée d’élèves, l’un après l’autre : le suivant part quand le dernier est revenu. Puis passez les dix d’un coup.',
        ],
        [
          4,
          'Chacun calcule le premier réglage sur papier : 32 sommes, 6 messages, 20 ms. Prédire et exécuter.',
        ],
        [8, 'Chacun travaille sur le défi.'],
        [4, 'Regardez l’image ensemble : quelle somme ne peut jamais être cachée, et pourquoi ?'],
      ],
      long: [
        [
          6,
          'Faites passer dix papiers le long d’une rangée d’élèves, l’un après l’autre : le suivant part quand le dernier est revenu. Puis passez les dix d’un coup.',
        ],
        [
          7,
          'Chacun calcule le premier réglage sur papier : 32 sommes, 6 messages, 20 ms. Prédire et exécuter.',
        ],
        [10, 'Chacun travaille sur le défi.'],
        [
          8,
          'Mettez le délai à 1 ms. Quelle sorte de paquet est la meilleure maintenant ? Pourquoi la meilleure taille dépend-elle de la ligne ?',
        ],
        [
          8,
          'Mettez la ligne à 10 Mbit/s. Qu’est-ce qui limite le pas maintenant : le nombre de sommes, ou leurs octets ? « Moins d’octets » continue à partir d’ici.',
        ],
        [6, 'Chaque élève dessine l’image d’un pas avec un paquet, avec trois et avec trente.'],
      ],
      say: [
        'Un délai est comme le chemin jusqu’à la poste : il est aussi long pour une lettre que pour cent.',
        'Fusionner rend les sommes moins nombreuses. Recouvrir les rend invisibles. Il faut les deux : un paquet unique n’est plein que quand il n’y a plus rien derrière quoi se cacher.',
        'PyTorch fait exactement cela. Son premier paquet est petit, pour que l’envoi commence tôt.',
        'Le recouvrement ne rend jamais un pas plus court que son calcul.',
      ],
      wrong: [
        [
          '« Une ligne plus rapide doit aider. »',
          'Laissez-les essayer 100 Mbit/s avec une somme par tenseur : les délais restent. Latence et débit sont deux choses différentes.',
        ],
        [
          '« Un seul paquet est le mieux : il ne paie les délais qu’une fois. »',
          'Sans recouvrement, oui. Faites-leur regarder quand ce paquet est plein.',
        ],
        [
          'L’anneau d’une salle ne montre pas ces temps.',
          'L’anneau d’une salle commence une somme pendant que d’autres voyagent encore : leurs délais passent donc ensemble. Ce que chaque somme coûte alors, c’est de traiter ses messages. Son panneau « Où passe le temps » dessine les trois mêmes parts, mesurées.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'fuse-and-overlap.controls': {
    fuse: 'Le gradient voyage en',
    overlap: 'Les sommes commencent',
    delay: 'Délai d’un message',
    line: 'Chaque ligne',
    layers: 'Couches du modèle',
  } satisfies Said<typeof english.controls>,

  'fuse-and-overlap.options': {
    fuse: [
      ['tensor', 'une somme par tenseur'],
      ['buckets', 'paquets'],
      ['one', 'un seul paquet'],
    ],
    overlap: [
      ['no', 'après la rétropropagation'],
      ['yes', 'pendant celle-ci (recouvrement)'],
    ],
    delay: (ms) => `${ms} ms`,
    line: (megabit) => `${megabit} Mbit/s`,
  } satisfies Said<typeof english.options>,

  'fuse-and-overlap.question': {
    text: 'Combien de temps durera un pas ?',
  } satisfies Said<typeof english.question>,

  'fuse-and-overlap.figures': {
    step: 'Un pas',
    compute: 'Son calcul',
    sums: 'Sommes',
    sumTime: 'Temps des sommes',
    hidden: 'Dont caché',
    messages: 'Messages d’une réplique',
  } satisfies Said<typeof english.figures>,

  'fuse-and-overlap.bars': {
    title: 'Combien de temps dure un pas',
    plain: 'Une somme par tenseur, sans recouvrement',
    own: 'Votre réglage',
    compute: 'Le calcul seul',
  } satisfies Said<typeof english.bars>,

  'fuse-and-overlap.explanation': {
    formula: (sums, delay, delays, bytes, line, transfer) =>
      `La formule : ${sums} × 6 messages × ${delay} font ${delays} de délais. Un anneau de quatre envoie une fois et demie le gradient : 1.5 × ${bytes} à ${line} Mbit/s prennent ${transfer}.`,
    oneSum: '1 somme',
    manySums: (count) => `${count} sommes`,
    exact: (time) => `Les sommes ont pris ${time}.`,
    segments: (time) =>
      `Les sommes n’ont pris que ${time} : une grande somme est coupée en segments, et l’un est en route pendant que le suivant est envoyé.`,
    tensor: (share) =>
      `Les délais en sont ${share}. Une liste de biais a 480 octets, une matrice 57 600 : les deux paient les mêmes délais. Beaucoup de petites sommes sont limitées par la latence, et une ligne plus large n’aide presque pas.`,
    narrow: (share) =>
      `Les délais n’en sont que ${share} : sur cette ligne, ce sont les octets qui prennent le temps, pas le nombre de sommes.`,
    buckets: (count) =>
      `Les tenseurs ont voyagé dans ${count} paquets : le premier contient jusqu’à 64\u00a0Kio, pour que l’envoi commence tôt, les autres jusqu’à 256\u00a0Kio. DistributedDataParallel de PyTorch fait de même, avec 1\u00a0Mio et 25\u00a0Mio par défaut, pour des gradients de beaucoup de mégaoctets sur des réseaux rapides.`,
    one: 'Un seul paquet ne paie les délais qu’une fois. Mais il n’est plein que quand le gradient de la première couche est là, tout à la fin de la rétropropagation : il ne reste rien derrière quoi le cacher.',
    noOverlap:
      'Sans recouvrement, toutes les sommes attendent la fin de la rétropropagation, et rien n’est caché.',
    overlap: (hidden, share) =>
      `Avec recouvrement, ${hidden} des sommes, soit ${share}, se sont faites pendant que la réplique calculait. Le gradient de la première couche vient en dernier : la dernière somme reste donc toujours exposée.`,
    order:
      'Ici, les sommes se font l’une après l’autre, comme les opérations collectives de DistributedDataParallel sur GPU (NCCL). Un anneau de cette application commence une somme pendant que d’autres voyagent encore : leurs délais passent donc ensemble.',
  } satisfies Said<typeof english.explanation>,

  'fuse-and-overlap.challenge': {
    met: (share) => `${share} du temps des sommes est caché.`,
    delay: 'Le défi demande un délai de 20 ms ou plus.',
    exposed: (share) => `${share} du temps des sommes est caché.`,
  } satisfies Said<typeof english.challenge>,
};
