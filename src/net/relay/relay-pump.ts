// The page's part of a relayed link: sealed packets between the Worker's wire (a port) and the room server. The server
// answers a packet when the far page has it; that answer reopens the wire's window (L14).
import { logged } from '../../base/sayings';
import type { Result } from '../../base/result';
import type { FromRelayWire, ToRelayWire } from './relay-wire';

export interface RelayPump {
  /** Takes a packet from the peer. */
  take(packet: Uint8Array): void;
  /** Ends the wire, with the reason. Idempotent. */
  lose(why: string): void;
}

/** `send` resolves when the far page has the packet. `onEnd` is called once, whichever side ends the link. */
export function pumpRelay(
  port: MessagePort,
  send: (packet: Uint8Array) => Promise<Result<unknown, string>>,
  onEnd: () => void,
): RelayPump {
  let isOver = false;
  const post = (message: ToRelayWire, transfer: Transferable[] = []): void => {
    if (!isOver) port.postMessage(message, transfer);
  };
  const end = (): void => {
    if (isOver) return;
    isOver = true;
    port.close();
    onEnd();
  };
  const lose = (why: string): void => {
    post({ kind: 'lost', why });
    end();
  };
  port.onmessage = ({ data }: MessageEvent<FromRelayWire>) => {
    if (data.kind === 'close') return end();
    void send(data.packet).then((sent) => {
      if (sent.ok) post({ kind: 'taken' });
      else lose(`the relay ended: ${logged(sent.error.says)}`);
    });
  };
  return { take: (packet) => post({ kind: 'packet', packet }), lose };
}
