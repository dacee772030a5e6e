// The German text of: network.
import { plural } from '../language';
import type { networkText } from '../network';

export const network = {
  titles: { lan: 'LAN', wifi: 'WLAN', home: 'Zuhause', slow: 'Langsam', bad: 'Schlecht' },
  named: (title, line) => `${title}: ${line}`,
  jitter: (ms) => `Jitter ${ms}\u00a0ms`,
  loss: (percent) => `${percent}\u00a0% Verlust`,
  carries: (rate) => `trägt ${rate}`,
  notEmulated: 'nicht emuliert',
  moreEdges: (count) => `${count} weitere ${plural(count, { one: 'Kante', other: 'Kanten' })}`,
  rateLimits: 'Die Rate liegt zwischen 0.35\u00a0Mbit/s und 10\u00a0Gbit/s.',
  delayLimits: 'Die Verzögerung liegt zwischen 0 und 400\u00a0ms.',
  jitterLimits: 'Der Jitter liegt zwischen 0 und 200\u00a0ms.',
  lossLimits: 'Der Verlust liegt zwischen 0 und 20\u00a0%.',
  carriesTooLittle:
    'Mit diesem Verlust und dieser Verzögerung trüge die Strecke weniger als 0.35\u00a0Mbit/s, zu wenig für einen Ring.',
} satisfies typeof networkText;
