// Passes a request, or a WebSocket, on to the process that has the room, byte by byte and with the client's own address
// (R31b). It keeps nothing: where one side does not read, the other is not read either.
import { request as ask, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline, type Duplex } from 'node:stream';
import type { LivingProcess } from './directory';
import { hostOf } from './owners';

/** Holds the token of the process to which a request was passed on. Nothing is passed on twice. */
export const hopHeader = 'x-lockstep-process';
/** The tokens of processes that take no connections, as the one before found. */
export const withoutHeader = 'x-lockstep-without';
/** The time for a connection to another process. */
const connectMs = 1_000;
/** A connection on which neither side says anything ends: a poll is answered at the next ping, after 5 s. */
const silentMs = 30_000;
/** The status by which a process says that it does not have the room. */
const notMine = 503;

/** The client, as the first process knows it. */
export interface Client {
  readonly address: string;
  readonly host: string | undefined;
  readonly isSecure: boolean;
}

export interface Way {
  readonly to: LivingProcess;
  readonly client: Client;
  /** Tokens of processes that take no connections. */
  readonly without: readonly string[];
  /** The process did not take the connection. */
  readonly unreachable: () => void;
  /** Asks again whose the room is; undefined: a part of the request is gone already. */
  readonly again: (() => void) | undefined;
  /** The same, after news from the directory: the process says that the room is not its own. undefined: it is asked no
   *  more. */
  readonly afterNews: (() => void) | undefined;
}

/** `done` is called once, at the end. */
export function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  way: Way,
  done: () => void,
): void {
  const { onward, stop } = onTheWay(request, way, { connection: 'close' }, (isUnreachable) => {
    response.off('close', ended);
    done();
    if (response.headersSent || response.destroyed) response.destroy();
    else if (isUnreachable && way.again) way.again();
    else refuseForNow(response);
  });
  const ended = (): void => {
    stop();
    done();
  };
  response.once('close', ended);
  onward.once('response', (answer) => {
    if (answer.statusCode === notMine && way.afterNews) {
      response.off('close', ended);
      ended();
      return way.afterNews();
    }
    const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...headers } = answer.headers;
    response.writeHead(answer.statusCode!, headers);
    pipeline(answer, response, () => undefined); // an end of one is the other's
  });
  if (request.method === 'GET') onward.end();
  else request.pipe(onward);
}

export function forwardUpgrade(request: IncomingMessage, socket: Duplex, way: Way, done: () => void): void {
  const { upgrade } = request.headers;
  const { onward, stop } = onTheWay(request, way, { connection: 'Upgrade', upgrade }, (isUnreachable) => {
    socket.off('close', ended);
    done();
    if (isUnreachable && way.again && !socket.destroyed) way.again();
    else refuseUpgrade(socket);
  });
  const ended = (): void => {
    stop();
    done();
  };
  socket.once('close', ended);
  onward.once('upgrade', (answer, upstream, first) => {
    upstream.setTimeout(silentMs, () => upstream.destroy());
    upstream.setNoDelay(true);
    socket.write(headOf(answer));
    if (first.length > 0) socket.write(first);
    pipeline(upstream, socket, upstream, () => undefined);
  });
  onward.once('response', (answer) => {
    if (answer.statusCode === notMine && way.afterNews) {
      socket.off('close', ended);
      ended();
      return way.afterNews();
    }
    answer.resume();
    refuseUpgrade(socket, `${answer.statusCode} ${answer.statusMessage}`);
  });
  onward.end();
}

/** The owner is not known, or not there: another try in a moment will find it. */
export function refuseForNow(response: ServerResponse): void {
  response.writeHead(notMine, {
    'Content-Type': 'text/plain',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
  });
  response.end('the room is on its way to another process: try again in a moment');
}

export function refuseUpgrade(socket: Duplex, status = '503 Service Unavailable'): void {
  if (!socket.destroyed) socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** A request of the same kind to the other process; its end without an answer is told to `failed`. */
function onTheWay(
  { method, url, headers }: IncomingMessage,
  { to, client, without, unreachable }: Way,
  more: Readonly<Record<string, string | undefined>>,
  failed: (isUnreachable: boolean) => void,
): { readonly onward: ClientRequest; readonly stop: () => void } {
  const { expect: _, upgrade: __, ...kept } = headers;
  const onward = ask({
    agent: false,
    host: hostOf(to.address),
    port: to.address.slice(to.address.lastIndexOf(':') + 1),
    method,
    path: url,
    headers: {
      ...kept,
      ...more,
      'x-forwarded-for': client.address,
      ...(client.host !== undefined && { 'x-forwarded-host': client.host }),
      'x-forwarded-proto': client.isSecure ? 'https' : 'http',
      [hopHeader]: to.token,
      [withoutHeader]: without.join(),
    },
  });
  let [isConnected, isStopped] = [false, false];
  const giveUp = (): void => void onward.destroy(new Error('silent'));
  // Where this process was busy for long, the connection may be there, and not yet seen: timers come first.
  onward.setTimeout(connectMs);
  onward.on('timeout', () => {
    if (isConnected) giveUp();
    else setImmediate(() => isConnected || giveUp());
  });
  onward.once('socket', (socket) =>
    socket.once('connect', () => {
      isConnected = true;
      socket.setTimeout(silentMs);
    }),
  );
  onward.on('error', () => {
    if (isStopped) return;
    stop();
    if (!isConnected) unreachable();
    failed(!isConnected);
  });
  const stop = (): void => {
    isStopped = true;
    onward.destroy();
  };
  return { onward, stop };
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []));
  return [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n');
}
