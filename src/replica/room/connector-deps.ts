// The dependencies that all connectors of a page share.
import type { Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import type { FlightFields } from '../../base/flight-recorder';
import type { Result } from '../../base/result';
import { type RelayKeys, type RelayParty, relaySaltBytes } from '../../net/relay/relay-key';
import type { RtcImplementation } from '../../net/wires/peer-connection';
import type { Neighbours } from '../../net/tabs/neighbours';
import type { ToWorker } from '../worker/worker-messages';
import * as v from 'valibot';

export interface ConnectorDeps {
  readonly self: string;
  readonly clock: Clock;
  readonly rtc: RtcSettings;
  /** Undefined where tabs of this browser, or replicas of this machine, cannot meet: they use WebRTC, as others do. */
  readonly tabs?: Neighbours | undefined;
  /** The host wants WebRTC between tabs of one browser, too (L20e). */
  readonly onlyWebRtc: () => boolean;
  readonly room: RoomPath;
  readonly log: ConnectionLog;
  /** Hands a new link to the Worker, which owns all links. */
  readonly handOver: (link: ToWorker & { kind: 'link' | 'relay' }, transfer: Transferable[]) => void;
}

interface RtcSettings {
  /** Node's, where links stay in this thread; undefined: the browser's, whose channels go to the Worker. */
  readonly implementation: RtcImplementation | undefined;
  readonly iceServers: () => readonly RTCIceServer[];
}

/** The way to a peer through the room, which needs no connection of its own. */
export interface RoomPath {
  readonly code: string;
  readonly signal: (to: string, signal: ConnectorSignal) => void;
  /** Both this page and the peer are at the server. */
  readonly canRelay: (to: string) => boolean;
  /** Resolves when the peer's page has the packet. */
  readonly relay: (to: string, packet: Uint8Array) => Promise<Result<unknown, string>>;
  /** undefined: this page does not hold the room key. */
  readonly relayKeys: (caller: RelayParty, answerer: RelayParty) => RelayKeys | undefined;
}

interface ConnectionLog {
  /** A note for the flight recorder. */
  readonly note: (kind: string, fields: FlightFields) => void;
  /** A line for the activity log on the screen. */
  readonly warn: (says: Saying) => void;
}

/**
 * The signals that the two pages of one link send each other, through the room server or through members. They come
 * from another page, so they are checked.
 */
const callNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const salt = v.pipe(v.string(), v.length(Math.ceil((relaySaltBytes * 4) / 3)), v.regex(/^[A-Za-z0-9_-]*$/));

export const connectorSignalSchema = v.variant('kind', [
  /** A signal of simple-peer, in call `call`. */
  v.object({ kind: v.literal('signal'), call: v.pipe(callNumber, v.minValue(1)), signal: v.unknown() }),
  /** The caller is a tab of the answerer's browser, and waits to meet it. */
  v.object({ kind: v.literal('tab-call'), call: v.pipe(callNumber, v.minValue(1)) }),
  /** The answerer asks the caller to call. `call` is the last call that it knows. */
  v.object({ kind: v.literal('call-me'), call: callNumber }),
  /** The caller found no direct connection and offers a relayed link. */
  v.object({ kind: v.literal('relay-offer'), call: callNumber, salt }),
  v.object({ kind: v.literal('relay-answer'), call: callNumber, salt }),
]);

export type ConnectorSignal = v.InferOutput<typeof connectorSignalSchema>;
