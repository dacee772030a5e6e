// Firefox polls the device for finished work only every 100 ms unless new work arrives, so mapAsync can be that
// late (https://bugzilla.mozilla.org/show_bug.cgi?id=1870699). Empty submits while a map is pending make it look.
// Cost: one empty submit per 2 ms of waiting, in Firefox only. Measured there (ESR 153, lavapipe): a readback of 64 KiB
// after a tiny dispatch takes 100 ms without and 2 ms with it; behind half a second of work it makes no difference. Delete when that bug is closed and the oldest
// supported ESR has the fix.

const isFirefox = /Firefox\//.test(globalThis.navigator?.userAgent ?? '');
const nudgeEveryMs = 2;

/** The same promise, settled without waiting for the next poll. */
export function nudgeMapAsync(device: GPUDevice, pending: Promise<void>): Promise<void> {
  if (!isFirefox) return pending;
  const timer = setInterval(() => device.queue.submit([]), nudgeEveryMs);
  const stop = (): void => clearInterval(timer);
  pending.then(stop, stop);
  return pending;
}
