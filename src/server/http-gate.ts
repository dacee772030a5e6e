// The gate of the server: every connection, request and upgrade passes it before the pages or the rooms see it. No
// error of a connection is unhandled, whatever state it is in (R24). A connection whose answers are not taken holds a
// few requests and no more (R25): Node reads a whole chunk of pipelined requests before it stops.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../base/clock';
import { Connection } from './connection';
import { requestRule, type RequestLimits } from './limits';
import { NetworkTable, NetworkTally } from './networks';
import { ReadBudgets } from './read-budget';
import { Turns } from './turns';

/** What lies behind the gate. */
interface Behind {
  request(request: IncomingMessage, response: ServerResponse): void;
  /** A WebSocket's handshake. The gate counts its frames. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface GateOptions {
  readonly clock: Clock;
  readonly limits: RequestLimits;
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whose a connection is; undefined: a proxy's, and its requests say whose they are. */
  readonly networkOf: (remoteAddress: string) => string | undefined;
  /** May this request become a WebSocket? */
  readonly isUpgrade: (request: IncomingMessage) => boolean;
  readonly behind: Behind;
  /** A connection was closed because it, or its address, asked for too much. */
  readonly onCut: () => void;
}

export interface Gate {
  close(): void;
}

const forgetEveryMs = 30_000;

export function openGate(
  server: Server,
  { clock, limits, addressOf, networkOf, isUpgrade, behind, onCut }: GateOptions,
): Gate {
  const turns = new Turns(clock);
  const budgets = new ReadBudgets(clock);
  /** Requests whose answers have not left, by connection: functions that end their count. */
  const underway = new WeakMap<Duplex, Set<() => void>>();
  const byAddress = new NetworkTally();
  const requests = new NetworkTable(requestRule, clock);

  /** False: the connection has ended, because of this request or of one before it in the same chunk. */
  const admit = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request;
    if (socket.destroyed) return false;
    const held = underway.get(socket) ?? startCounting(socket);
    const address = addressOf(request);
    (socket as unknown as Connection).budget.belongsTo(address);
    const isWithin =
      held.size < limits.requestsPerConnection && byAddress.hasPlace(address, limits.requestsPerAddress);
    if (!isWithin || !requests.take(address)) {
      onCut();
      socket.destroy();
      return false;
    }
    byAddress.add(address);
    const release = (): void => {
      if (held.delete(release)) byAddress.add(address, -1);
    };
    held.add(release);
    response.once('close', release);
    // The rest of a body that nobody reads could continue for as long as a request may take.
    response.once('finish', () => {
      if (!request.complete) socket.destroySoon();
    });
    return true;
  };
  const startCounting = (socket: Socket): Set<() => void> => {
    const held = new Set<() => void>();
    underway.set(socket, held);
    // Answers that still wait for the ones before them never close.
    socket.once('close', () => held.forEach((release) => release()));
    return held;
  };

  takeOver(server, (socket) => {
    const budget = budgets.of(networkOf(socket.remoteAddress ?? 'unknown'));
    return new Connection(socket, { clock, turns, budget });
  });
  server.on('connection', handleErrors);
  server.on('tlsClientError', (_error, socket: Duplex) => socket.destroy());
  server.on('request', (request, response) => {
    if (admit(request, response)) behind.request(request, response);
  });
  server.on('checkContinue', (request, response) => {
    if (!admit(request, response)) return;
    response.writeContinue();
    behind.request(request, response);
  });
  server.on('checkExpectation', (request) => request.socket.destroy());
  server.on('upgrade', (request, socket, head) => {
    const isBusy = (underway.get(socket)?.size ?? 0) > 0; // its answers would fall among the frames
    if (socket.destroyed || isBusy || !isUpgrade(request)) return void socket.destroy();
    const connection = socket as Connection;
    connection.budget.belongsTo(addressOf(request));
    connection.countFrames(head);
    behind.upgrade(request, socket, Buffer.alloc(0));
  });
  let cancelForget: () => void;
  const forget = (): void => {
    requests.forget();
    budgets.forget();
    cancelForget = clock.after(forgetEveryMs, forget);
  };
  cancelForget = clock.after(forgetEveryMs, forget);
  return { close: () => cancelForget() };
}

/** Puts a connection of ours between each client and HTTP, over TLS or not. */
function takeOver(server: Server, wrap: (socket: Socket) => Connection): void {
  const event = server instanceof TlsServer ? 'secureConnection' : 'connection';
  const serve = server.listeners(event) as ((this: Server, connection: Duplex) => void)[];
  server.removeAllListeners(event);
  server.on(event, (socket: Socket) => {
    const connection = wrap(socket);
    handleErrors(connection);
    serve.forEach((listener) => listener.call(server, connection));
  });
}

/** Node takes its own listener away when a connection changes hands; an error then would end the process. */
function handleErrors(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
}
