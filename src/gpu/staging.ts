// Reads buffers back through a pool of mappable buffers. A copy takes one and gives it back afterwards. The pool
// creates a buffer only when it has none that fits, so a training loop stops allocating after its first step.
import type { Clock } from '../base/clock';
import { askForMapAsync } from './quirks/chromium-map-poll';
import { nudgeMapAsync } from './quirks/firefox-map-poll';

export class StagingPool {
  #free: GPUBuffer[] = [];
  readonly #taken = new Set<GPUBuffer>();

  constructor(
    private readonly device: GPUDevice,
    private readonly clock: Clock,
  ) {}

  take(byteLength: number): Staging {
    let best: GPUBuffer | undefined;
    for (const buffer of this.#free)
      if (buffer.size >= byteLength && (!best || buffer.size < best.size)) best = buffer;
    // A buffer far too large would make a later large take allocate again.
    if (best && best.size <= 2 * byteLength + 4096) this.#free = this.#free.filter((other) => other !== best);
    else
      best = this.device.createBuffer({
        label: `staging ${byteLength} B`,
        size: byteLength,
        usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST,
      });
    this.#taken.add(best);
    return new Staging(this.device, this.clock, best, byteLength, (buffer) => {
      if (this.#taken.delete(buffer)) this.#free.push(buffer);
    });
  }

  destroy(): void {
    for (const buffer of [...this.#free, ...this.#taken]) buffer.destroy();
    this.#free = [];
    this.#taken.clear();
  }
}

/** One readback in flight. Call `release` on every path; it also cancels a pending map, and a second call does
 *  nothing. */
export class Staging {
  #released = false;

  constructor(
    private readonly device: GPUDevice,
    private readonly clock: Clock,
    readonly buffer: GPUBuffer,
    readonly byteLength: number,
    private readonly giveBack: (buffer: GPUBuffer) => void,
  ) {}

  /** Call right after the submit that fills the buffer. */
  map(): Promise<void> {
    const pending = this.buffer.mapAsync(GPUMapMode.READ, 0, this.byteLength);
    askForMapAsync(this.device, pending, this.clock);
    return nudgeMapAsync(this.device, pending, this.clock);
  }

  /** Valid until `release`. */
  contents(): ArrayBuffer {
    return this.buffer.getMappedRange(0, this.byteLength);
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    this.buffer.unmap();
    this.giveBack(this.buffer);
  }
}
