// Any wire, made as slow as a profile says (room-features.md L18). It shapes what this side sends, and the peer shapes the
// other direction. Without a profile every call goes straight through. It may change while the link is open.
import type { Clock } from '../../base/clock';
import type { Prng } from '../../base/prng';
import type { EdgeProfile } from '../emulation/edge-profile';
import { EmulatedLine } from '../emulation/emulated-line';
import { maxFrameBytes, type Channel, type LinkKind } from '../link/link';
import type { Wire, WireEvents } from '../link/wire';

interface Underway {
  readonly bytes: Uint8Array;
  readonly arrivesMs: number;
}

/** A message may be this early: browsers cut a timer's time to whole milliseconds, and would make the rest a wait of 4 ms
 *  (HTML, timers nested more than five deep). */
const earlyMs = 1;
/** A busy browser's timers come late, and the line would idle meanwhile. Up to this much is made up for. */
const mostLateMs = 100;
/** The wire below holds what has just crossed the line. With more than this it is slower than the line. */
const mostHeldBytes = 256 * 1024;
/** Floating point may round a timer's time down. */
const roundingMs = 1e-6;

const channels: readonly Channel[] = ['control', 'bulk'];

export class EmulatedWire implements Wire {
  readonly kind: LinkKind;
  readonly #line: EmulatedLine;
  /** Taken from the link, not yet given to the wire. */
  readonly #underway: Readonly<Record<Channel, Underway[]>> = { control: [], bulk: [] };
  #events: WireEvents | undefined;
  #drainBytes = 0;
  /** The link waits for a `drain`. */
  #isDrainDue = false;
  /** The wire was full; it says when it has room. */
  #isBlocked = false;
  #isOver = false;
  /** The time since which the link knows that there is room. */
  #roomSinceMs: number | undefined;
  #timerMs = Infinity;
  #cancelTimer: (() => void) | undefined;

  constructor(
    private readonly wire: Wire,
    private readonly clock: Clock,
    random: Prng,
  ) {
    this.kind = wire.kind;
    this.#line = new EmulatedLine(undefined, random);
  }

  /** The line of messages sent from now on. Earlier ones keep their times, and none overtakes them. */
  emulate(profile: EdgeProfile | undefined): void {
    this.#line.profile = profile;
    this.wire.drainBelow(profile ? mostHeldBytes : this.#drainBytes);
    // A message that had no room may have some now.
    this.#isDrainDue = true;
    this.#arm();
  }

  start(events: WireEvents): void {
    this.#events = events;
    this.wire.start({
      open: () => {
        this.#unblock();
        events.open();
      },
      message: (channel, bytes) => events.message(channel, bytes),
      drain: () => {
        this.#unblock();
        this.#sayRoom();
      },
      malformed: (what) => events.malformed(what),
      lost: (why) => {
        this.#end();
        events.lost(why);
      },
    });
  }

  send(channel: Channel, bytes: Uint8Array): boolean {
    if (this.#isStraight) return this.wire.send(channel, bytes);
    const nowMs = this.clock.now();
    if (this.#isOver || this.#isBlocked || !this.#line.hasRoom(channel, bytes.byteLength, nowMs)) {
      this.#isDrainDue = true;
      this.#arm();
      return false;
    }
    const { arrivesMs } = this.#line.send(channel, bytes.byteLength, nowMs, this.#roomSinceMs);
    this.#underway[channel].push({ bytes: bytes.slice(), arrivesMs });
    if (this.#line.queuedBytes('bulk', nowMs) > this.#drainBytes) this.#isDrainDue = true;
    if (arrivesMs <= nowMs) this.#deliver();
    this.#arm();
    return true;
  }

  bufferedAmount(channel: Channel): number {
    const held = this.wire.bufferedAmount(channel);
    if (this.#isStraight) return held;
    return this.#line.queuedBytes(channel, this.clock.now()) + (held > mostHeldBytes ? held : 0);
  }

  drainBelow(bytes: number): void {
    this.#drainBytes = bytes;
    if (this.#line.profile === undefined) this.wire.drainBelow(bytes);
    if (this.#isStraight) return;
    this.#isDrainDue = true;
    this.#arm();
  }

  /** What is under way goes at once, above all the goodbye. */
  close(): void {
    for (const channel of channels)
      for (const { bytes } of this.#underway[channel].splice(0)) this.wire.send(channel, bytes);
    this.#end();
    this.wire.close();
  }

  /** No profile, and nothing of one is left. */
  get #isStraight(): boolean {
    const { control, bulk } = this.#underway;
    return this.#line.profile === undefined && control.length === 0 && bulk.length === 0;
  }

  #unblock(): void {
    this.#isBlocked = false;
    this.#deliver();
    this.#arm();
  }

  /** Gives the wire what has crossed the line by now. */
  #deliver(): void {
    const nowMs = this.clock.now() + earlyMs;
    for (const channel of channels) {
      const underway = this.#underway[channel];
      let gone = 0;
      while (!this.#isBlocked && gone < underway.length && underway[gone].arrivesMs <= nowMs)
        if (this.wire.send(channel, underway[gone].bytes)) gone++;
        else this.#isBlocked = true;
      underway.splice(0, gone);
    }
  }

  /** Sets the timer for the next arrival or the next room in the line. */
  #arm(): void {
    if (this.#isOver) return;
    const nowMs = this.clock.now();
    let nextMs = this.#isDrainDue ? Math.max(nowMs, this.#drainsMs) : Infinity;
    for (const channel of channels)
      if (!this.#isBlocked && this.#underway[channel].length > 0)
        nextMs = Math.min(nextMs, Math.max(nowMs, this.#underway[channel][0].arrivesMs));
    if (nextMs >= this.#timerMs) return;
    this.#cancelTimer?.();
    this.#timerMs = nextMs;
    this.#cancelTimer = this.clock.after(nextMs - nowMs, () => this.#run());
  }

  /** When the line has room for a whole frame, and the link wants to know. */
  get #drainsMs(): number {
    const roomBytes = Math.max(0, this.#line.mostQueuedBytes - maxFrameBytes);
    return Math.max(
      this.#line.fallsToMs('bulk', Math.min(this.#drainBytes, roomBytes)),
      this.#line.fallsToMs('control', roomBytes),
    );
  }

  #run(): void {
    this.#timerMs = Infinity;
    this.#cancelTimer = undefined;
    this.#deliver();
    if (this.#isDrainDue && this.#drainsMs <= this.clock.now() + roundingMs) {
      this.#isDrainDue = false;
      this.#sayRoom();
    }
    this.#arm();
  }

  /** What the link sends now has waited for room. */
  #sayRoom(): void {
    const nowMs = this.clock.now();
    this.#roomSinceMs = Math.min(nowMs, Math.max(this.#drainsMs, nowMs - mostLateMs));
    this.#events?.drain();
    this.#roomSinceMs = undefined;
  }

  #end(): void {
    this.#isOver = true;
    this.#cancelTimer?.();
    for (const channel of channels) this.#underway[channel].length = 0;
  }
}
