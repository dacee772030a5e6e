// A real room server on a free port of this machine, sockets to it, and the messages they send most; for tests.
import { logged } from '../../base/sayings';
import { io, type Socket } from 'socket.io-client';
import { realClock } from '../../base/clock';
import { memberIdOf, newMemberSecret } from '../../net/room/member-secret';
import { messageEvent, protocolVersion } from '../../net/room/room-messages';
import type { ClientMessage, Reply, RoomDescription } from '../../net/room/room-messages';
import { lineLog } from '../server-log';
import { readSettings } from '../settings';
import { startServer, type RunningServer } from '../start-server';

export const description: RoomDescription = {
  isOpen: true,
  hostPublicKey: 'h'.repeat(43),
  hostProof: 'p'.repeat(43),
  keyCheck: 'k'.repeat(11),
};

/** A join by a random member, with `more` in place of its fields. */
export function joinMessage(code: string, more: object = {}) {
  return {
    kind: 'join',
    code,
    protocolVersion,
    memberSecret: newMemberSecret(),
    name: 'Calm Heron',
    role: 'trainer',
    facts: '',
    inRing: false,
    hasKey: false,
    ...more,
  } as const satisfies ClientMessage;
}

/** The id of the member that sends this join. */
export const idOf = ({ memberSecret }: { readonly memberSecret: string }): string => memberIdOf(memberSecret);

export class TestServer {
  readonly #running: RunningServer;
  readonly #sockets: Socket[] = [];

  private constructor(
    running: RunningServer,
    /** What the person who runs the server should read. */
    readonly warnings: readonly string[],
  ) {
    this.#running = running;
  }

  static async start(
    env: Readonly<Record<string, string>> = {},
    log = lineLog,
    clock = realClock,
  ): Promise<TestServer> {
    const settings = readSettings([], { PORT: '0', HOST: '127.0.0.1', ...env });
    if (!settings.ok) throw new Error(logged(settings.error.says));
    const warnings: string[] = [];
    const started = await startServer({
      settings: settings.value,
      root: '/nowhere',
      stateFolder: '/nowhere',
      clock,
      log: {
        ...log,
        warn(sentence) {
          warnings.push(sentence);
          if (log !== lineLog) log.warn(sentence);
        },
      },
    });
    if (!started.ok) throw new Error(logged(started.error.says));
    return new TestServer(started.value, warnings);
  }

  get url(): string {
    return this.#running.localUrl;
  }

  get port(): number {
    return this.#running.port;
  }

  /** A socket of its own, once it is connected; rejects when the server refuses it. `close` closes it too. */
  async open(options: Parameters<typeof io>[1] = {}): Promise<Socket> {
    const socket = io(this.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      ...options,
    });
    this.#sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.close();
    await this.#running.close();
  }
}

export function ask(socket: Socket, message: unknown): Promise<Reply> {
  return new Promise((resolve) => socket.emit(messageEvent, message, resolve));
}

/** 'ok', or the code of the refusal. */
export async function codeOf(reply: Promise<Reply>): Promise<string> {
  const answer = await reply;
  return answer.ok ? 'ok' : answer.error.code;
}
