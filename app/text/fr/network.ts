// The French text of: network.
import { plural } from '../language';
import type { networkText } from '../network';

export const network = {
  titles: { lan: 'LAN', wifi: 'Wi-Fi', home: 'Maison', slow: 'Lent', bad: 'Mauvais' },
  named: (title, line) => `${title}\u202f: ${line}`,
  jitter: (ms) => `gigue ${ms} ms`,
  loss: (percent) => `${percent} % de perte`,
  carries: (rate) => `porte ${rate}`,
  notEmulated: 'non émulée',
  moreEdges: (count) => `${count} ${plural(count, { one: 'autre arête', other: 'autres arêtes' })}`,
  rateLimits: 'Le débit va de 0.35 Mbit/s à 10 Gbit/s.',
  delayLimits: 'Le délai va de 0 à 400 ms.',
  jitterLimits: 'La gigue va de 0 à 200 ms.',
  lossLimits: 'La perte va de 0 à 20 %.',
  carriesTooLittle:
    'Avec cette perte et ce délai, la ligne porterait moins de 0.35 Mbit/s, trop peu pour un anneau.',
} satisfies typeof networkText;
