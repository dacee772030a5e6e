// One membership in the room of a check. It opens links to another member, directly and through the room server, with
// the same parts as a ring's links. It also answers the other members' trials. Links of a check never become part of a
// ring.
import { say } from '../../base/sayings';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { ChannelWire } from '../../net/wires/channel-wire';
import type { Link } from '../../net/link/link';
import { PeerConnection, type CandidatePair } from '../../net/wires/peer-connection';
import { relayKeys, relaySaltBytes } from '../../net/relay/relay-key';
import { pumpRelay, type RelayPump } from '../../net/relay/relay-pump';
import { RelayWire } from '../../net/relay/relay-wire';
import { newMemberSecret } from '../../net/room/member-secret';
import { roomKeyFromText, toBase64Url } from '../../net/room/room-key';
import type { Signalling } from '../../net/signalling/signalling';
import { connectSignalling } from '../../net/signalling/signalling-client';
import { WireLink } from '../../net/link/wire-link';
import { answerTrials } from './link-trial';
import { secureRandom } from '../../base/random-bytes';
import { SaidError } from '../../base/said-error';

export interface CheckMemberOptions {
  readonly url: string;
  readonly ticket: { readonly code: string; readonly key: string };
  /** The browser's. */
  readonly name: string;
  readonly clock: Clock;
  readonly iceServers: readonly RTCIceServer[];
}

export interface OpenedLink {
  readonly link: Link;
  /** The two addresses that a direct link really uses. */
  readonly pair: CandidatePair | undefined;
  close(): void;
}

const saltText = v.pipe(
  v.string(),
  v.length(Math.ceil((relaySaltBytes * 4) / 3)),
  v.regex(/^[A-Za-z0-9_-]*$/),
);
const envelope = v.variant('kind', [
  /** The peer must take part in a direct connection, whose signals follow. */
  v.object({ kind: v.literal('begin-direct') }),
  v.object({ kind: v.literal('direct'), signal: v.unknown() }),
  v.object({ kind: v.literal('relay-offer'), salt: saltText }),
  v.object({ kind: v.literal('relay-answer'), salt: saltText }),
]);

/** Half of a ring's links are open by 4 s. A school network may be slower, and a check is not in a hurry. */
const directMs = 10_000;
const relayMs = 8_000;
/** The most peers that may ask this member at a time. */
const mostPeers = 8;

interface Peer {
  direct: { readonly connection: PeerConnection; readonly link: WireLink | undefined } | undefined;
  pump: RelayPump | undefined;
  onAnswer: ((salt: string) => void) | undefined;
}

export class CheckMember {
  readonly id: string;
  readonly signalling: Signalling;
  readonly #peers = new Map<string, Peer>();

  #turnServers: readonly RTCIceServer[] = [];

