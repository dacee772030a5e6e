// The text of: emulated lines, as src/net/emulation/profile-words.ts and src/replica/network-words.ts set them.
import { area, plural } from './language';

export const networkText = area('network', {
  titles: { lan: 'LAN', wifi: 'Wi-Fi', home: 'Home', slow: 'Slow', bad: 'Bad' },
  named: (title: string, line: string) => `${title}: ${line}`,
  jitter: (ms: string) => `jitter ${ms}\u00a0ms`,
  loss: (percent: string) => `${percent}\u00a0% loss`,
  carries: (rate: string) => `carries ${rate}`,
  notEmulated: 'not emulated',
  moreEdges: (count: number) => `${count} more ${plural(count, { one: 'edge', other: 'edges' })}`,
  rateLimits: 'The rate is 0.35\u00a0Mbit/s to 10\u00a0Gbit/s.',
  delayLimits: 'The delay is 0 to 400\u00a0ms.',
  jitterLimits: 'The jitter is 0 to 200\u00a0ms.',
  lossLimits: 'The loss is 0 to 20\u00a0%.',
  carriesTooLittle:
    'With this loss and delay the line would carry less than 0.35\u00a0Mbit/s, too little for a ring.',
});
