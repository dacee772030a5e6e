// The air of one Wi-Fi access point, for the simulated network. Every frame crosses it twice, to the access point and on,
// and no other frame can cross meanwhile. Frames queue in order of sending, as in an access point without fair queueing:
// the worst case for a frame among others' bulk. A lost frame is sent again: its airtime once more, and a pause.
// Repeatable from its generator.
import type { Prng } from '../../base/prng';

export interface AirConditions {
  /** The rate of all stations together, one crossing per frame. */
  readonly bytesPerSecond: number;
  /** Contention, preamble and acknowledgement, for one crossing of one frame. */
  readonly frameMs: number;
  /** Share of crossings that are lost and repeated. */
  readonly loss: number;
  /** The pause before a repetition; others may use the air meanwhile. */
  readonly retryMs: number;
}

/** A good home network: half of 150 Mbit/s arrives, because every frame crosses twice. */
export const homeWifi: AirConditions = {
  bytesPerSecond: 150e6 / 8,
  frameMs: 0.1,
  loss: 0.02,
  retryMs: 5,
};

/** The most bytes of one burst. */
const mostBurstBytes = 64 * 1024;

interface Burst {
  startsMs: number;
  bytes: number;
}

export class SharedAir {
  /** Totals, for the report. */
  busyMs = 0;
  bytes = 0;
  frames = 0;
  #freeMs = 0;
  readonly #bursts = new Map<string, Burst>();

  constructor(
    readonly conditions: AirConditions,
    private readonly random: Prng,
  ) {}

  /** When a frame sent now has crossed, and how much longer its repetitions take. */
  cross(
    nowMs: number,
    bytes: number,
    from: string,
    to: string,
  ): { readonly departsMs: number; readonly waitsMs: number } {
    const { bytesPerSecond, loss, retryMs } = this.conditions;
    const beganMs = Math.max(this.#freeMs, nowMs);
    let waitsMs = 0;
    this.#freeMs = beganMs;
    for (const station of [`from ${from}`, `to ${to}`]) {
      const once = this.#burstMs(station, nowMs, bytes) + (bytes * 1000) / bytesPerSecond;
      this.#freeMs += once;
      while (this.random.float() < loss) {
        this.#freeMs += once;
        waitsMs += retryMs;
      }
    }
    this.busyMs += this.#freeMs - beganMs;
    this.bytes += bytes;
    this.frames++;
    return { departsMs: this.#freeMs, waitsMs };
  }

  /** The cost to begin a burst; 0 for a frame that joins a waiting burst. */
  #burstMs(station: string, nowMs: number, bytes: number): number {
    const waiting = this.#bursts.get(station);
    if (waiting && waiting.startsMs > nowMs && waiting.bytes + bytes <= mostBurstBytes) {
      waiting.bytes += bytes;
      return 0;
    }
    this.#bursts.set(station, { startsMs: this.#freeMs, bytes });
    return this.conditions.frameMs;
  }
}
