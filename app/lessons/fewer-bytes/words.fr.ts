// The words of “Fewer bytes”, in French.
import type { Said } from '../../text/language';
import type * as english from './words';

export const fr = {
  'fewer-bytes.words': {
    story: [
      'À chaque pas, chaque réplique envoie un gradient : un nombre pour chaque poids du modèle. Un nombre prend d’habitude quatre octets. Un codec l’écrit avec moins : avec deux octets, avec un, avec un demi, comme un simple signe, ou seulement les plus grands nombres de tous.',
      'Ce qu’un codec omet n’est pas perdu : la réplique le garde et l’ajoute à son prochain gradient. Cela s’appelle le report d’erreur (error feedback).',
      'Un anneau de trois répliques s’entraîne d’abord avec quatre octets par nombre. Puis il s’entraîne de nouveau, avec votre codec.',
    ],
    task: 'Envoyez au plus un quart des octets, et finissez avec une perte qui dépasse d’au plus 5 % celle de quatre octets par nombre.',
    teacher: {
      goal: 'Les élèves savent dire pourquoi moins d’octets rendent un pas plus rapide sur une ligne lente, ce qu’un codec omet, et ce que l’entraînement en supporte.',
      before:
        'Exécutez la leçon une fois avec le codec « int4 ». On croirait qu’il envoie un huitième des octets, mais non. Vous demanderez pourquoi.',
      short: [
        [4, 'Écrivez 0.3172 au tableau. Demandez comment le dire en moins de chiffres, et ce qui est perdu.'],
        [5, 'Chacun prédit les octets de « int8 » et l’exécute.'],
        [7, 'Chacun travaille sur le défi.'],
        [
          4,
          'Demandez pourquoi un demi-octet par nombre n’est pas un huitième de tous les octets. Comptez ce qui est envoyé en plus.',
        ],
      ],
      long: [
        [5, 'Écrivez 0.3172 au tableau. Demandez comment le dire en moins de chiffres, et ce qui est perdu.'],
        [
          8,
          'Un jeu : quatre élèves font la moyenne de quatre nombres, puis de ces nombres arrondis à l’entier, puis en reportant l’arrondi sur le tour suivant.',
        ],
        [6, 'Chacun prédit les octets de « int8 » et l’exécute.'],
        [12, 'Chacun travaille sur le défi, puis compare les pertes des codecs avec le moins d’octets.'],
        [
          8,
          'Pourquoi un demi-octet par nombre n’est-il pas un huitième de tous les octets ? Comptez les fiches, les trames et les échelles.',
        ],
        [6, 'Chaque élève écrit quel codec une salle en Wi-Fi lent devrait prendre, et pourquoi.'],
      ],
      say: [
        'Un gradient est une direction. Une direction approximative suffit pour un pas, si les erreurs ne s’accumulent pas.',
        'Le report d’erreur se souvient de ce qui a été omis. Tôt ou tard, c’est envoyé. Ce qui est envoyé tard aide tard.',
        'Chaque message a une enveloppe. Avec de petits gradients, les enveloppes pèsent plus que les lettres.',
        'Toutes les répliques décodent les mêmes octets : elles restent donc égales à chaque bit, si grossier que soit le codec.',
      ],
      wrong: [
        [
          '« La perte est même plus basse avec moins d’octets. »',
          'De petites différences sont du bruit. Entraînez avec un autre nombre de pas, et elles peuvent s’inverser.',
        ],
        [
          '« Alors on prend toujours le moins d’octets. »',
          'Les entraînements plus longs sont plus sensibles, et encoder prend du temps. Sur une ligne rapide, on n’y gagne rien.',
        ],
        [
          'Un élève attend exactement une moitié ou un huitième.',
          'Faites-lui regarder les octets par nombre dans l’explication, et demandez ce qui voyage en plus.',
        ],
      ],
    },
  } satisfies Said<typeof english.words>,

  'fewer-bytes.controls': {
    codec: 'Chaque nombre est envoyé sur',
    width: 'Nombres dans le gradient',
    steps: 'Pas',
  } satisfies Said<typeof english.controls>,

  'fewer-bytes.options': {
    codec: [
      ['f32', '4 octets'],
      ['fp16', '2 octets (fp16)'],
      ['int8', '1 octet (int8)'],
      ['int4', 'un demi-octet (int4)'],
      ['sign', '1 bit : son signe'],
      ['top-k', 'rien, sauf les 1.6 % plus grands (top-k)'],
    ],
  } satisfies Said<typeof english.options>,

  'fewer-bytes.labels': {
    plain: 'Quatre octets par nombre',
    same: 'La même chose encore une fois',
    coded: (codec) => `Avec le codec ${codec}`,
  } satisfies Said<typeof english.labels>,

  'fewer-bytes.question': {
    text: 'Combien d’octets seront envoyés, en pourcentage de ceux à quatre octets par nombre ?',
  } satisfies Said<typeof english.question>,

  'fewer-bytes.figures': {
    barTitle: 'Octets qu’une réplique envoie par pas',
    bytes: 'Octets par pas : sans codec, les vôtres',
    share: 'Part des octets',
    perNumber: 'Octets par nombre : sans codec, les vôtres',
    loss: 'Perte de validation à la fin : sans codec, la vôtre',
  } satisfies Said<typeof english.figures>,

  'fewer-bytes.explanation': {
    sent: (bytes, share) => `Une réplique a envoyé ${bytes} par pas, ${share} de ce qu’il faut sans codec.`,
    envelope: (records) =>
      `Tout n’est pas du gradient. Autour de chaque partie d’un gradient, il y a un en-tête, et à chaque pas, chaque membre envoie une fiche de ${records} qui dit ce qu’il a et ce qu’il prévoit. Un codec ne les réduit pas.`,
    ring: 'Avec trois répliques, un anneau envoie quatre tiers du gradient depuis chacune : deux tiers pendant que les parts s’additionnent, deux tiers pour partager les sommes.',
    gathered:
      'Les signes et les plus grands nombres ne peuvent pas s’additionner en route. Chaque réplique envoie les siens à toutes les autres, et chacune les additionne.',
    loss: (difference) => `La perte à la fin est ${difference} celle de l’essai sans codec.`,
    late: (steps) =>
      `Le codec a gardé beaucoup, et l’a envoyé plus tard, ou pas avant la fin. En ${steps} pas, l’anneau est donc allé moins loin.`,
    plain:
      'Quatre octets par nombre, c’est aussi ce qu’envoie l’essai sans codec. Les deux essais sont égaux à chaque bit.',
  } satisfies Said<typeof english.explanation>,

  'fewer-bytes.difference': {
    none: (percent) => `à moins de ${percent} de`,
    above: (percent) => `${percent} au-dessus de`,
    below: (percent) => `${percent} en dessous de`,
  } satisfies Said<typeof english.difference>,

  'fewer-bytes.challenge': {
    met: (share, loss) => `${share} des octets, et une perte ${loss} celle de l’essai sans codec.`,
    bytes: (share) => `Vous envoyez encore ${share} des octets.`,
    loss: (loss) =>
      `Les octets sont assez peu nombreux, mais la perte est ${loss} celle de l’essai sans codec.`,
  } satisfies Said<typeof english.challenge>,
};
