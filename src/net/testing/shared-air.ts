// The air of one Wi-Fi access point, for the simulated network: every frame crosses it twice, from the sender to the
// access point and on, and while it does nobody else can. One queue in order of sending, as in an access point without
// fair queueing: the slowest that a frame among others' bulk can be. A lost frame is sent again, which costs its time
// on the air once more and a pause. Repeatable from its generator.
import type { Prng } from '../../base/prng';

export interface AirConditions {
  /** What stations get out of the air together, one crossing each. */
  readonly bytesPerSecond: number;
  /** Contention, preamble and acknowledgement of one crossing of one frame. */
  readonly frameMs: number;
  /** Share of crossings that are lost and repeated. */
  readonly loss: number;
  /** Before a repetition; it leaves the air to others. */
  readonly retryMs: number;
}

/** What a good home network gives: of 150 Mbit/s half arrives, for everything crosses twice. */
export const homeWifi: AirConditions = {
  bytesPerSecond: 150e6 / 8,
  frameMs: 0.1,
  loss: 0.02,
  retryMs: 5,
};

/** Of one burst. */
const mostBurstBytes = 64 * 1024;

interface Burst {
  startsMs: number;
  bytes: number;
}

export class SharedAir {
  /** Altogether, for the report. */
  busyMs = 0;
  bytes = 0;
  frames = 0;
  #freeMs = 0;
  readonly #bursts = new Map<string, Burst>();

  constructor(
    readonly conditions: AirConditions,
    private readonly random: Prng,
  ) {}

  /** When a frame sent now has crossed, and when the air has room for the sender's next one. */
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

  /** What it costs to begin a burst; nothing in one that still waits. */
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
