// The lines of a virtual ring: each direction of an edge is an emulated line, read on a virtual clock.
import type { Clock } from '../../../src/base/clock';
import { prng } from '../../../src/base/prng';
import type { EdgeProfile } from '../../../src/net/emulation/edge-profile';
import { EmulatedLine } from '../../../src/net/emulation/emulated-line';

export class VirtualLines {
  readonly #lines = new Map<string, EmulatedLine>();
  readonly #sent = new Map<string, number>();

  constructor(
    readonly clock: Clock,
    readonly profile: EdgeProfile,
  ) {}

  /** Resolves when the last byte has left; `arrive` is called when it has come. */
  send(from: string, to: string, bytes: Uint8Array, arrive: (bytes: Uint8Array) => void): Promise<void> {
    const name = `${from}>${to}`;
    let line = this.#lines.get(name);
    if (!line) this.#lines.set(name, (line = new EmulatedLine(this.profile, prng('virtual line', name))));
    this.#sent.set(from, this.sentBy(from) + 1);
    const nowMs = this.clock.now();
    const { departsMs, arrivesMs } = line.send('bulk', bytes.byteLength, nowMs);
    const copy = bytes.slice();
    this.clock.after(arrivesMs - nowMs, () => arrive(copy));
    return new Promise((resolve) => this.clock.after(departsMs - nowMs, resolve));
  }

  /** Messages of a member so far. */
  sentBy(member: string): number {
    return this.#sent.get(member) ?? 0;
  }
}