  constructor(private readonly options: CheckMemberOptions) {
    const { url, ticket, name, clock } = options;
    const identity = {
      memberSecret: newMemberSecret(),
      name,
      role: 'bystander',
      facts: 'a check of the network',
    } as const;
    this.signalling = connectSignalling({ url, ticket, clock, ...identity });
    this.id = this.signalling.memberId;
    this.signalling.on('signal', ({ from, data }) => this.#receive(from, data));
    this.signalling.on('turn', (servers) => (this.#turnServers = servers as readonly RTCIceServer[]));
    this.signalling.on('packet', ({ from, packet, taken }) => {
      this.#peers.get(from)?.pump?.take(packet);
      taken();
    });
  }

  /** A new data channel, introduced by the room server. Rejects with the reason, or with what it waited for. */
  async direct(peer: string, signal: AbortSignal): Promise<OpenedLink> {
    if (typeof RTCPeerConnection !== 'function') throw new SaidError(say('webrtc-is-off'));
    this.signalling.signal(peer, { kind: 'begin-direct' });
    const { connection, link } = this.#connect(peer);
    try {
      const wait = waitFor<boolean>(this.options.clock, directMs, 'data-channel', signal);
      void connection.connected.then(wait.settle);
      if (!(await wait.promise)) {
        throw new SaidError((await connection.closed).why);
      }
      await link!.opened;
      return { link: link!, pair: await connection.pair(), close: () => this.#disconnect(peer) };
    } catch (error) {
      this.#disconnect(peer);
      throw error;
    }
  }

  /** Packets through the room server, sealed as in a ring. */
  async relay(peer: string, signal: AbortSignal): Promise<OpenedLink> {
    const { clock } = this.options;
    const entry = this.#peer(peer);
    const salt = toBase64Url(secureRandom(relaySaltBytes));
    const answered = waitFor<string>(clock, relayMs, 'relayed-answer', signal);
    entry.onAnswer = answered.settle;
    this.signalling.signal(peer, { kind: 'relay-offer', salt });
    const caller = { memberId: this.id, salt };
    const link = this.#openRelay(peer, caller, { memberId: peer, salt: await answered.promise }, true);
    const open = waitFor<void>(clock, relayMs, 'first-relayed-packet', signal);
    void link.opened.then(() => open.settle());
    const close = (): void => link.close('the check is done');
    try {
      await open.promise;
      if (!link.isOpen) throw new Error((await link.closed).message);
    } catch (error) {
      close();
      throw error;
    }
    return { link, pair: undefined, close };
  }

  /** Gives its place in the room back. */
  leave(): void {
    for (const peer of this.#peers.keys()) this.#disconnect(peer);
    for (const { pump } of this.#peers.values()) pump?.lose('the check is over');
    void this.signalling.leave();
  }

  #receive(from: string, data: unknown): void {
    const parsed = v.safeParse(envelope, data);
    if (!parsed.success || (!this.#peers.has(from) && this.#peers.size >= mostPeers)) return;
    const message = parsed.output;
    switch (message.kind) {
      case 'begin-direct': {
        if (typeof RTCPeerConnection !== 'function') return; // the asking end waits with a deadline
        const { link } = this.#connect(from);
        if (link) answerTrials(link);
        return;
      }
      case 'direct':
        this.#peers.get(from)?.direct?.connection.signal(message.signal);
        return;
      case 'relay-offer': {
        const salt = toBase64Url(secureRandom(relaySaltBytes));
        const caller = { memberId: from, salt: message.salt };
        answerTrials(this.#openRelay(from, caller, { memberId: this.id, salt }, false));
        return this.signalling.signal(from, { kind: 'relay-answer', salt });
      }
      case 'relay-answer':
        return this.#peers.get(from)?.onAnswer?.(message.salt);
      default:
        message satisfies never;
    }
  }

  #connect(peer: string): NonNullable<Peer['direct']> {
    this.#disconnect(peer);
    const { clock } = this.options;
    const iceServers = [...this.options.iceServers, ...this.#turnServers];
    let link: WireLink | undefined;
    const connection = new PeerConnection({
      self: this.id,
      peer,
      peerName: say('other-end'),
      clock,
      iceServers,
      connectDeadlineMs: directMs,
      onChannels: (channels) =>
        (link = new WireLink({ clock, wire: new ChannelWire(channels, clock), peer: 'the other end' })),
      onSignal: (signal) => this.signalling.signal(peer, { kind: 'direct', signal }),
    });
    return (this.#peer(peer).direct = { connection, link });
  }

  #disconnect(peer: string): void {
    const entry = this.#peers.get(peer);
    entry?.direct?.link?.close('the check is done');
    entry?.direct?.connection.close();
    if (entry) entry.direct = undefined;
  }

  #openRelay(
    peer: string,
    caller: { readonly memberId: string; readonly salt: string },
    answerer: { readonly memberId: string; readonly salt: string },
    isCaller: boolean,
  ): WireLink {
    const { ticket, clock } = this.options;
    const entry = this.#peer(peer);
    entry.pump?.lose('called again');
    const keys = relayKeys(roomKeyFromText(ticket.key)!, ticket.code, caller, answerer, this.id);
    const { port1, port2 } = new MessageChannel();
    entry.pump = pumpRelay(
      port1,
      (packet) => this.signalling.relay(peer, packet),
      () => undefined,
    );
    return new WireLink({
      clock,
      wire: new RelayWire({ port: port2, keys, isCaller }),
      peer: 'the other end',
    });
  }

  #peer(id: string): Peer {
    const known = this.#peers.get(id);
    if (known) return known;
    const peer: Peer = { direct: undefined, pump: undefined, onAnswer: undefined };
    this.#peers.set(id, peer);
    return peer;
  }
}
