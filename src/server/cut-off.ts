// The end of a connection that the server does not want any more. A WebSocket's close waits half a minute for the
// client's, and reads on meanwhile; here it ends within a second, with or without a last word (R26d).
import type { Clock } from '../base/clock';
import type { EngineConnection } from './outbound';

/** Why a connection was cut off. */
export type CutKind =
  | 'unread' // it did not read what waits for it (R17)
  | 'unread-poll' // it polled before it had read the last answer (R17c)
  | 'offences' // refused messages (R4)
  | 'wrong-codes' // guessed by one socket (R4)
  | 'strays' // packets that no page sends (R26b)
  | 'relayed' // packets beyond what a socket may relay (R26)
  | 'requests' // more than a connection or an address may ask for (R25)
  | 'connections'; // more than an address may have (R17d)

/** The time for a goodbye to leave. */
const goodbyeMs = 1_000;
/** Socket.IO's packet for `disconnected by the server`. */
const goodbye = '1';

/** Cuts the connection at once, and without a goodbye: that would wait behind what the client does not read. */
export function cutOff(connection: EngineConnection): void {
  const { socket } = webSocketOf(connection);
  connection.close(true);
  socket?.terminate();
}

/** The page learns that the server did it, and does not connect again by itself. */
export function sayGoodbye(connection: EngineConnection, clock: Clock): void {
  connection.write(goodbye);
  connection.close();
  clock.after(goodbyeMs, () => cutOff(connection));
}

/** However it ends: who does not answer the close is read no longer. */
export function limitFarewell(connection: EngineConnection, clock: Clock): void {
  connection.once('close', () => {
    const { socket } = webSocketOf(connection);
    if (!socket) return;
    const cancel = clock.after(goodbyeMs, () => socket.terminate());
    socket.once('close', cancel);
  });
}

/** The client sent a frame that breaks RFC 6455, or one that is too large: the WebSocket ends. */
export function onMalformedFrame(connection: EngineConnection, listener: () => void): void {
  const watch = (): void =>
    void webSocketOf(connection).socket?.once('error', ({ code }) => {
      if (code?.startsWith('WS_ERR_')) listener();
    });
  watch();
  connection.once('upgrade', watch);
}

interface WebSocketTransport {
  /** Absent: it polls. */
  readonly socket?: {
    terminate(): void;
    once(event: 'close', listener: () => void): void;
    once(event: 'error', listener: (error: { readonly code?: string }) => void): void;
  };
}

const webSocketOf = ({ transport }: EngineConnection): WebSocketTransport => transport as WebSocketTransport;
