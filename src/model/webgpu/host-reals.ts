// Reals as the host exchanges them with a device that keeps f32 or f16: the values last written, and their bytes.
import { assert } from '../../base/assert';
import { fromHalfs, toHalfs } from '../../base/float16';
import type { Precision } from '../engine';

export class HostReals {
  /** f32 or, in mixed precision, f16; whole words. */
  readonly bytes: ArrayBuffer;
  readonly #values: Float32Array<ArrayBuffer>;
  readonly #halves: Uint16Array<ArrayBuffer> | undefined;

  constructor(precision: Precision, length: number) {
    this.#values = new Float32Array(length);
    if (precision === 'mixed') this.#halves = new Uint16Array(2 * Math.ceil(length / 2));
    this.bytes = (this.#halves ?? this.#values).buffer;
  }

  set(values: Float32Array, at: number): void {
    this.#values.set(values, at);
    if (this.#halves) toHalfs(values, this.#halves.subarray(at, at + values.length));
  }

  /** Values from the device's bytes. Where the device's f16 equals that of the value last written, returns that
   *  value: a copy that was only rounded is faithful. */
  read(bytes: ArrayBuffer): Float32Array {
    if (!this.#halves) return new Float32Array(bytes);
    const halves = new Uint16Array(bytes);
    assert(halves.length === this.#halves.length, 'the tensor read back has the length of the one written');
    const values = new Float32Array(this.#values.length);
    fromHalfs(halves.subarray(0, values.length), values);
    for (let i = 0; i < values.length; i++) if (halves[i] === this.#halves[i]) values[i] = this.#values[i];
    return values;
  }
}
