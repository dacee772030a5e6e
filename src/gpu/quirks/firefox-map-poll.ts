// Firefox polls the device for finished work only every 100 ms unless new work arrives, so mapAsync can settle that
// late (https://bugzilla.mozilla.org/show_bug.cgi?id=1870699). Empty submits while a map is pending make it poll.
// Cost: one empty submit per 2 ms of waiting, in Firefox only. Measured in ESR 153 with lavapipe: 64 KiB after a
// tiny dispatch are read back in 100 ms without the submits and in 2 ms with them. Behind half a second of work they
// make no difference. Delete when that bug is closed and the oldest supported ESR has the fix.
import type { Clock } from '../../base/clock';

const isFirefox = /Firefox\//.test(globalThis.navigator?.userAgent ?? '');
const nudgeEveryMs = 2;

/** The same promise, settled without waiting for the next poll. */
export function nudgeMapAsync(device: GPUDevice, pending: Promise<void>, clock: Clock): Promise<void> {
  if (!isFirefox) return pending;
  let cancel = (): void => {};
  const nudgeLater = (): void => {
    cancel = clock.after(nudgeEveryMs, () => {
      device.queue.submit([]);
      nudgeLater();
    });
  };
  nudgeLater();
  const stop = (): void => cancel();
  pending.then(stop, stop);
  return pending;
}
