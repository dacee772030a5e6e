// Members carry signals for each other when the room server cannot (R15). A signal goes to the receiver if there is a
// link, else to every linked peer, once. The page signs and verifies signals; here they are only passed on. Invariants:
// a signal is handled once, however often it comes. Each peer has a budget of signals (R15a), so that a flood ends at
// the first honest member. What is remembered is bounded.
import * as v from 'valibot';
import { BucketTable } from '../../base/bucket-table';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import { forgetOldest } from '../../base/forget-oldest';
import type { MemberId } from '../../membership/view';
import { maxPassedSignalBytes, passedSignalSchema, type PassedSignal } from '../../net/room/passed-signal';
import { jsonOf, type Arrived, type Hub } from './hub';

export interface SignalRelayEvents {
  /** A signal for this replica's page. */
  readonly arrived: PassedSignal;
}

/** The offers and candidates of a few calls. */
const signalRule = { capacity: 200, perSecond: 50 };
const maxRemembered = 1024;

export class SignalRelay extends Emitter<SignalRelayEvents> {
  readonly #handled = new Set<string>();
  readonly #budgets: BucketTable;
  /** Signals beyond a peer's budget. */
  dropped = 0;

  constructor(
    readonly self: MemberId,
    readonly hub: Hub,
    clock: Pick<Clock, 'now'>,
  ) {
    super();
    this.#budgets = new BucketTable(signalRule, clock);
    hub.handle('signal', (arrived) => this.#take(arrived));
    hub.on('closed', ({ peer }) => this.#budgets.drop(peer));
  }

  /** Sends a signal of this replica's page. */
  send(signal: PassedSignal): void {
    if (this.#isFirst(signal)) this.#passOn(signal, this.self);
  }

  #take({ from, frame, consume }: Arrived): void {
    consume();
    if (!this.#budgets.take(from)) {
      this.dropped++;
      return;
    }
    const isSmall = frame.payload.byteLength <= maxPassedSignalBytes;
    const parsed = v.safeParse(passedSignalSchema, isSmall ? jsonOf(frame) : undefined);
    if (!parsed.success) return this.hub.link(from)?.close('a malformed signal');
    const signal = parsed.output;
    if (signal.from === this.self || !this.#isFirst(signal)) return;
    if (signal.to === this.self) this.emit('arrived', signal);
    else this.#passOn(signal, from);
  }

  #passOn(signal: PassedSignal, from: MemberId): void {
    const { hub } = this;
    const targets = hub.has(signal.to) ? [signal.to] : hub.peers();
    for (const peer of targets)
      if (peer !== from && peer !== signal.from) hub.sendJson(peer, 'signal', signal);
  }

  /** A forged signal has another MAC, so it does not keep the true one out. */
  #isFirst({ from, sequence, mac }: PassedSignal): boolean {
    const name = `${from} ${sequence} ${mac}`;
    if (this.#handled.has(name)) return false;
    this.#handled.add(name);
    forgetOldest(this.#handled, maxRemembered);
    return true;
  }
}
