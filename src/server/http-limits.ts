// Limits of HTTP (R17): the time for a request to arrive and for an answer to be read, and the connections of an address.
// A client that sends a byte a minute, or reads nothing, holds a connection for seconds only. WebSockets
// have their own heartbeat; a ping answers a poll after 5 s at the latest.
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { NetworkTally } from './networks';

export interface HttpLimits {
  readonly headersMs: number;
  /** Headers and body. */
  readonly requestMs: number;
  /** No byte sent and none read. */
  readonly idleMs: number;
  readonly connectionsPerAddress: number;
}

/** `networkOf`: what counts as one address; undefined for a proxy, whose connections are not limited. */
export function limitHttp(
  server: Server,
  limits: HttpLimits,
  networkOf: (remoteAddress: string) => string | undefined,
  onCut: () => void = () => undefined,
): void {
  server.headersTimeout = limits.headersMs;
  server.requestTimeout = limits.requestMs;
  server.timeout = limits.idleMs;
  const open = new NetworkTally();
  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? 'unknown');
    if (address === undefined) return;
    if (!open.hasPlace(address, limits.connectionsPerAddress)) {
      onCut();
      return void socket.destroy();
    }
    open.add(address);
    socket.once('close', () => open.add(address, -1));
  });
}
