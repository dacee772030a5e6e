// Which frames arrived here, by the hash of their bytes: so a test knows that a lie arrived, whatever the product made
// of it. The change is made to the classes of this process, so the product has no hook for it.
import { createHash } from 'node:crypto';
import { Hub } from '../../../train/peers/hub';

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

/** Notes frames that speak of the ring; those of sums and states are many and long. Before a replica of this process is
 *  made. */
export function noteSeenFrames(): ReadonlySet<string> {
  const seen = new Set<string>();
  const { prototype } = Hub;
  const handle = prototype.handle as (this: Hub, ...given: Parameters<Hub['handle']>) => void;
  prototype.handle = function (type, handler, takesSurplus) {
    const isShort = type === 'record' || type === 'membership' || type === 'hello';
    const noting: typeof handler = (arrived) => {
      seen.add(hashOf(arrived.bytes));
      handler(arrived);
    };
    handle.call(this, type, isShort ? noting : handler, takesSurplus);
  };
  return seen;
}
