// A TCP connection of an attacker, with or without TLS, for tests. It writes what it is given, reads only if it is told
// to, and ends by a reset where others say goodbye.
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

export interface RawConnectionOptions {
  readonly tls?: boolean;
  /** Takes no byte of the answers. */
  readonly isDeaf?: boolean;
}

export class RawConnection {
  readonly closed: Promise<void>;
  readonly #tcp: Socket;
  readonly #stream: Socket | TLSSocket;
  #received = '';

  private constructor(tcp: Socket, stream: Socket | TLSSocket, isDeaf: boolean) {
    this.#tcp = tcp;
    this.#stream = stream;
    for (const one of new Set([tcp, stream])) one.on('error', () => undefined); // 'close' follows
    this.closed = new Promise((resolve) => tcp.once('close', () => resolve()));
    if (!isDeaf) stream.on('data', (bytes: Buffer) => (this.#received += bytes.toString('latin1')));
  }

  static async open(
    port: number,
    { tls = false, isDeaf = false }: RawConnectionOptions = {},
  ): Promise<RawConnection> {
    const tcp = connect({ host: '127.0.0.1', port, noDelay: true });
    const stream = tls ? connectTls({ socket: tcp, rejectUnauthorized: false }) : tcp;
    const connection = new RawConnection(tcp, stream, isDeaf);
    await new Promise<void>((resolve, reject) => {
      stream.once(tls ? 'secureConnect' : 'connect', resolve);
      stream.once('error', reject);
    });
    return connection;
  }

  /** All that has arrived, a character a byte. */
  get received(): string {
    return this.#received;
  }

  get isOpen(): boolean {
    return !this.#tcp.destroyed;
  }

  /** Resolves when the kernel has the bytes, or the connection has ended. */
  write(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      if (this.#stream.destroyed) return resolve();
      void this.closed.then(resolve);
      this.#stream.write(bytes, () => resolve());
    });
  }

  /** How often the answers so far contain `text`. */
  count(text: string): number {
    return this.#received.split(text).length - 1;
  }

  /** Resolves when the answers so far contain `text` so many times; rejects when the connection ends before that. */
  async until(text: string, times = 1): Promise<void> {
    while (this.count(text) < times) {
      if (!this.isOpen) throw new Error(`closed before ${text} came: ${this.#received.slice(-200)}`);
      await new Promise<void>((resolve) => {
        this.#stream.once('data', () => resolve());
        void this.closed.then(resolve);
      });
    }
  }

  /** RST: what is under way is lost. */
  async reset(): Promise<void> {
    // A connection that the server has just ended may be past a reset; Node reports that by an error alone.
    const isPast = new Promise<void>((resolve) => this.#tcp.once('error', () => resolve()));
    this.#tcp.resetAndDestroy();
    await Promise.race([this.closed, isPast]);
  }

  close(): void {
    this.#tcp.destroy();
  }
}

/** The head of a request; its lines end as HTTP wants them. */
export const head = (...lines: readonly string[]): string => [...lines, 'Host: x', '', ''].join('\r\n');

const [session, webSocket] = ['/socket.io/?EIO=4', 'Upgrade: websocket\r\nConnection: Upgrade'];
const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13';

/** A WebSocket's handshake at the rooms, with `query` in place of the right one. */
export const handshake = (query = `${session}&transport=websocket`): string =>
  head(`GET ${query} HTTP/1.1`, webSocket, key);

/** A frame from a client, masked by zeros. `first`: FIN and opcode. */
export function frame(payload: string | Uint8Array = '', first = 0x81): Buffer {
  const bytes = Buffer.from(payload as string);
  const long = bytes.length < 126 ? [] : [bytes.length >> 8, bytes.length & 0xff];
  const length = bytes.length < 126 ? bytes.length : 126;
  return Buffer.concat([Uint8Array.of(first, 0x80 | length, ...long, 0, 0, 0, 0), bytes]);
}
