// Chromium looks whether work of a graphics card has ended every 2 ms unless it hears from the page (kHandleMoreWorkPeriod
// of its command buffers), so mapAsync settles that late. An empty error scope is a question that it answers at once, and
// then it looks. Measured in Chromium 156 on an NVIDIA H100: four bytes behind a product of 0.7 ms are there after 0.9 ms
// with these questions and after 2.4 ms without. Not on a software adapter, whose work needs the cores that would ask.
// Cost: a question per 0.15 ms in the first 20 ms of a wait. Delete when mapAsync settles without them.
import type { Clock } from '../../base/clock';

const isChromium = /Chrome\//.test(globalThis.navigator?.userAgent ?? '');
/** A longer wait hardly notices 2 ms. */
const longestMs = 20;

/** Asks until `pending` settles or the wait is long. */
export function askForMapAsync(
  device: GPUDevice,
  pending: Promise<void>,
  clock: Clock,
  isAffected = isChromium && !device.adapterInfo.isFallbackAdapter,
): void {
  if (!isAffected) return;
  let isPending = true;
  const stop = (): void => {
    isPending = false;
  };
  pending.then(stop, stop);
  const endMs = clock.now() + longestMs;
  const ask = (): void => {
    if (!isPending || clock.now() > endMs) return;
    device.pushErrorScope('validation');
    device.popErrorScope().then(ask, stop); // a lost device has no answer
  };
  ask();
}
