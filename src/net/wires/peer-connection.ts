// One WebRTC connection to one peer, on the page's main thread. simple-peer does the handshake, and two extra channels
// carry the link. They are negotiated: both sides create them with fixed ids before the first offer, so no in-band channel
// can take their place. They are handed out at once, while they can still be transferred to a Worker.
// Signals come from outside and are checked first, because simple-peer destroys itself on garbage.
import { saidOf } from '../../base/said-error';
import { logged, type Name, say, type Saying, unexpected } from '../../base/sayings';
import SimplePeer from 'simple-peer/simplepeer.min.js';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import { fail, ok, type Result } from '../../base/result';
import type { DataChannels } from './channel-wire';

const SdpText = v.pipe(v.string(), v.startsWith('v=0'), v.maxLength(32 * 1024));

const SignalSchema = v.variant('type', [
  v.object({ type: v.literal('offer'), sdp: SdpText }),
  v.object({ type: v.literal('answer'), sdp: SdpText }),
  v.object({
    type: v.literal('candidate'),
    candidate: v.object({
      candidate: v.pipe(v.string(), v.maxLength(1024)),
      sdpMid: v.nullish(v.pipe(v.string(), v.maxLength(64))),
      sdpMLineIndex: v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(65_535))),
    }),
  }),
]);

/** A signal between the two sides through the room server: JSON. */
export type PeerSignal = v.InferOutput<typeof SignalSchema>;

/** A browser's WebRTC classes. */
export interface RtcImplementation {
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  readonly RTCSessionDescription: typeof RTCSessionDescription;
  readonly RTCIceCandidate: typeof RTCIceCandidate;
}

/** The two ends of the path that a connection uses. */
export interface CandidatePair {
  /** `host`: an address of the device; `srflx`, `prflx`: its address as others see it; `relay`: one of a TURN server. */
  readonly local: string;
  readonly remote: string;
  readonly protocol: string;
}

export type ConnectionEndCode =
  | 'closed' // by this side
  | 'connect-timeout' // never opened
  | 'failed'; // the handshake or the open connection broke

export interface ConnectionEnd {
  readonly code: ConnectionEndCode;
  readonly why: Saying;
}

export interface PeerConnectionOptions {
  /** Ids that both sides know; the smaller one offers. */
  readonly self: string;
  readonly peer: string;
  /** The peer’s name in texts that people read. */
  readonly peerName: Name;
  readonly clock: Clock;
  /** Explicit, because simple-peer's default names other people's STUN servers; a LAN needs none. */
  readonly iceServers?: readonly RTCIceServer[];
  readonly connectDeadlineMs?: number;
  /** The WebRTC classes for a platform without them: Node. */
  readonly rtc?: RtcImplementation;
  /** Called once, within the constructor, unless the browser refused a connection. Transfer the channels now or keep
   *  them. */
  readonly onChannels: (channels: DataChannels) => void;
  readonly onSignal: (signal: PeerSignal) => void;
}

/** The time for a goodbye to leave the channels, because closing the connection would drop it. */
const lingerMs = 300;

/** A machine with many interfaces has tens. simple-peer stores candidates that come before the description. */
const maxCandidates = 256;

export class PeerConnection {
  /** Settles when the connection opened; false when it ended instead. */
  readonly connected: Promise<boolean>;
  /** Settles once, with the reason; never rejects. */
  readonly closed: Promise<ConnectionEnd>;
  readonly isInitiator: boolean;
  /** Undefined: this browser has no WebRTC, or refuses a connection. It has ended then. */
  readonly #peer: SimplePeer.Instance | undefined;
  readonly #cancelDeadline: () => void;
  #resolveConnected!: (connected: boolean) => void;
  #resolveClosed!: (end: ConnectionEnd) => void;
  #ended = false;
  #described = false;
  #candidates = 0;

  constructor(private readonly options: PeerConnectionOptions) {
    const { self, peer, peerName, clock, iceServers = [], connectDeadlineMs = 15_000 } = options;
    this.isInitiator = self < peer;
    this.connected = new Promise((resolve) => (this.#resolveConnected = resolve));
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
    this.#cancelDeadline = clock.after(connectDeadlineMs, () =>
      this.#end(
        'connect-timeout',
        say('no-connection-within', { name: peerName, seconds: connectDeadlineMs / 1000 }),
      ),
    );
    try {
      this.#peer = this.#open(iceServers);
    } catch (error) {
      this.#end('failed', whyRefused(error, options.rtc));
    }
  }

