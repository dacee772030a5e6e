// The gate of the server: every connection, request and upgrade passes it before the pages or the rooms see it. No
// error of a connection is unhandled, whatever state it is in (R24). A connection whose answers are not taken holds a
// few requests and no more (R25): Node reads a whole chunk of pipelined requests before it stops.
import { Tally } from '../base/tally';
import { BucketTable } from '../base/bucket-table';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Clock } from '../base/clock';
import { frameRule, requestRule, type RequestLimits } from './limits';
import { FrameMeter } from './frame-meter';

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
  /** May this request become a WebSocket? */
  readonly isUpgrade: (request: IncomingMessage) => boolean;
  readonly behind: Behind;
}

export interface Gate {
  close(): void;
}

const forgetEveryMs = 30_000;

export function openGate(server: Server, { clock, limits, addressOf, isUpgrade, behind }: GateOptions): Gate {
  /** Requests whose answers have not left, by connection: functions that end their count. */
  const underway = new WeakMap<Duplex, Set<() => void>>();
  const byAddress = new Tally<string>();
  const requests = new BucketTable(requestRule, clock);

  /** False: the connection has ended, because of this request or of one before it in the same chunk. */
  const admit = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request;
    if (socket.destroyed) return false;
    const held = underway.get(socket) ?? startCounting(socket);
    const address = addressOf(request);
    const isWithin =
      held.size < limits.requestsPerConnection && byAddress.of(address) < limits.requestsPerAddress;
    if (!isWithin || !requests.take(address)) {
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

  server.on('connection', handleErrors);
  server.on('secureConnection', handleErrors);
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
    const meter = new FrameMeter(frameRule, clock);
    socket.on('data', (chunk: Buffer) => {
      if (!meter.mayCarry(chunk)) socket.destroy();
    });
    behind.upgrade(request, socket, head);
  });
  let cancelForget: () => void;
  const forget = (): void => {
    requests.forget();
    cancelForget = clock.after(forgetEveryMs, forget);
  };
  cancelForget = clock.after(forgetEveryMs, forget);
  return { close: () => cancelForget() };
}

/** Node takes its own listener away when a connection changes hands; an error then would end the process. */
function handleErrors(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
}
