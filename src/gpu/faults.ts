// Faults that a device reports without an exception: uncaptured errors and device loss. A step opens a watch and waits
// only through it. The step then fails with the device's own message instead of reading silent zeros or hanging.
// A fault between steps, when no watch is open, is kept and fails the next watch.
import type { Clock } from '../base/clock';
import { waitFor } from '../base/deadline';

export type FaultCode = 'device-lost' | 'out-of-memory' | 'gpu-error';

export class GpuFault extends Error {
  override name = 'GpuFault';
  constructor(
    readonly code: FaultCode,
    message: string,
  ) {
    super(message);
  }
}

/** A software adapter can take many seconds over a large submit. Without an answer for this long, it is stuck. */
const answerDeadlineMs = 120_000;

export class Faults {
  /** Settles once, when the device is lost and `expectLoss` was not called before. */
  readonly lost: Promise<GpuFault>;
  #loss: GpuFault | undefined;
  #unwatched: GpuFault | undefined;
  #expected = false;
  readonly #watches = new Set<FaultWatch>();

  constructor(
    device: GPUDevice,
    private readonly clock: Clock,
  ) {
    device.addEventListener('uncapturederror', (event) => {
      event.preventDefault();
      const { error } = event;
      this.#report(
        new GpuFault(error instanceof GPUOutOfMemoryError ? 'out-of-memory' : 'gpu-error', error.message),
      );
    });
    this.lost = new Promise((resolve) => {
      const onLost = (info: GPUDeviceLostInfo): void => {
        this.#loss = new GpuFault('device-lost', info.message || 'the GPU device was lost');
        this.#report(this.#loss);
        if (!this.#expected) resolve(this.#loss);
      };
      device.lost.then(onLost, () => {});
    });
  }

  /** The device is about to be destroyed on purpose: `lost` stays pending. */
  expectLoss(): void {
    this.#expected = true;
  }

  watch(signal?: AbortSignal): FaultWatch {
    const watch = new FaultWatch(this.clock, signal, () => this.#watches.delete(watch));
    this.#watches.add(watch);
    const early = this.#loss ?? this.#unwatched;
    this.#unwatched = undefined;
    if (early) watch.fail(early);
    return watch;
  }

  #report(fault: GpuFault): void {
    if (this.#watches.size === 0) this.#unwatched ??= fault;
    for (const watch of this.#watches) watch.fail(fault);
  }
}

/** One step's view of the faults. Call `close` on every path. */
export class FaultWatch {
  #fault: GpuFault | undefined;
  readonly #listeners = new Set<(fault: GpuFault) => void>();

  constructor(
    private readonly clock: Clock,
    private readonly signal: AbortSignal | undefined,
    readonly close: () => void,
  ) {}

  fail(fault: GpuFault): void {
    this.#fault ??= fault;
    for (const listener of [...this.#listeners]) listener(fault);
  }

  /** Throws the first fault since the watch was opened, or the reason of the abort. */
  check(): void {
    if (this.#fault) throw this.#fault;
    if (this.signal?.aborted) throw this.signal.reason;
  }

  /** The value of `promise`, or the first of: fault, abort, deadline. A fault that arrived with the value wins. */
  async until<T>(promise: Promise<T>, waitingFor: string): Promise<T> {
    this.check();
    const wait = waitFor<T>(this.clock, answerDeadlineMs, waitingFor, this.signal);
    this.#listeners.add(wait.reject);
    promise.then(wait.settle, wait.reject);
    try {
      const value = await wait.promise;
      this.check();
      return value;
    } catch (error) {
      throw this.#fault ?? error;
    } finally {
      this.#listeners.delete(wait.reject);
    }
  }
}
