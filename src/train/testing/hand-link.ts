// A link without a transport, for unit tests: the test plays the peer. It reads what was sent, delivers what arrives,
// and sets what the link measured.
import { logged } from '../../base/sayings';
import { fromUtf8, utf8 } from '../../base/bytes';
import type { Clock } from '../../base/clock';
import type { EdgeProfile } from '../../net/emulation/edge-profile';
import {
  decodeFrame,
  emptyHeader,
  encodeFrame,
  channelOf,
  type Frame,
  type FrameType,
} from '../../net/frame/frame';
import {
  LinkClosedError,
  type CloseReason,
  type Link,
  type LinkStats,
  type Received,
} from '../../net/link/link';

export class HandLink implements Link {
  readonly kind = 'loopback';
  readonly sent: Frame[] = [];
  readonly closed: Promise<CloseReason>;
  isOpen = true;
  /** Why this replica closed it. */
  closedWith: string | undefined;
  probes = 0;
  /** The frames that it was told, in order. */
  readonly emulated: (EdgeProfile | undefined)[] = [];
  roundTripMs: number | undefined;
  shortestTripMs: number | undefined;
  bytesPerSecond: number | undefined;
  /** The peer counts as heard all the time, unless a time is set. */
  lastHeardMs: number | undefined;
  #receiver: ((received: Received) => void) | undefined;
  #settle!: (reason: CloseReason) => void;

  constructor(readonly clock: Clock) {
    this.closed = new Promise((resolve) => (this.#settle = resolve));
  }

  send(_channel: string, bytes: Uint8Array): Promise<void> {
    if (!this.isOpen) return Promise.reject(new LinkClosedError({ code: 'closed', message: 'closed' }));
    const frame = decodeFrame(bytes);
    if (!frame.ok) throw new Error(logged(frame.error.says));
    this.sent.push({ ...frame.value, payload: frame.value.payload.slice() });
    return Promise.resolve();
  }

  receive(receiver: (received: Received) => void): void {
    this.#receiver = receiver;
  }

  stats(): LinkStats {
    const { roundTripMs, shortestTripMs, bytesPerSecond, lastHeardMs = this.clock.now() } = this;
    const bytes = { bytesSent: 0, bytesReceived: 0, queuedBytes: 0, unconsumedBytes: 0 };
    const unknown = { peerClock: undefined, rateBasis: undefined };
    return { ...bytes, ...unknown, roundTripMs, shortestTripMs, bytesPerSecond, lastHeardMs };
  }

  probe(): void {
    this.probes++;
  }

  emulate(profile: EdgeProfile | undefined): void {
    this.emulated.push(profile);
  }

  close(message = 'closed'): void {
    this.closedWith ??= message;
    this.#end({ code: 'closed', message });
  }

  /** The peer, or the transport, ends it. */
  lose(): void {
    this.#end({ code: 'lost', message: 'lost' });
  }

  /** Returns how often the frame's credit was given back so far. */
  deliver(bytes: Uint8Array): { readonly consumed: () => number } {
    const frame = decodeFrame(bytes);
    let consumed = 0;
    const channel = frame.ok ? channelOf(frame.value.type) : 'control';
    this.#receiver?.({ channel, bytes, consume: () => consumed++ });
    return { consumed: () => consumed };
  }

  deliverJson(type: FrameType, message: unknown): { readonly consumed: () => number } {
    return this.deliver(encodeFrame({ ...emptyHeader, type }, utf8(JSON.stringify(message))));
  }

  /** The JSON messages of one type that were sent. */
  sentJson(type: FrameType): unknown[] {
    const ofType = this.sent.filter((frame) => frame.type === type);
    return ofType.map(({ payload }) => JSON.parse(fromUtf8(payload)) as unknown);
  }

  #end(reason: CloseReason): void {
    this.isOpen = false;
    this.#settle(reason);
  }
}
