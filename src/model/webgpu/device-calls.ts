// Runs one engine call at a time on the device. An uncaptured error fails the call, and every wait ends when the device
// is lost: a call never hangs and never reads silent zeros. Faults of the device are thrown as EngineError.
import { assert } from '../../base/assert';
import { DeadlineError } from '../../base/deadline';
import type { GpuContext } from '../../gpu/device';
import { GpuFault, type FaultWatch } from '../../gpu/faults';
import { StagingPool, type Staging } from '../../gpu/staging';
import { EngineError } from '../engine';

/** What a call under way waits and reads with. */
export interface DeviceCall {
  readonly watch: FaultWatch;
  /** Released when the call ends. */
  take(bytes: number): Staging;
}

export class DeviceCalls {
  readonly #staging: StagingPool;
  #busy = false;

  constructor(private readonly context: GpuContext) {
    this.#staging = new StagingPool(context.device, context.clock);
  }

  async run<T>(signal: AbortSignal | undefined, action: (call: DeviceCall) => Promise<T>): Promise<T> {
    assert(!this.#busy, 'an engine runs one call at a time');
    this.#busy = true;
    const { device, faults } = this.context;
    const watch = faults.watch(signal);
    const taken: Staging[] = [];
    // An uncaptured error may be reported after the map that it invalidates has resolved. A scope's answer keeps the order.
    device.pushErrorScope('validation');
    let isScopeOpen = true;
    try {
      watch.check();
      const take = (bytes: number): Staging => {
        const staging = this.#staging.take(bytes);
        taken.push(staging);
        return staging;
      };
      const value = await action({ watch, take });
      isScopeOpen = false;
      const invalid = await watch.until(device.popErrorScope(), 'the GPU');
      if (invalid) throw new GpuFault('gpu-error', invalid.message);
      watch.check();
      return value;
    } catch (error) {
      throw signal?.aborted ? new EngineError('aborted', 'the call was aborted') : engineError(error);
    } finally {
      if (isScopeOpen) device.popErrorScope().catch(() => undefined); // the call has failed already
      for (const staging of taken) staging.release();
      watch.close();
      this.#busy = false;
    }
  }

  destroy(): void {
    this.#staging.destroy();
  }
}

/** Throws `error` again when it is a broken invariant, not a fault of the device. */
export function engineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof GpuFault) return new EngineError(error.code, error.message);
  if (error instanceof DeadlineError) return new EngineError('gpu-error', error.message);
  if (error instanceof DOMException || (typeof GPUError === 'function' && error instanceof GPUError))
    return new EngineError('gpu-error', error.message);
  throw error;
}
