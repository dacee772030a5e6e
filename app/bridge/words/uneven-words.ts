// Which classes a device mostly sees, where the run deals them unevenly.
import { t } from '@lingui/core/macro';
import { balls, mixtureOf } from '../../../src/data/uneven-classes';
import type { RunConfig } from '../../../src/replica/protocol';
import { hasSharedClasses, shapeOf } from '../../../src/train/run/data-shape';
import { formatCount, formatPercent } from './format';

/** Classes that are named: those before a device has seen three quarters of its examples, and three at most. */
const named = { share: 0.75, most: 3 };

/** '“3” 62 %, “7” 21 %, and others seldom'; undefined: all devices draw from the same. */
export function unevenWords({ uneven, data, seed }: RunConfig, member: string): string | undefined {
  if (uneven === undefined || !hasSharedClasses(data)) return undefined;
  const mixture = [...mixtureOf({ alpha: uneven, seed, member }, shapeOf(data).classes)];
  const order = [...mixture.keys()].sort((a, b) => mixture[b] - mixture[a]);
  let seen = 0;
  const first = order.slice(0, named.most).filter((label) => {
    const isNeeded = seen < named.share * balls && mixture[label] > 0;
    if (isNeeded) seen += mixture[label];
    return isNeeded;
  });
  const names = 'classNames' in data ? data.classNames : undefined;
  const list = first
    .map((label) => `${names?.[label] ?? formatCount(label)}: ${formatPercent(mixture[label] / balls, 0)}`)
    .join(', ');
  return seen === balls ? list : t`${list}, others less often`;
}
