// The French text of: network.
import { plural } from '../language';
import type { networkText } from '../network';

export const network = {
  titles: { lan: 'LAN', wifi: 'Wi-Fi', home: 'Maison', slow: 'Lent', bad: 'Mauvais' },
  named: (title, line) => `${title}\u202f: ${line}`,
  jitter: (ms) => `gigue ${ms}\u00a0ms`,
  loss: (percent) => `${percent}\u00a0% de perte`,
  carries: (rate) => `porte ${rate}`,
  notEmulated: 'non émulée',
  moreEdges: (count) => `${count} ${plural(count, { one: 'autre arête', other: 'autres arêtes' })}`,
  rateLimits: 'Le débit va de 0.35\u00a0Mbit/s à 10\u00a0Gbit/s.',
  delayLimits: 'Le délai va de 0 à 400\u00a0ms.',
  jitterLimits: 'La gigue va de 0 à 200\u00a0ms.',
  lossLimits: 'La perte va de 0 à 20\u00a0%.',
  carriesTooLittle:
    'Avec cette perte et ce délai, la ligne porterait moins de 0.35\u00a0Mbit/s, trop peu pour un anneau.',
} satisfies typeof networkText;