  #open(iceServers: readonly RTCIceServer[]): SimplePeer.Instance {
    const { peerName, rtc, onChannels } = this.options;
    const peer = new SimplePeer({
      initiator: this.isInitiator,
      config: { iceServers: [...iceServers] },
      // simple-peer's own channel is unused, but negotiated too, or the peer could open one in its place.
      channelConfig: { negotiated: true, id: 0 },
      objectMode: true,
      ...(rtc && { wrtc: rtc }),
    });
    peer.on('signal', (signal: unknown) => this.#send(signal));
    peer.on('connect', () => {
      this.#cancelDeadline();
      this.#resolveConnected(true);
    });
    peer.on('error', (error: Error) => this.#end('failed', unexpected(`${this.#shown}: ${error.message}`)));
    peer.on('close', () => this.#end('failed', say('connection-closed', { name: peerName })));
    // simple-peer hides its RTCPeerConnection and cannot open a second channel. It makes the offer in a later microtask,
    // so the offer includes channels made here.
    const { _pc: connection } = peer as unknown as { readonly _pc: RTCPeerConnection | undefined };
    // A peer without a connection (refused ICE servers, too many connections) emits an error in a microtask.
    if (!connection) return peer;
    try {
      onChannels({
        control: connection.createDataChannel('control', { negotiated: true, id: 1 }),
        bulk: connection.createDataChannel('bulk', { negotiated: true, id: 2 }),
      });
    } catch (error) {
      peer.destroy();
      throw error;
    }
    return peer;
  }

  /** Takes a signal from the peer. Any value may come; a refused one changes nothing. */
  signal(signal: unknown): Result<void, 'bad-signal' | 'closed'> {
    if (this.#ended) return fail('closed', `the connection to ${this.#shown} has ended`);
    const parsed = v.safeParse(SignalSchema, signal);
    const bad = (why: string): Result<void, 'bad-signal'> =>
      fail('bad-signal', `${this.#shown} sent an invalid signal: ${why}`);
    if (!parsed.success) return bad(parsed.issues[0].message);
    // Both sides cannot offer at once: one offers, the other answers.
    const forbidden = this.isInitiator ? 'offer' : 'answer';
    const { type } = parsed.output;
    if (type === forbidden) return bad(`an ${forbidden}`);
    if (type === 'candidate' && ++this.#candidates > maxCandidates) return bad('too many candidates');
    if (type !== 'candidate') {
      // A replayed description would renegotiate a running connection.
      if (this.#described) return bad(`a second ${type}`);
      this.#described = true;
    }
    try {
      this.#peer?.signal(parsed.output as SimplePeer.SignalData);
    } catch (error) {
      return bad(error instanceof Error ? error.message : String(error));
    }
    return ok(undefined);
  }

  /** The path of an open connection; undefined where the browser does not report it. */
  async pair(): Promise<CandidatePair | undefined> {
    const { _pc: connection } = (this.#peer ?? {}) as { readonly _pc?: RTCPeerConnection };
    const entries = new Map<string, Record<string, unknown>>();
    (await connection?.getStats())?.forEach((entry: Record<string, unknown>) =>
      entries.set(entry.id as string, entry),
    );
    const all = [...entries.values()];
    const selected = all.find(({ type }) => type === 'transport')?.selectedCandidatePairId as
      | string
      | undefined;
    // Firefox has no transport entry, and marks the pair instead.
    const pair =
      entries.get(selected ?? '') ?? all.find(({ type, selected }) => type === 'candidate-pair' && selected);
    const local = entries.get(pair?.localCandidateId as string);
    const remote = entries.get(pair?.remoteCandidateId as string);
    if (!local || !remote) return undefined;
    const { candidateType, protocol } = local;
    return { local: String(candidateType), remote: String(remote.candidateType), protocol: String(protocol) };
  }

  /** Closes the connection. Close the link over it first, so that its goodbye is sent. Idempotent. */
  close(): void {
    this.#end('closed', unexpected('closed'), lingerMs);
  }

  /** simple-peer also signals requests to renegotiate, which are never needed here; the schema drops them. */
  #send(signal: unknown): void {
    const parsed = v.safeParse(SignalSchema, JSON.parse(JSON.stringify(signal)));
    if (parsed.success && !this.#ended) this.options.onSignal(parsed.output);
  }

  /** The peer's name, for logs. */
  get #shown(): string {
    const { peerName } = this.options;
    return typeof peerName === 'string' ? peerName : logged(peerName);
  }

  #end(code: ConnectionEndCode, why: Saying, afterMs = 0): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelDeadline();
    if (afterMs > 0) this.options.clock.after(afterMs, () => this.#peer?.destroy());
    else this.#peer?.destroy();
    this.#resolveConnected(false);
    this.#resolveClosed({ code, why });
  }
}

/** A policy or an extension may have removed WebRTC, or made it throw. */
function whyRefused(error: unknown, rtc: RtcImplementation | undefined): Saying {
  const isMissing = !rtc && typeof globalThis.RTCPeerConnection !== 'function';
  return isMissing ? say('webrtc-is-off') : saidOf(error);
}
