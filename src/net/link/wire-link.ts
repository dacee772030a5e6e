// The Link over any Wire: credit, a short bulk queue, deadlines, pings and goodbyes (PROTOCOL.md L*). Every frame passes
// here, so a frame that need not wait allocates only its receipt. A breach of the protocol ends the link, and both ends
// learn the reason. Membership judges silence.
// The file is long because its messages share one connection's state; lanes, meters and the flight have their own files.
import { logged } from '../../base/sayings';
import { assert } from '../../base/assert';
import type { Clock } from '../../base/clock';
import { abortReason } from '../../base/deadline';
import type { EdgeProfile } from '../emulation/edge-profile';
import { bulkQueueBytes } from './bulk-queue';
import { addClockSample, clockOffset, type ClockBounds } from './clock-offset';
import { FlightLimit } from './flight-limit';
import { decodeLinkMessage, encodeLinkMessage, linkByte, type LinkMessage } from './link-message';
import { LinkMeter } from './link-meter';
import {
  LinkClosedError,
  maxFrameBytes,
  type Channel,
  type CloseCode,
  type CloseReason,
  type Link,
  type LinkKind,
  type LinkStats,
  type Received,
} from './link';
import { RateMeter } from './rate-meter';
import { ReceiveLane, ReceivedFrame } from './receive-lane';
import { SendLane } from './send-lane';
import type { Wire, WireEvents } from './wire';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';

export interface WireLinkOptions {
  readonly clock: Clock;
  readonly wire: Wire;
  /** The peer's name, for texts that people read. */
  readonly peer: string;
  /** A waiting send rejects after this long without progress. */
  readonly sendDeadlineMs?: number;
  /** The link is lost when the wire has not opened in this time; connecting has its own, shorter deadline. */
  readonly openDeadlineMs?: number;
  readonly random?: RandomBytes;
}

/** Unconsumed bulk bytes that a peer may leave here before bandwidth and round trip are known (L3a). */
export const bulkWindowBytes = 1024 * 1024;
/** Control frames are small and soon consumed. */
const controlWindowBytes = 256 * 1024;
/** No honest window is larger: a second of 8 MiB/s. */
export const maxWindowBytes = 8 * 1024 * 1024;

/** The queue before the bandwidth is known. */
const firstQueueBytes = 256 * 1024;
const maxLowWaterBytes = 256 * 1024;
/** The peer hears at most so often what has come (L21a). */
const acknowledgeEveryMs = 4;

/** How often a ping goes over every link. Membership takes a peer for silent or lost by the pings it misses. */
export const pingEveryMs = 500; // L12
/** An honest peer sends one and waits for the answer, which may be late by a few intervals. */
const maxPingsPerInterval = 64;
/** An honest peer waits for the answers to a burst or probe before the next one. This is several of the largest (L17f). */
const maxPaddingPerInterval = 64;
const maxPaddingBytesPerInterval = 1024 * 1024;

export class WireLink implements Link {
  readonly kind: LinkKind;
  readonly closed: Promise<CloseReason>;
  /** Settles when the wire has opened, or when the link has closed instead. */
  readonly opened: Promise<void>;

  readonly #clock: Clock;
  readonly #wire: Wire;
  readonly #peer: string;
  readonly #send: Readonly<Record<Channel, SendLane>>;
  readonly #receive: Readonly<Record<Channel, ReceiveLane>>;
  readonly #meter: LinkMeter;
  readonly #receiveRate: RateMeter;
  /** Only where routers may lie between (L21). */
  readonly #flight: FlightLimit | undefined;

