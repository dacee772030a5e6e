// The words of “When it stops”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'when-it-stops.words': {
    story: [
      'Ce que vous avez vu jusqu’ici est le parallélisme de données : chaque appareil contient tout le modèle et prend d’autres exemples. Il a trois limites. La mémoire : le modèle, son gradient et l’état de l’optimiseur doivent tenir dans chaque appareil. La communication : le gradient doit voyager à peu près dans le temps de calcul d’un pas. Le lot : chaque appareil ajoute ses exemples, et au-delà d’un certain lot, plus d’exemples par pas aident peu.',
      'Le parallélisme de données partagé (ZeRO, FSDP) desserre la première limite. Les appareils se partagent l’état de l’optimiseur, et au dernier stade aussi le gradient et les poids. Un appareil va alors chercher les poids d’une couche quand il en a besoin, avec jusqu’à moitié plus d’octets à envoyer. Cette leçon ne le compte pas.',
      'Ce qui aide au-delà, c’est de partager chaque modèle entre les appareils d’un groupe. Le parallélisme de tenseurs partage chaque couche : chaque appareil a une partie de chaque matrice. Le parallélisme de pipeline donne à chaque appareil quelques-unes des couches. Les groupes sont alors les répliques.',
      'Ici, rien n’est entraîné : la page calcule, avec les mêmes formules que le calculateur de réseau.',
    ],
    task: 'Entraînez le modèle de 70 milliards de paramètres sur 4 096 appareils, sans rencontrer aucune des trois limites.',
    teacher: {
      goal: 'Les élèves savent nommer les trois limites du parallélisme de données, dire laquelle un réglage rencontre, et dire ce que partagent à la place les parallélismes de tenseurs et de pipeline.',
      before: 'Chacun devrait avoir fait « Le lot effectif ». Écrivez les trois limites au tableau.',
      short: [
        [5, 'Combien de mémoire faut-il pour entraîner un modèle ? Comptez : 16 octets par paramètre.'],
        [4, 'Chacun prédit et calcule le premier réglage.'],
        [7, 'Chacun travaille sur le défi.'],
        [4, 'Quelle limite est venue en premier, en deuxième, en troisième ?'],
      ],
      long: [
        [6, 'Combien de mémoire faut-il pour entraîner un modèle ? Comptez : 16 octets par paramètre.'],
        [6, 'Chacun prédit et calcule le premier réglage, puis le plus petit modèle.'],
        [
          12,
          'Chacun travaille sur le défi, d’abord sur papier : combien d’appareils doivent se partager un modèle ?',
        ],
        [
          8,
          'Dessinez une matrice et coupez-la (tenseurs), dessinez des couches et distribuez-les (pipeline). Qu’est-ce qui doit voyager maintenant ?',
        ],
        [6, 'Ouvrez le calculateur de réseau avec les mêmes chiffres et regardez les pas locaux.'],
        [
          7,
          'Chaque élève écrit ce qu’une classe de trente portables peut entraîner, et quelle limite l’arrête.',
        ],
      ],
      say: [
        '16 octets par paramètre : 2 pour le poids, 2 pour son gradient, 12 pour l’optimiseur (arXiv 1910.02054).',
        'Une somme coûte à chaque appareil près de deux fois le gradient, quel que soit le nombre d’appareils.',
        'Le lot grandit avec les répliques. Au-delà du lot où la moyenne cesse d’aider, des répliques de plus sont gaspillées.',
        'Dans un groupe, les activations voyagent plusieurs fois à chaque pas. Un groupe a donc besoin d’un réseau rapide ; en général, c’est une seule armoire.',
      ],
      wrong: [
        [
          '« Il suffit d’ajouter des appareils. »',
          'C’est la limite du lot. Faites-leur regarder les exemples d’un pas.',
        ],
        [
          '« Alors il faut toujours partager le modèle. »',
          'Ici, le partage paraît gratuit, parce que ce qui voyage dans un groupe n’est pas compté. Dites-le.',
        ],
        [
          'Les chiffres diffèrent d’un entraînement publié.',
          'Ce sont des estimations avec des hypothèses dites : le recouvrement, la vitesse et le lot utile changent d’un entraînement à l’autre.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'when-it-stops.controls': {
    billion: (count) => `${count} ${Number(count) < 2 ? 'milliard' : 'milliards'}`,
    model: 'Paramètres du modèle',
    devices: 'Appareils, chacun avec 80 Go',
    group: 'Appareils qui partagent un modèle',
    line: 'Ligne de chaque appareil',
  } satisfies Said<typeof english.controls>,

  'when-it-stops.options': {
    group: [
      ['1', '1 : non partagé'],
      ['8', '8'],
      ['64', '64'],
      ['512', '512'],
    ],
  } satisfies Said<typeof english.options>,

  'when-it-stops.question': {
    text: 'Quelle limite ce réglage rencontrera-t-il en premier ?',
    options: [
      ['none', 'Aucune'],
      ['memory', 'La mémoire : le modèle ne tient pas'],
      ['communication', 'La communication : les appareils attendent surtout'],
      ['batch', 'Le lot : plus d’exemples que ce qui aide'],
      ['impossible', 'C’est impossible : un groupe demande plus d’appareils qu’il n’y en a'],
    ],
  } satisfies Said<typeof english.question>,

  'when-it-stops.figures': {
    devices: 'Appareils',
    group: 'Appareils d’un groupe',
    memory: 'Mémoire sur chaque appareil',
    replicas: 'Répliques',
    batch: 'Tokens par pas',
    compute: 'Calcul d’un pas',
    sum: 'Somme des gradients',
    busy: 'Temps passé à calculer',
  } satisfies Said<typeof english.figures>,

  'when-it-stops.bars': {
    title: 'Usage de chaque limite',
    memory: 'Mémoire',
    communication: 'Attente',
    batch: 'Lot',
  } satisfies Said<typeof english.bars>,

  'when-it-stops.explanation': {
    memory: (need, parts) =>
      `Mémoire : 16 octets par paramètre, sur ${parts}, font ${need} sur chaque appareil. Il y a 80 Go, et les activations en prennent aussi.`,
    communication: (sum, compute, busy) =>
      `Communication : une somme prend ${sum}, le calcul d’un pas ${compute}. Deux tiers du calcul peuvent cacher une somme. Les appareils calculent pendant ${busy} du temps ; en dessous de la moitié, cela compte comme la limite.`,
    batch: (tokens, replicas) =>
      `Lot : ${replicas} avec 8 192 tokens chacune font ${tokens} tokens par pas. Hypothèse : au-delà de 4 millions, un lot plus grand aide peu. Les grands entraînements publiés en utilisent un à quelques millions ; cela dépend du modèle et de sa perte.`,
    split:
      'Non compté : ce qui voyage dans un groupe. Avec le parallélisme de tenseurs, les activations sont additionnées à chaque couche. Avec celui de pipeline, elles passent d’appareil en appareil, et certains attendent au début et à la fin d’un pas.',
    oneDevice: 'un appareil',
    manyDevices: (count) => `${count} appareils`,
    oneReplica: 'une réplique',
    manyReplicas: (count) => `${count} répliques`,
    impossible: (group, devices) =>
      `Un groupe demande ${group} appareils, et il n’y en a que ${devices}. Il n’y a donc même pas une réplique, et rien ne peut être entraîné.`,
  } satisfies Said<typeof english.explanation>,

  'when-it-stops.challenge': {
    met: 'Le modèle tient, les appareils calculent la plupart du temps, et le lot aide encore.',
    other: 'Le défi demande 70 milliards de paramètres sur 4 096 appareils.',
    memory: 'Le modèle ne tient pas.',
    communication: 'Les appareils attendent surtout des sommes.',
    batch: 'Le lot est plus grand que ce qui aide.',
  } satisfies Said<typeof english.challenge>,
};
