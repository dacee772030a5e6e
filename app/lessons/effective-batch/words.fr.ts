// The words of “The effective batch”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'effective-batch.words': {
    story: [
      'Le lot effectif est le nombre d’exemples dans un pas de tout l’anneau : répliques × exemples par réplique. Plus il est grand, meilleure est la moyenne, et plus la direction du pas est sûre. Mais pour le même nombre d’exemples, il y a moins de pas.',
      'La règle linéaire dit : avec un lot k fois plus grand, faites des pas k fois plus longs. Un taux d’apprentissage est la longueur d’un pas. Un échauffement commence par des pas courts et les allonge.',
      'Une réplique s’entraîne d’abord, avec 32 exemples par pas. Puis quatre répliques s’entraînent sur autant d’exemples en tout, avec le lot que vous choisissez.',
    ],
    task: 'Entraînez avec un lot effectif de 512 de sorte qu’après le même nombre d’exemples, la perte de l’anneau dépasse d’au plus 10 % celle de la réplique seule avec 32.',
    teacher: {
      goal: 'Les élèves savent dire ce qu’est le lot effectif, pourquoi il demande un taux d’apprentissage plus élevé, pourquoi un échauffement aide, et qu’il y a une limite.',
      before:
        'Exécutez la leçon une fois avec 4 × 128 exemples et la règle, sans échauffement, au taux 0.3 : la perte explose. Gardez cela pour le milieu de la leçon.',
      short: [
        [
          3,
          'Expliquez le lot effectif par le nombre d’élèves : chacun répond à une question d’un test, puis tous font un pas.',
        ],
        [4, 'Chacun prédit et exécute 4 × 128 sans la règle.'],
        [4, 'Chacun active la règle linéaire, prédit et exécute.'],
        [6, 'Chacun travaille sur le défi.'],
        [3, 'Recueillez : quels sont les trois réglages qui ont compté, et pourquoi ?'],
      ],
      long: [
        [5, 'Expliquez le lot effectif par le nombre d’élèves.'],
        [
          6,
          'Chacun prédit et exécute 4 × 8 : autant d’exemples par pas que la réplique seule. Les courbes se superposent.',
        ],
        [6, 'Puis 4 × 128 sans la règle. Pourquoi est-il en retard ? Comptez les pas.'],
        [
          8,
          'Puis la règle linéaire au taux 0.3. Pourquoi la perte explose-t-elle ? Dessinez une vallée et un pas trop long.',
        ],
        [10, 'Chacun travaille sur le défi.'],
        [
          5,
          'Regardez l’échelle du bruit après un essai avec 4 × 8. Est-ce que 16 répliques avec 128 exemples chacune aideraient encore ?',
        ],
        [5, 'Chaque élève écrit une règle pour les réglages d’une salle de 30 appareils.'],
      ],
      say: [
        'Un lot plus grand ne regarde pas plus d’exemples en tout. Il fait des pas moins nombreux et plus sûrs.',
        'Faire la moyenne de plus d’exemples enlève du bruit. Quand il reste peu de bruit, plus de moyenne n’aide pas.',
        'L’échelle du bruit est une estimation du lot au-delà duquel un lot plus grand n’aide plus. Elle est petite au début et grandit pendant que le modèle apprend.',
        'Un pas trop long saute par-dessus la vallée et retombe plus haut que son départ.',
      ],
      wrong: [
        [
          'La perte explose, et un élève croit que le programme est cassé.',
          'C’est la leçon : les pas étaient trop longs. Demandez ce qu’il changerait.',
        ],
        [
          '« La règle est activée, et c’est quand même moins bien. »',
          'Au début, la perte est raide, et les longs pas font du mal. C’est à cela que sert l’échauffement.',
        ],
        [
          'L’échelle du bruit change d’un essai à l’autre.',
          'C’est une moyenne sur une centaine de pas environ, et elle grandit pendant que le modèle apprend. Seul son ordre de grandeur compte : des dizaines, des centaines ou des milliers. Pour un essai de 25 pas, la page n’en montre pas.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'effective-batch.controls': {
    batch: 'Exemples par réplique et par pas',
    rate: 'Taux d’apprentissage, pour 32 exemples',
    rule: 'Avec un lot plus grand, le taux',
    warmup: 'Échauffement',
  } satisfies Said<typeof english.controls>,

  'effective-batch.options': {
    batch: (each, all) => `${each} (${all} en tout)`,
    rule: [
      ['none', 'reste'],
      ['linear', 'grandit avec lui'],
    ],
    warmup: [
      ['no', 'aucun'],
      ['yes', 'sur 40 % des pas'],
    ],
  } satisfies Said<typeof english.options>,

  'effective-batch.labels': {
    one: 'Une réplique : 32 exemples',
    ring: (batch, all) => `L’anneau : 4 × ${batch} = ${all} exemples`,
  } satisfies Said<typeof english.labels>,

  'effective-batch.question': {
    text: (examples) =>
      `Après ${examples} exemples chacun, comment sera la perte de l’anneau, à côté de celle de la réplique seule ?`,
    options: [
      ['lower', 'Plus basse de plus de 10 %'],
      ['equal', 'La même à 10 % près'],
      ['higher', 'Plus haute de plus de 10 %'],
      ['exploded', 'Plus haute qu’au départ : l’entraînement a échoué'],
    ],
  } satisfies Said<typeof english.question>,

  'effective-batch.figures': {
    one: 'Perte de la réplique seule',
    ring: 'Perte de l’anneau',
    steps: 'Pas : seule, anneau',
    rate: 'Taux d’apprentissage de l’anneau',
    highest: 'Plus haute perte de l’anneau',
    noise: 'Échelle du bruit, moyenne sur environ 100 pas',
    unknown: 'pas connue',
    tooFew: 'trop peu de pas',
  } satisfies Said<typeof english.figures>,

  'effective-batch.explanation': {
    times: (factor) => `${factor} fois`,
    steps: (batch, times, one, ring) =>
      `Avec ${batch} exemples par pas, ${times} ceux de la réplique seule, les mêmes exemples ont fait ${ring} pas au lieu de ${one}.`,
    sameBatch:
      'Avec autant d’exemples par pas que la réplique seule, l’anneau fait les mêmes pas, aux arrondis près : les courbes se superposent.',
    sameWarm:
      'L’anneau a autant d’exemples par pas que la réplique seule. Seul l’échauffement diffère : pendant les premiers 40 % des pas, son taux était plus bas, et sa perte a donc baissé plus tard.',
    behind:
      'Les pas étaient aussi longs qu’avant, et il y en avait moins : l’anneau est donc allé moins loin.',
    behindWarm:
      'Les pas n’étaient pas plus longs qu’avant, plus courts pendant l’échauffement, et il y en avait moins. L’anneau est donc allé moins loin.',
    longBehind: (times, rate) =>
      `Les pas étaient jusqu’à ${times} plus longs, et pourtant l’anneau est allé moins loin. La règle linéaire ne vaut que jusqu’à un certain taux, et ${rate} est trop haut pour elle ici.`,
    keptUp: 'Des pas plus longs ont compensé leur plus petit nombre : c’est la règle linéaire.',
    stayedNear:
      'Les pas n’étaient pas plus longs, et l’anneau a suivi quand même : les derniers pas de la réplique seule apportaient peu.',
    early:
      'La perte a monté au début, là où elle est le plus raide et où les longs pas font du mal. L’anneau y a perdu du temps. Un échauffement commence par des pas courts.',
    exploded: (rate) =>
      `Des pas au taux d’apprentissage ${rate} ont sauté par-dessus la vallée et sont retombés plus haut que leur départ. La règle linéaire ne vaut que jusqu’à un certain taux : au-delà, aucun lot n’aide.`,
    noise: (scale) =>
      `L’échelle du bruit, mesurée sur les gradients de l’anneau, était d’environ ${scale} exemples : c’est une moyenne sur les 100 derniers pas environ. À partir de là, un lot allant jusqu’à cette taille aiderait encore, et un lot bien plus grand gagnerait peu.`,
    noiseOfAll: (scale, batch) =>
      `L’échelle du bruit, mesurée sur les gradients de l’anneau, était d’environ ${scale} exemples. C’est une moyenne sur tous les pas de l’essai, et au début l’échelle est petite. Elle dit donc peu de la fin, où un lot de ${batch} peut encore aider.`,
  } satisfies Said<typeof english.explanation>,

  'effective-batch.challenge': {
    met: (difference) =>
      `La perte de l’anneau est ${difference} celle de la réplique seule, avec un lot de 512.`,
    batch: (batch) => `Le lot effectif est de ${batch}. Le défi demande 512.`,
    behind: (difference) => `La perte de l’anneau est ${difference} celle de la réplique seule.`,
    above: (percent) => `${percent} au-dessus de`,
    below: (percent) => `${percent} en dessous de`,
  } satisfies Said<typeof english.challenge>,
};