  #state: 'opening' | 'open' | 'closed' = 'opening';
  #resolveClosed!: (reason: CloseReason) => void;
  #resolveOpened!: () => void;
  #reason: CloseReason | undefined;
  #receiver: ((frame: Received) => void) | undefined;
  #early: Received[] = [];
  #roundTripMs: number | undefined;
  #peerClock: ClockBounds | undefined;
  /** Pings sent before were on another line (L18f), at least one way: the peer changes its side a moment later. */
  #lineSinceMs = -Infinity;
  #lastHeardMs: number;
  /** The time of this side's ping that waits for its answer. */
  #pingMs: number | undefined;
  /** The time of the peer's ping that still needs an answer. The peer sends no other ping before it has one. */
  #unansweredPing: number | undefined;
  #pingsHeard = 0;
  #paddingHeard = 0;
  #paddingBytesHeard = 0;
  #highWaterBytes = firstQueueBytes;
  /** The peer knows that so many bulk bytes came, since then. */
  #acknowledged = { bytes: 0, atMs: -Infinity };
  #cancelAcknowledge: (() => void) | undefined;
  #cancelTimer: () => void;

  constructor(options: WireLinkOptions) {
    const { clock, wire, peer, sendDeadlineMs = 10_000, openDeadlineMs = 30_000 } = options;
    const { random = secureRandom } = options;
    this.kind = wire.kind;
    this.#clock = clock;
    this.#wire = wire;
    this.#peer = peer;
    this.#lastHeardMs = clock.now();
    this.#meter = new LinkMeter({
      clock,
      draw: () => numberFrom(random(8)),
      sendPadding: (bytes) => wire.send('bulk', bytes),
      isIdle: () => wire.bufferedAmount('bulk') === 0,
      isWaiting: () => this.#send.bulk.isWaiting,
      isQuiet: () => this.#isQuiet,
    });
    this.#receiveRate = new RateMeter(this.#lastHeardMs);
    this.#flight = wire.kind === 'webrtc' ? new FlightLimit() : undefined;
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
    this.opened = new Promise((resolve) => (this.#resolveOpened = resolve));

    const lane = (channel: Channel, windowBytes: number): SendLane => {
      const waitingFor = `${peer} to take ${channel} frames`;
      const take = channel === 'bulk' ? this.#takeBulk : (bytes: Uint8Array) => wire.send(channel, bytes);
      const hasRoom = (length: number): boolean => this.#hasRoom(channel, length);
      return new SendLane({ clock, deadlineMs: sendDeadlineMs, waitingFor, hasRoom, take }, windowBytes);
    };
    this.#send = { control: lane('control', controlWindowBytes), bulk: lane('bulk', bulkWindowBytes) };
    this.#receive = { control: new ReceiveLane(controlWindowBytes), bulk: new ReceiveLane(bulkWindowBytes) };

    this.#cancelTimer = clock.after(openDeadlineMs, () =>
      this.#end('lost', `the connection to ${peer} did not open within ${openDeadlineMs} ms`),
    );
    const events: WireEvents = {
      open: () => this.#open(),
      message: (channel, bytes) => this.#message(channel, bytes),
      drain: () => this.#flush(),
      malformed: (what) => this.#breach(what),
      lost: (why) => this.#end('lost', why), // L13
    };
    wire.drainBelow(lowWater(firstQueueBytes));
    wire.start(events);
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  send(channel: Channel, bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    assert(bytes.byteLength > 0 && bytes.byteLength <= maxFrameBytes, 'a frame is 1 … 65,536 bytes (L8)');
    assert(bytes[0] < linkByte, 'first bytes from 0xf0 on belong to the link (L9)');
    if (this.#reason) return Promise.reject(new LinkClosedError(this.#reason));
    if (signal?.aborted) return Promise.reject(abortReason(signal));
    return this.#send[channel].send(bytes, signal);
  }

  probe(): void {
    this.#meter.probe();
  }

  /** What was measured before is of another line. */
  emulate(profile: EdgeProfile | undefined): void {
    assert(this.#wire.emulate, 'this wire emulates no line (L18)');
    this.#wire.emulate(profile);
    this.#meter.forget();
    this.#flight?.forget();
    this.#roundTripMs = undefined;
    this.#lineSinceMs = this.#clock.now() + pingEveryMs;
    this.#highWaterBytes = firstQueueBytes;
    this.#wire.drainBelow(lowWater(firstQueueBytes));
  }

  receive(receiver: (frame: Received) => void): void {
    this.#receiver = receiver;
    const early = this.#early;
    this.#early = [];
    for (const frame of early) receiver(frame);
  }

  stats(): LinkStats {
    const { control, bulk } = this.#send;
    const received = this.#receive;
    const receivedBytes = received.control.receivedBytes + received.bulk.receivedBytes;
    return {
      bytesSent: control.sentBytes + bulk.sentBytes,
      bytesReceived: receivedBytes,
      queuedBytes: control.queuedBytes + bulk.queuedBytes,
      unconsumedBytes: receivedBytes - received.control.consumedBytes - received.bulk.consumedBytes,
      roundTripMs: this.#roundTripMs,
      shortestTripMs: this.#meter.shortestTripMs,
      peerClock: this.#peerClock && clockOffset(this.#peerClock, this.#clock.now()),
      bytesPerSecond: this.#meter.bytesPerSecond,
      rateBasis: this.#meter.basis,
      lastHeardMs: this.#lastHeardMs,
    };
  }

  /** L4. */
  close(message = 'closed'): void {
    this.#end('closed', message, message);
  }

  #open(): void {
    if (this.#state !== 'opening') return;
    this.#state = 'open';
    this.#lastHeardMs = this.#clock.now();
    this.#cancelTimer();
    this.#send.control.restartDeadline();
    this.#send.bulk.restartDeadline();
    this.#tick();
    this.#resolveOpened();
    this.#flush();
  }

  /** Runs at the opening and every half second. It sends a pong that the wire refused (L12a), a ping, and credit that
   *  was too little for a message; and it sets the queue's length. */
  #tick(): void {
    this.#cancelTimer = this.#clock.after(pingEveryMs, () => this.#tick());
    this.#pingsHeard = 0;
    this.#paddingHeard = 0;
    this.#paddingBytesHeard = 0;
    // One ping at a time: on a reliable channel a second one would wait behind the first.
    const timeMs = this.#clock.now();
    this.#answerPing();
    if (this.#pingMs === undefined && this.#sendMessage({ kind: 'ping', timeMs })) this.#pingMs = timeMs;
    this.#giveCredit('control');
    this.#giveCredit('bulk');
    this.#acknowledgeSoon(); // the wire may have refused it before
    const rate = this.#receiveRate.bytesPerSecond ?? 0;
    const twoTrips = (2 * rate * (this.#roundTripMs ?? 0)) / 1000;
    this.#receive.bulk.windowBytes = Math.min(maxWindowBytes, Math.max(bulkWindowBytes, Math.ceil(twoTrips)));
    this.#setQueue();
  }

  #setQueue(): void {
    const rate = this.#meter.bytesPerSecond;
    if (rate === undefined) return;
    const high = bulkQueueBytes(rate);
    if (high === this.#highWaterBytes) return;
    this.#highWaterBytes = high;
    this.#wire.drainBelow(lowWater(high));
  }

  #hasRoom(channel: Channel, length: number): boolean {
    if (this.#state !== 'open') return false;
    if (channel === 'control') return true;
    if (this.#flight && !this.#flight.hasRoom(length, this.#clock.now())) return false;
    const buffered = this.#wire.bufferedAmount('bulk');
    return buffered === 0 || buffered + length <= this.#highWaterBytes;
  }

  #flush(): void {
    if (this.#state !== 'open') return;
    this.#send.control.flush();
    this.#send.bulk.flush();
  }

  readonly #takeBulk = (bytes: Uint8Array): boolean => {
    this.#meter.before(bytes.byteLength);
    const isTaken = this.#wire.send('bulk', bytes);
    if (!isTaken) return false;
    this.#meter.after(bytes.byteLength);
    this.#flight?.sent(bytes.byteLength, this.#clock.now());
    return true;
  };

  get #isQuiet(): boolean {
    if (this.#state !== 'open' || this.#roundTripMs === undefined) return false;
    const { control, bulk } = this.#send;
    if (control.isWaiting || bulk.isWaiting) return false;
    return this.#wire.bufferedAmount('control') === 0 && this.#wire.bufferedAmount('bulk') === 0;
  }

  #message(channel: Channel, bytes: Uint8Array): void {
    if (this.#state === 'closed') return;
    const length = bytes.byteLength;
    this.#lastHeardMs = this.#clock.now();
    if (length === 0) return this.#breach('an empty message');
    if (length > maxFrameBytes) return this.#breach(`a message of ${length} bytes`);
    if (bytes[0] >= linkByte) return this.#linkMessage(channel, bytes);
    const lane = this.#receive[channel];
    // L10
    if (!lane.accept(length)) {
      const what = `${this.#peer} sent more ${channel} bytes than it was allowed`;
      return this.#end('credit-exceeded', what, 'you sent more than you were allowed');
    }
    if (channel === 'bulk') {
      this.#meterReceived();
      this.#acknowledgeSoon();
    }
    const frame = new ReceivedFrame(channel, bytes, this.#onConsume);
    if (this.#receiver) this.#receiver(frame);
    else this.#early.push(frame); // L7
  }

  readonly #onConsume = (channel: Channel, length: number): void => {
    this.#receive[channel].consume(length);
    this.#giveCredit(channel);
  };

  #meterReceived(): void {
    const total = this.#receive.bulk.receivedBytes;
    // It is not known here whether the peer had more to send, so only peaks count.
    this.#receiveRate.read(this.#lastHeardMs, total);
    this.#receiveRate.limit();
  }

  #giveCredit(channel: Channel): void {
    const limitBytes = this.#receive[channel].nextLimit(this.#clock.now());
    if (limitBytes !== undefined) this.#grant(channel, limitBytes);
  }

  #grant(channel: Channel, limitBytes: number): void {
    if (this.#state !== 'open') return;
    const [lane, nowMs] = [this.#receive[channel], this.#clock.now()];
    if (!this.#sendMessage({ kind: 'credit', channel, limitBytes, receivedBytes: lane.receivedBytes }))
      return;
    lane.granted(limitBytes, nowMs);
    if (channel === 'bulk') this.#acknowledged = { bytes: lane.receivedBytes, atMs: nowMs };
  }

  /** The peer limits its bulk by what it hears of it. */
  #acknowledgeSoon(): void {
    const { bytes, atMs } = this.#acknowledged;
    if (!this.#flight || bytes === this.#receive.bulk.receivedBytes) return;
    const waitMs = atMs + acknowledgeEveryMs - this.#clock.now();
    if (waitMs <= 0) return this.#grant('bulk', this.#receive.bulk.limitBytes);
    this.#cancelAcknowledge ??= this.#clock.after(waitMs, () => {
      this.#cancelAcknowledge = undefined;
      this.#grant('bulk', this.#receive.bulk.limitBytes);
    });
  }

  #linkMessage(channel: Channel, bytes: Uint8Array): void {
    const decoded = decodeLinkMessage(bytes);
    if (!decoded.ok) return this.#breach(logged(decoded.error.says));
    const message = decoded.value;
    if ((message.kind === 'padding') !== (channel === 'bulk'))
      return this.#breach(`a link message on the ${channel} channel`);
    switch (message.kind) {
      case 'ping':
        if (++this.#pingsHeard > maxPingsPerInterval) return this.#breach('a flood of pings');
        this.#unansweredPing = message.timeMs;
        return this.#answerPing();
      case 'pong': {
        const tripMs = this.#lastHeardMs - message.timeMs;
        if (message.timeMs !== this.#pingMs) return this.#breach('a pong to no ping');
        this.#pingMs = undefined;
        this.#noteClock(message.timeMs, message.clockMs);
        if (message.timeMs < this.#lineSinceMs) return;
        this.#meter.trip(tripMs);
        this.#flight?.trip(tripMs, this.#lastHeardMs);
        this.#flush(); // the limit may have risen
        // RFC 6298's smoothing (L12b).
        this.#roundTripMs =
          this.#roundTripMs === undefined ? tripMs : this.#roundTripMs + (tripMs - this.#roundTripMs) / 8;
        return;
      }
      case 'credit': {
        const { channel: lane, limitBytes, receivedBytes } = message;
        if (lane === 'bulk') this.#heardOf(receivedBytes);
        if (!this.#send[lane].grant(limitBytes, receivedBytes, maxWindowBytes))
          this.#breach(`a credit of ${limitBytes} after ${receivedBytes} bytes`);
        return;
      }
      case 'padding':
        this.#paddingBytesHeard += bytes.byteLength;
        if (
          ++this.#paddingHeard > maxPaddingPerInterval ||
          this.#paddingBytesHeard > maxPaddingBytesPerInterval
        )
          return this.#breach('a flood of padding');
        if (message.number > 0) this.#sendMessage({ kind: 'padding-came', number: message.number });
        return;
      case 'padding-came':
        if (!this.#meter.answered(message.number)) return this.#breach('an answer to no padding');
        return this.#setQueue();
      case 'goodbye':
        return this.#end('closed-by-peer', `${this.#peer} closed the link: ${message.message}`);
      default:
        return message satisfies never;
    }
  }

  /** The peer has so many bulk bytes. More than were sent is a breach, which the lane finds. */
  #heardOf(receivedBytes: number): void {
    const { isWaiting, sentBytes } = this.#send.bulk;
    if (!isWaiting) this.#flight?.limited();
    this.#flight?.came(Math.min(receivedBytes, sentBytes), this.#lastHeardMs);
  }

  #answerPing(): void {
    if (this.#unansweredPing === undefined) return;
    const pong = { kind: 'pong', timeMs: this.#unansweredPing, clockMs: this.#clock.now() } as const;
    if (this.#sendMessage(pong)) this.#unansweredPing = undefined;
  }

  #noteClock(sentMs: number, peerMs: number): void {
    this.#peerClock = addClockSample(this.#peerClock, { sentMs, receivedMs: this.#lastHeardMs, peerMs });
  }

  /** False when the wire refused: it is not open yet, full (then the next tick tries again) or closing. */
  #sendMessage(message: LinkMessage): boolean {
    return this.#wire.send('control', encodeLinkMessage(message));
  }

  #breach(what: string): void {
    this.#end('protocol-error', `${this.#peer} sent ${what}`, `you sent ${what}`);
  }

  /** `goodbye`: the reason for the peer; absent when the peer is gone already. */
  #end(code: CloseCode, message: string, goodbye?: string): void {
    if (this.#state === 'closed') return;
    if (goodbye !== undefined && this.#state === 'open')
      this.#sendMessage({ kind: 'goodbye', message: goodbye });
    this.#state = 'closed';
    this.#reason = { code, message };
    this.#cancelTimer();
    this.#meter.end();
    this.#cancelAcknowledge?.();
    this.#wire.close();
    const error = new LinkClosedError(this.#reason);
    this.#send.control.close(error);
    this.#send.bulk.close(error);
    this.#resolveOpened();
    this.#resolveClosed(this.#reason);
  }
}

/** The level at which the queue asks for more: half empty (L2b), which saves events, and with room for a whole frame. */
function lowWater(highWaterBytes: number): number {
  return Math.max(0, Math.min(maxLowWaterBytes, highWaterBytes / 2, highWaterBytes - maxFrameBytes));
}

/** A number of 1 … 2⁵³ − 1 from eight random bytes. */
function numberFrom(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, 8);
  return (view.getUint32(0) & 0x1fffff) * 2 ** 32 + view.getUint32(4) || 1;
}
