// How a page gives a connection's data channels to its Worker: by transfer where the browser allows it, else by a port to
// a pump. Transfer them in the task that created them: later transfers fail or lose messages.
import type { Clock } from '../../base/clock';
import { ChannelWire, type DataChannels } from './channel-wire';
import { pumpChannels } from './port-pump';
import { PortWire } from './port-wire';
import type { Wire } from '../link/wire';

/** The message to the Worker; structured-cloneable with its transfer list. */
export type ChannelHandover =
  | { readonly kind: 'channels'; readonly control: RTCDataChannel; readonly bulk: RTCDataChannel }
  | { readonly kind: 'port'; readonly port: MessagePort }
  /** A port to the Worker of another tab of this browser, which runs the replica `peer`. */
  | { readonly kind: 'tab'; readonly port: MessagePort; readonly peer: string }
  /** Node hands nothing over: its links are in this thread. A wire to another replica of this machine. */
  | { readonly kind: 'wire'; readonly wire: Wire };

/** How a page gives its data channels away. */
export type ChannelPath = 'channels' | 'port';

export interface PackedHandover {
  readonly handover: ChannelHandover;
  readonly transfer: Transferable[];
}

export function packHandover(
  channels: DataChannels,
  clock: Clock,
  how: ChannelPath = canTransferChannels() ? 'channels' : 'port',
): PackedHandover {
  const { control, bulk } = channels;
  switch (how) {
    case 'channels':
      return { handover: { kind: 'channels', control, bulk }, transfer: [control, bulk] };
    case 'port': {
      const { port1, port2 } = new MessageChannel();
      pumpChannels(channels, port1, clock);
      return { handover: { kind: 'port', port: port2 }, transfer: [port2] };
    }
    default:
      return how satisfies never;
  }
}

/** Ends what was met too late. */
export function discardHandover(handover: ChannelHandover): void {
  if (handover.kind === 'wire') handover.wire.close();
  else if (handover.kind !== 'channels') handover.port.close();
}

/** Call it in the Worker, in the task in which the handover arrived. */
export function wireFromHandover(handover: ChannelHandover, clock: Clock): Wire {
  switch (handover.kind) {
    case 'channels':
      return new ChannelWire(handover, clock);
    case 'port':
      return new PortWire(handover.port, { kind: 'webrtc' });
    case 'tab':
      return new PortWire(handover.port, { kind: 'tab' });
    case 'wire':
      return handover.wire;
    default:
      return handover satisfies never;
  }
}

let transferable: boolean | undefined;

/** Tries it once, with a channel of a connection that is never opened. */
export function canTransferChannels(): boolean {
  return (transferable ??= probeTransfer());
}

function probeTransfer(): boolean {
  const connection = new RTCPeerConnection();
  const { port1, port2 } = new MessageChannel();
  try {
    const channel = connection.createDataChannel('probe', { negotiated: true, id: 0 });
    port1.postMessage(channel, [channel]);
    return true;
  } catch {
    return false; // DataCloneError: this browser does not transfer data channels
  } finally {
    port1.close();
    port2.close();
    connection.close();
  }
}
