// One Socket.IO connection to the room server, for pages and Node: questions with a deadline, parsed answers and
// messages, reconnection by itself. Socket.IO is loaded on first use: the Home screen does not pay for it.
import type { Socket } from 'socket.io-client';
import * as v from 'valibot';
import type { Clock } from '../base/clock';
import { waitFor } from '../base/deadline';
import { Emitter } from '../base/emitter';
import { fail } from '../base/result';
import type { Result } from '../base/result';
import { messageEvent, replySchema, serverMessageSchema } from './room-messages';
import type { ClientMessage, Presence, RoomErrorCode, ServerMessage } from './room-messages';

/** A class joining at once through a slow school proxy still answers within this. */
const answerMs = 8000;

export type AskCode = RoomErrorCode | 'server-unreachable';

interface RoomSocketEvents {
  connected: undefined;
  /** `isRefused`: the server cut us off; it will not be asked again before a pause. */
  disconnected: { readonly why: string; readonly isRefused: boolean };
  message: ServerMessage;
  /** What the server said is not of this protocol. */
  malformed: string;
}

export class RoomSocket {
  readonly events = new Emitter<RoomSocketEvents>();
  readonly #socket: Socket;
  readonly #clock: Clock;

  /** Connects at once; listeners set before the next macrotask miss nothing. */
  static async open(url: string, clock: Clock): Promise<RoomSocket> {
    const { io } = await import('socket.io-client');
    return new RoomSocket(
      io(url, {
        transports: ['websocket', 'polling'], // polling where a proxy lets no WebSocket through
        tryAllTransports: true,
        forceNew: true,
        reconnectionDelay: 300,
        reconnectionDelayMax: 3000,
        timeout: 8000,
      }),
      clock,
    );
  }

  private constructor(socket: Socket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    socket.on('connect', () => this.events.emit('connected', undefined));
    socket.on('connect_error', ({ message }: Error) =>
      this.events.emit('disconnected', { why: `cannot reach the server (${message})`, isRefused: false }),
    );
    socket.on('disconnect', (reason: string) =>
      this.events.emit('disconnected', {
        why: `the connection ended (${reason})`,
        isRefused: reason === 'io server disconnect',
      }),
    );
    socket.on(messageEvent, (payload: unknown) => {
      const parsed = v.safeParse(serverMessageSchema, payload);
      if (parsed.success) this.events.emit('message', parsed.output);
      else this.events.emit('malformed', parsed.issues[0].message);
    });
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  /** The server's answer; 'server-unreachable' when the connection ends (by close() too) or time is up. */
  async ask(
    message: ClientMessage,
    abort?: AbortSignal,
    deadlineMs = answerMs,
  ): Promise<Result<Presence | null, AskCode>> {
    if (!this.#socket.connected) return fail('server-unreachable', 'not connected to the room server');
    const wait = waitFor<Result<Presence | null, AskCode>>(
      this.#clock,
      deadlineMs,
      `the room server's answer to '${message.kind}'`,
      abort,
    );
    const stop = this.events.on('disconnected', ({ why }) => wait.settle(fail('server-unreachable', why)));
    this.#socket.emit(messageEvent, message, (reply: unknown) => {
      const parsed = v.safeParse(replySchema, reply);
      wait.settle(
        parsed.success ? parsed.output : fail('malformed', 'the server answered in another language'),
      );
    });
    try {
      return await wait.promise;
    } catch (error) {
      return fail('server-unreachable', (error as Error).message);
    } finally {
      stop();
    }
  }

  /** After the server cut us off, which Socket.IO takes for final. */
  reconnect(): void {
    this.#socket.connect();
  }

  close(): void {
    this.#socket.close();
  }
}
