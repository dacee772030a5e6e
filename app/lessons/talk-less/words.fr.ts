// The words of “Talk less”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'talk-less.words': {
    story: [
      'D’habitude, les répliques additionnent leurs gradients après chaque pas. Elles peuvent aussi parler moins : chacune s’entraîne seule pendant quelques pas, ses pas locaux, puis elles font la moyenne du chemin que chacune a fait.',
      'Moins de sommes, c’est moins d’octets. Mais pendant qu’elles s’entraînent seules, les répliques dérivent, et la moyenne de modèles très éloignés peut n’être bonne à rien.',
      'Quand chaque réplique s’entraîne sur des exemples qui ne quittent jamais son appareil, c’est l’apprentissage fédéré : la moyenne fédérée, ce sont des pas locaux sur les exemples de chacune, et une moyenne où chacune compte selon le nombre de ses exemples.',
      'Trois répliques s’entraînent d’abord avec une somme après chaque pas. Puis elles s’entraînent de nouveau pendant autant de pas, avec autant de pas locaux entre deux sommes que vous le choisissez.',
    ],
    task: 'Envoyez au plus un vingtième des octets, et finissez avec une perte au moins 25 % en dessous de celle d’une somme après chaque pas.',
    teacher: {
      goal: 'Les élèves savent dire ce que les pas locaux économisent, ce qu’est la dérive, et pourquoi il y a un meilleur nombre de pas locaux, et non « plus il y en a, mieux c’est ».',
      before:
        'Exécutez la leçon avec 192 pas locaux, une fois avec chaque méthode : il n’y a que deux sommes dans tout l’essai, et les deux anneaux restent en arrière. Gardez les résultats pour la discussion.',
      short: [
        [
          4,
          'Quatre élèves préparent une affiche. Comparez : ils s’accordent sur chaque mot ; ils se voient toutes les dix minutes ; ils se voient une fois.',
        ],
        [4, 'Chacun prédit et exécute 4 pas locaux.'],
        [8, 'Chacun travaille sur le défi.'],
        [
          4,
          'Recueillez les résultats des deux méthodes pour chaque nombre de pas locaux. Où est le meilleur ?',
        ],
      ],
      long: [
        [5, 'Quatre élèves préparent une affiche, avec beaucoup de rencontres, quelques-unes, et une seule.'],
        [6, 'Chacun prédit et exécute 4 pas locaux.'],
        [12, 'Chacun travaille sur le défi.'],
        [
          8,
          'Dessinez au tableau : les pas locaux vers la droite, la perte vers le haut, un point par élève.',
        ],
        [
          8,
          'Comparez les deux méthodes : avec DiLoCo, le changement moyen devient le pas d’un deuxième optimiseur, avec inertie. Pourquoi cela peut-il aider ?',
        ],
        [
          6,
          'Chaque élève écrit combien de pas locaux un anneau sur Internet devrait prendre, et ce qu’il mesurerait d’abord.',
        ],
      ],
      say: [
        'Parler moins n’est pas travailler moins : les répliques calculent autant qu’avant.',
        'Entre deux sommes, chaque réplique ne voit que ses propres exemples et suit son propre chemin.',
        'Les octets d’une somme ne dépendent pas du nombre de pas qui l’ont précédée. Deux fois moins de sommes, c’est donc deux fois moins d’octets.',
        'La courbe a un point par somme : la perte du modèle moyen, avant ses pas locaux. Avec 192 pas locaux, il y en a deux. La perte à la fin est celle de la dernière moyenne, sur des exemples avec lesquels aucune réplique ne s’est entraînée.',
      ],
      wrong: [
        [
          '« Avec des pas locaux, la perte est plus basse ! »',
          'Avec DiLoCo, c’est possible. Le gain vient de son inertie, pas de parler moins. Demandez si cela reste vrai avec 192 pas locaux.',
        ],
        [
          'Un élève choisit tout de suite le plus grand nombre de pas locaux.',
          'Bien : faites-lui voir que les octets sont peu nombreux, et comparer la perte.',
        ],
        ['La courbe est courte.', 'Elle a un point par somme. Le nombre de pas à l’intérieur est le même.'],
      ],
    },
  } satisfies Said<typeof english.words>,

  'talk-less.controls': {
    inner: 'Pas locaux entre deux sommes',
    method: 'Le changement moyen est',
    batch: 'Exemples par réplique et par pas',
  } satisfies Said<typeof english.controls>,

  'talk-less.options': {
    method: [
      ['average', 'pris tel quel (SGD local)'],
      ['nesterov', 'un pas avec inertie (DiLoCo)'],
    ],
  } satisfies Said<typeof english.options>,

  'talk-less.labels': {
    every: 'Une somme après chaque pas',
    local: (inner) => (inner === '1' ? 'Une somme après 1 pas local' : `Une somme après ${inner} pas locaux`),
  } satisfies Said<typeof english.labels>,

  'talk-less.question': {
    text: 'Comment sera la perte à la fin, à côté de celle d’une somme après chaque pas ?',
    options: [
      ['lower', 'Plus basse de plus de 10 %'],
      ['equal', 'La même à 10 % près'],
      ['higher', 'Plus haute de plus de 10 %'],
    ],
  } satisfies Said<typeof english.question>,

  'talk-less.figures': {
    barTitle: 'Octets qu’une réplique a envoyés en tout',
    sums: 'Sommes : avant, les vôtres',
    bytes: 'Octets en tout : avant, les vôtres',
    share: 'Part des octets',
    loss: 'Perte de validation à la fin : avant, la vôtre',
  } satisfies Said<typeof english.figures>,

  'talk-less.explanation': {
    sums: (steps, sums, share) =>
      `Les deux anneaux ont fait ${steps} pas. Sommes du vôtre : ${sums} ; une réplique a envoyé ${share} des octets.`,
    few: (sums) =>
      `Il n’y a eu que ${sums} sommes. Entre elles, chaque réplique s’est entraînée longtemps seule, sur son propre chemin, et la moyenne de modèles très éloignés vaut moins.`,
    good: 'Entre deux sommes, les répliques n’ont pas beaucoup dérivé : la moyenne de leurs changements était donc encore un bon pas pour toutes.',
    same: 'Une moyenne après chaque pas local revient à une somme après chaque pas : les courbes se superposent.',
    asOften:
      'L’anneau a parlé aussi souvent que celui d’avant. Ce qui distingue les deux vient donc de l’inertie seule.',
    lower:
      'Il est allé plus loin qu’avec une somme après chaque pas, alors que les répliques ont moins parlé.',
    momentum:
      'Avec DiLoCo, le changement moyen est traité comme un gradient : un optimiseur externe avec inertie fait le pas. L’inertie prolonge les changements des sommes d’avant, et ses pas sont donc plus longs : le gain vient de là, pas de parler moins. Avec peu de sommes, il y a peu à prolonger.',
    higher:
      'Chaque réplique a suivi son propre chemin entre deux sommes. La moyenne de leurs changements a mené le modèle moins loin qu’autant de pas faits ensemble.',
  } satisfies Said<typeof english.explanation>,

  'talk-less.challenge': {
    met: (share, loss) => `${share} des octets, et une perte ${loss} celle d’une somme après chaque pas.`,
    bytes: (share) => `Vous envoyez encore ${share} des octets.`,
    loss: (loss) =>
      `Les octets sont assez peu nombreux, mais la perte est ${loss} celle d’une somme après chaque pas.`,
    above: (percent) => `${percent} au-dessus de`,
    below: (percent) => `${percent} en dessous de`,
  } satisfies Said<typeof english.challenge>,
};
