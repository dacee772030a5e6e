// One direction of an emulated line, as arithmetic: when a message handed over now has left, and when it arrives
// (L18a). Both channels share the line, first in, first out. A lost packet is sent again, and the messages behind it on
// its channel wait for it, for a data channel is ordered. Pure: times come in as arguments, and randomness from the
// generator.
import type { Prng } from '../../base/prng';
import { lineBitsPerSecond, meanRoundTripMs, packetBytes, type EdgeProfile } from './edge-profile';

/** A full queue holds this much time of the line (L18b), as a home router's does; and at least one frame of 64 KiB and
 *  the link's own small messages. */
const queueMs = 100;
const leastQueueBytes = 68 * 1024;

/** Packets of the same message behind a lost one, from which its sender learns of the loss (L18c): "fast retransmit"
 *  (RFC 9260, 7.2.4). */
const reports = 3;
/** A timer finds the loss without such messages: the round trip and 220 ms, and at least 400 ms (Chromium's SCTP,
 *  DcSctpOptions min_rtt_variance and rto_min). Each further loss of the packet doubles it (RFC 9260, 6.3.3). */
const timerMarginMs = 220;
const leastTimerMs = 400;

type Channel = 'control' | 'bulk';

export interface Passage {
  /** When its last byte has left the queue. */
  readonly departsMs: number;
  /** Never before an earlier message of the same channel. */
  readonly arrivesMs: number;
}

interface Queued {
  readonly departsMs: number;
  readonly channel: Channel;
  readonly bytes: number;
}

export class EmulatedLine {
  #freeMs = -Infinity;
  readonly #lastArrivalMs: Record<Channel, number> = { control: -Infinity, bulk: -Infinity };
  #queue: Queued[] = [];
  readonly #queuedBytes: Record<Channel, number> = { control: 0, bulk: 0 };

  /** Without a profile messages take no time, but do not overtake earlier ones. */
  constructor(
    public profile: EdgeProfile | undefined,
    readonly random: Prng,
  ) {}

  /** Bytes of the channel that have not left. */
  queuedBytes(channel: Channel, nowMs: number): number {
    this.#leave(nowMs);
    return this.#queuedBytes[channel];
  }

  /** How much a channel may hold of what has not left; one message at least. */
  get mostQueuedBytes(): number {
    if (!this.profile) return Infinity;
    return Math.max(leastQueueBytes, (lineBitsPerSecond(this.profile) * queueMs) / 8_000);
  }

  hasRoom(channel: Channel, bytes: number, nowMs: number): boolean {
    const queued = this.queuedBytes(channel, nowMs);
    return queued === 0 || queued + bytes <= this.mostQueuedBytes;
  }

  /** When the channel's queue falls to this many bytes; now or earlier: it has. */
  fallsToMs(channel: Channel, bytes: number): number {
    let left = 0;
    for (let i = this.#queue.length - 1; i >= 0; i--) {
      if (this.#queue[i].channel === channel) left += this.#queue[i].bytes;
      if (left > bytes) return this.#queue[i].departsMs;
    }
    return -Infinity;
  }

  /** `sinceMs`: the message has waited for room in the queue since then, and only now learns that there is room. */
  send(channel: Channel, bytes: number, nowMs: number, sinceMs = nowMs): Passage {
    const { departsMs, crossedMs } = this.profile
      ? this.#cross(this.profile, bytes, nowMs, Math.max(this.#freeMs, sinceMs))
      : { departsMs: Math.max(this.#freeMs, nowMs), crossedMs: nowMs };
    this.#freeMs = departsMs;
    const arrivesMs = Math.max(this.#lastArrivalMs[channel], crossedMs);
    this.#lastArrivalMs[channel] = arrivesMs;
    if (departsMs > nowMs) {
      this.#queue.push({ departsMs, channel, bytes });
      this.#queuedBytes[channel] += bytes;
    }
    return { departsMs, arrivesMs };
  }

  #cross(
    profile: EdgeProfile,
    bytes: number,
    nowMs: number,
    startMs: number,
  ): { readonly departsMs: number; readonly crossedMs: number } {
    const { delayMs, jitterMs, loss } = profile;
    const lineMs = (8_000 * bytes) / lineBitsPerSecond(profile);
    const wayMs = delayMs + (jitterMs > 0 ? jitterMs * this.random.float() : 0);
    const { repeats, repairedMs } = this.#lose(profile, loss > 0 ? bytes : 0, lineMs);
    const departsMs = startMs + lineMs + (repeats * lineMs * packetBytes) / Math.max(bytes, packetBytes);
    // Time waited in vain is made up for in the use of the line, never in the time that a message takes.
    const leftMs = Math.max(startMs + Math.max(lineMs, repairedMs), nowMs);
    return { departsMs, crossedMs: leftMs + wayMs };
  }

  /** How often packets are sent again, and when after the message's start the last of those left for the last time. */
  #lose(profile: EdgeProfile, bytes: number, lineMs: number): { repeats: number; repairedMs: number } {
    const packets = Math.ceil(bytes / packetBytes);
    const packetMs = lineMs / Math.max(1, packets);
    const roundTripMs = meanRoundTripMs(profile);
    const timerMs = Math.max(leastTimerMs, roundTripMs + timerMarginMs);
    let repeats = 0;
    let repairedMs = 0;
    for (let packet = 1; packet <= packets; packet++) {
      const isReported = packet + reports <= packets;
      let waitMs = isReported ? roundTripMs + reports * packetMs : timerMs;
      let nextWaitMs = isReported ? timerMs : 2 * timerMs;
      let leftMs = packet * packetMs;
      for (; this.random.float() < profile.loss; repeats++) {
        leftMs += waitMs;
        waitMs = nextWaitMs;
        nextWaitMs *= 2;
      }
      repairedMs = Math.max(repairedMs, leftMs);
    }
    return { repeats, repairedMs };
  }

  #leave(nowMs: number): void {
    let gone = 0;
    for (; gone < this.#queue.length && this.#queue[gone].departsMs <= nowMs; gone++)
      this.#queuedBytes[this.#queue[gone].channel] -= this.#queue[gone].bytes;
    if (gone > 0) this.#queue.splice(0, gone);
  }
}
