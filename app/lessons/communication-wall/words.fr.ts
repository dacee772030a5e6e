// The words of “The communication wall”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'communication-wall.words': {
    story: [
      'À chaque pas, deux répliques additionnent leurs gradients. Chacune envoie une fois tout le gradient : avec deux répliques, un anneau en envoie deux fois la moitié. Une ligne de 8 mégabits par seconde porte un mégaoctet par seconde.',
      'De plus, chaque message est en route pendant un certain temps, si court soit-il : c’est la latence. Ici, elle est de 5 millisecondes. Une somme à deux prend deux messages à la suite, et avant elle, les répliques échangent une courte fiche.',
      'Ici, les deux répliques sont dans cette page, et le programme ralentit la ligne entre elles. Choisissez, calculez, prédisez, puis mesurez.',
    ],
    task: 'Sur une ligne d’au plus 5 Mbit/s, entraînez le modèle de 17 154 paramètres avec un pas d’au plus 80 ms.',
    teacher: {
      goal: 'Les élèves savent calculer le temps d’une somme à partir de la taille du modèle et de la ligne, et dire quand un appareil plus rapide n’aide pas.',
      before:
        'Mesurez le débit montant du réseau de la classe avec n’importe quel test de débit, et écrivez-le au tableau.',
      short: [
        [4, 'Combien de temps prend une photo de 5 mégaoctets à 8 mégabits par seconde ? Calculez ensemble.'],
        [5, 'Chacun calcule le pas du premier réglage, prédit et exécute.'],
        [7, 'Chacun travaille sur le défi.'],
        [
          4,
          'Lisez la dernière ligne de l’explication : sept milliards de paramètres. Combien de temps faudrait-il ici ?',
        ],
      ],
      long: [
        [5, 'Combien de temps prend une photo de 5 mégaoctets à 8 mégabits par seconde ?'],
        [8, 'Chacun calcule le pas du premier réglage, prédit et exécute.'],
        [10, 'Chacun travaille sur le défi.'],
        [
          8,
          'Rendez la ligne plus rapide, peu à peu. Quand le pas cesse-t-il de raccourcir ? C’est la latence.',
        ],
        [
          8,
          'Ouvrez le calculateur de réseau avec le préréglage de sept milliards de paramètres. Quel mur rencontre-t-il ?',
        ],
        [6, 'Chaque élève écrit ce que le réseau de la classe pourrait entraîner.'],
      ],
      say: [
        'Ce qu’une réplique envoie, l’autre l’attend : la barre « Envoi et attente » est un seul transfert, vu des deux bouts.',
        'Avec 100 Mbit/s et 4 096 exemples, les répliques calculent surtout. Là, un appareil plus rapide aiderait.',
        'Un bit n’est pas un octet : 8 bits font un octet.',
        'Un pas dure aussi longtemps que son calcul, le transfert et les latences réunis, si rien n’est caché derrière autre chose.',
        'Un appareil dix fois plus rapide ne raccourcit que le calcul. Regardez les barres : combien serait-ce ?',
        'Les grands modèles sont entraînés sur des réseaux très rapides, ou bien ils envoient moins.',
      ],
      wrong: [
        ['La prédiction est fausse d’un facteur huit.', 'Bits et octets. Laissez-les le trouver eux-mêmes.'],
        [
          'Le pas mesuré est plus long que le pas calculé.',
          'La formule laisse de côté la fiche avant chaque somme, les en-têtes, et le travail d’encoder et d’additionner.',
        ],
        [
          'Un appareil lent ne peut pas réussir le défi.',
          'Son calcul est aussi dans le pas. Fermez les autres programmes, et choisissez le petit lot.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'communication-wall.controls': {
    line: 'La ligne',
    model: 'Paramètres du modèle',
    codec: 'Chaque nombre est envoyé sur',
    batch: 'Exemples par réplique et par pas',
  } satisfies Said<typeof english.controls>,

  'communication-wall.options': {
    line: (megabit) => `${megabit} Mbit/s`,
    codec: [
      ['f32', '4 octets'],
      ['int8', '1 octet'],
    ],
  } satisfies Said<typeof english.options>,

  'communication-wall.labels': {
    run: (line) => `Deux répliques, ${line} Mbit/s`,
  } satisfies Said<typeof english.labels>,

  'communication-wall.question': {
    text: 'Combien de temps durera un pas ?',
  } satisfies Said<typeof english.question>,

  'communication-wall.figures': {
    step: 'Un pas, mesuré',
    sum: 'Une somme, calculée',
    bytes: 'Octets envoyés par pas',
    compute: 'Calcul',
    waiting: 'Envoi et attente',
  } satisfies Said<typeof english.figures>,

  'communication-wall.bars': {
    title: 'Où est passé le temps d’un pas',
    other: 'Autre',
  } satisfies Said<typeof english.bars>,

  'communication-wall.explanation': {
    formula: (bytes, line, transfer, latency, sum) =>
      `La formule : ${bytes} à ${line} Mbit/s prennent ${transfer}, et deux latences prennent ${latency}. Une somme fait ${sum}.`,
    measured: (step) =>
      `On a mesuré ${step} pour un pas entier. C’est la somme, le calcul, une latence de plus pour les fiches, et ce que la formule laisse de côté : en-têtes, encodage, additions.`,
    wall: (share) =>
      `Les répliques ont calculé pendant ${share} du temps. Un processeur plus rapide ne raccourcirait que cette part : c’est le mur de la communication.`,
    noWall: (share) =>
      `Les répliques ont calculé pendant ${share} du temps : ici, c’est le processeur qui limite le pas.`,
    unknown: 'L’emploi du temps n’a pas été mesuré.',
    seven: (bytes, fast, compute, line, slow) =>
      `Un modèle de 7 milliards de paramètres a un gradient de ${bytes}, à deux octets chacun. Huit GPU à 25 Gbit/s ont besoin de ${fast} pour une somme et de ${compute} pour calculer. Sur la ligne de cette leçon, ${line} Mbit/s, une somme prendrait ${slow}.`,
  } satisfies Said<typeof english.explanation>,

  'communication-wall.challenge': {
    met: (step) => `Un pas a duré ${step}.`,
    line: 'La ligne est plus rapide que 5 Mbit/s.',
    model: 'Le défi demande le modèle de 17 154 paramètres.',
    slow: (step) => `Un pas a duré ${step}.`,
  } satisfies Said<typeof english.challenge>,

  'communication-wall.longTime': {
    hours: (count) => `${count} heures`,
    days: (count) => `${count} jours`,
  } satisfies Said<typeof english.longTime>,
};
