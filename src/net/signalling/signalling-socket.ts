// One Socket.IO connection to the room server, for pages and Node: questions with a deadline, parsed answers and
// messages, automatic reconnection. Socket.IO is loaded on first use, so the Home screen does not load it.
import { say, type Saying } from '../../base/sayings';
import type { Socket } from 'socket.io-client';
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { Emitter } from '../../base/emitter';
import { fail, ok, type Result } from '../../base/result';
import { subPathOf } from '../../base/server-address';
import {
  maxRelayPacketBytes,
  messageEvent,
  relayEvent,
  replySchema,
  serverMessageSchema,
} from '../room/room-messages';
import type { Answer, ClientMessage, RoomErrorCode, ServerMessage } from '../room/room-messages';

/** Socket.IO's own text ('xhr poll error') names the last transport it tried, and not the cause. */
const unreachable = say('server-out-of-reach');

/** Socket.IO's reason for a disconnect, for people. */
function disconnectText(reason: string): Saying {
  switch (reason) {
    case 'io server disconnect':
      return say('server-ended-it');
    case 'io client disconnect':
      return say('page-ended-it');
    case 'ping timeout':
      return say('server-silent');
    default: // the transport closed or failed
      return say('server-lost');
  }
}

/** A class joining at once through a slow school proxy still answers within this. */
const answerMs = 8000;
/** Some proxies and virus scanners take a WebSocket and let nothing through: it neither opens nor fails. After this time
 *  polling goes first. */
export const webSocketMs = 4000;
const pollingMs = 8000;
/** The tries that come quickly after a loss: where one process of several ended, they find another within four seconds, even
 *  if the first three fail. A server that is away for longer is asked less often. */
const quickTries = 6;
const [quickMs, slowMs] = [800, 5000];

export type AskCode = RoomErrorCode | 'server-unreachable';

export interface Disconnection {
  readonly why: Saying;
  /** The server ended the connection on purpose. Socket.IO does not reconnect then. */
  readonly isRefused: boolean;
}

interface RoomSocketEvents {
  connected: undefined;
  disconnected: Disconnection;
  message: ServerMessage;
  packet: RelayedPacket;
  /** The server sent something that is not of this protocol. */
  malformed: string;
}

/** A sealed packet of a member's relayed link (R13). `taken` lets its sender send more. */
export interface RelayedPacket {
  readonly from: string;
  readonly packet: Uint8Array;
  readonly taken: () => void;
}

export class RoomSocket {
  readonly events = new Emitter<RoomSocketEvents>();

  /** `url`: the server, and the path that it is below. `room`: the code, by which the proxy or the server finds the process
   *  that has the room (R31). Connects at once; listeners set before the next macrotask miss nothing. */
  static async open(url: string, room: string, clock: Clock): Promise<RoomSocket> {
    const { io } = await import('socket.io-client');
    return new RoomSocket(
      io(new URL(url).origin, {
        path: `${subPathOf(url)}/socket.io/`,
        query: { room },
        transports: ['websocket', 'polling'], // polling where a proxy blocks WebSockets
        tryAllTransports: true,
        forceNew: true,
        reconnectionDelay: 300,
        timeout: webSocketMs,
      }),
      clock,
    );
  }

  private constructor(
    private readonly socket: Socket,
    private readonly clock: Clock,
  ) {
    socket.io.on('reconnect_attempt', (attempt) =>
      socket.io.reconnectionDelayMax(attempt < quickTries ? quickMs : slowMs),
    );
    socket.on('connect', () => this.events.emit('connected', undefined));
    const disconnected = (why: Saying, isRefused: boolean): void =>
      this.events.emit('disconnected', { why, isRefused });
    socket.on('connect_error', ({ message }: Error) => {
      // Socket.IO itself tries another transport only after a failure. It still changes to a WebSocket that works.
      if (message === 'timeout') {
        socket.io.opts.transports = ['polling', 'websocket'];
        socket.io.timeout(pollingMs);
      }
      disconnected(unreachable, false);
    });
    socket.on('disconnect', (reason: string) =>
      disconnected(disconnectText(reason), reason === 'io server disconnect'),
    );
    socket.on(messageEvent, (payload: unknown) => {
      const parsed = v.safeParse(serverMessageSchema, payload);
      if (parsed.success) this.events.emit('message', parsed.output);
      else this.events.emit('malformed', parsed.issues[0].message);
    });
    socket.on(relayEvent, (from: unknown, data: unknown, taken: unknown) => {
      const packet = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
      const isPacket = packet instanceof Uint8Array && packet.byteLength <= maxRelayPacketBytes;
      if (typeof from === 'string' && isPacket && typeof taken === 'function')
        this.events.emit('packet', { from, packet, taken: () => void taken() });
      else this.events.emit('malformed', 'not a relayed packet');
    });
  }

  get isConnected(): boolean {
    return this.socket.connected;
  }

  /** The server's answer; 'server-unreachable' when the connection ends (also by close()) or the time is over. */
  ask(message: ClientMessage, abort?: AbortSignal, deadlineMs = answerMs): Promise<Result<Answer, AskCode>> {
    const what = `the room server's answer to '${message.kind}'`;
    return this.#ask(what, (answer) => this.socket.emit(messageEvent, message, answer), deadlineMs, abort);
  }

  /** Resolves when the member's page has the packet. */
  relay(to: string, packet: Uint8Array): Promise<Result<unknown, AskCode>> {
    const send = (answer: (reply: unknown) => void) => this.socket.emit(relayEvent, to, packet, answer);
    return this.#ask('a relayed packet to arrive', send, answerMs);
  }

  async #ask(
    what: string,
    send: (answer: (reply: unknown) => void) => void,
    deadlineMs: number,
    abort?: AbortSignal,
  ): Promise<Result<Answer, AskCode>> {
    if (!this.socket.connected) return fail('server-unreachable', 'not connected to the room server');
    const wait = waitFor<Result<Answer, AskCode>>(this.clock, deadlineMs, what, abort);
    const stop = this.events.on('disconnected', ({ why }) => wait.settle(fail('server-unreachable', why)));
    send((reply) => {
      const parsed = v.safeParse(replySchema, reply);
      const { output, success } = parsed;
      if (!success) wait.settle(fail('malformed', 'the server’s answer is not of this protocol'));
      else wait.settle(output.ok ? output : fail(output.error.code, output.error.message));
    });
    try {
      return await wait.promise;
    } catch (error) {
      return fail('server-unreachable', (error as Error).message);
    } finally {
      stop();
    }
  }

  /** Connects again after the server ended the connection, which Socket.IO takes as final. */
  reconnect(): void {
    this.socket.connect();
  }

  close(): void {
    this.socket.close();
  }
}

/** Settles when the socket is connected, or after `withinMs` with the reason why it is not. */
export async function untilConnected(
  socket: RoomSocket,
  clock: Clock,
  withinMs: number,
  abort?: AbortSignal,
): Promise<Result<null, 'server-unreachable'>> {
  if (socket.isConnected) return ok(null);
  const wait = waitFor<null>(clock, withinMs, 'the room server', abort);
  let last: Saying | undefined;
  const stops = [
    socket.events.on('connected', () => wait.settle(null)),
    socket.events.on('disconnected', ({ why }) => (last = why)),
  ];
  try {
    return ok(await wait.promise);
  } catch (error) {
    return fail('server-unreachable', last ?? (error as Error).message);
  } finally {
    stops.forEach((stop) => stop());
  }
}
