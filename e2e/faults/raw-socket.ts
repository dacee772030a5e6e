// An attacker's WebSocket, built from bytes. It may stop reading and still answer the server's pings, by writing pongs
// on a timer. Socket.IO's own client can do neither.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/** The server asks every 5 s and waits 5 s. */
const pongEveryMs = 2_000;

interface RawSocketOptions {
  /** The address of this machine from which it comes. */
  readonly localAddress?: string;
  /** Further parts of the query, such as `&room=HK34QX`. */
  readonly query?: string;
  /** It answers pings as pages do, and only those. */
  readonly isPolite?: boolean;
}

export class RawSocket {
  isOpen = false;
  readonly #tcp: Socket;
  readonly #isPolite: boolean;
  #received: Buffer = Buffer.alloc(0);
  #cancelPongs: (() => void) | undefined;

  /** `onText` receives every text from the server, with Engine.IO's prefix. `headers`: further lines of the handshake. */
  constructor(
    url: string,
    readonly onText: (text: string) => void,
    readonly onClose: () => void,
    headers: readonly string[] = [],
    { localAddress, query = '', isPolite = false }: RawSocketOptions = {},
  ) {
    const { hostname, port } = new URL(url);
    this.#isPolite = isPolite;
    this.#tcp = connect({ host: hostname, port: Number(port), localAddress });
    this.#tcp.setNoDelay(true);
    this.#tcp.on('error', () => undefined); // 'close' follows
    this.#tcp.on('close', () => {
      this.isOpen = false;
      this.#cancelPongs?.();
      this.onClose();
    });
    this.#tcp.on('data', (bytes) => this.#receive(bytes));
    this.#tcp.write(
      `GET /socket.io/?EIO=4&transport=websocket${query} HTTP/1.1\r\n` +
        headers.map((line) => `${line}\r\n`).join('') +
        `Host: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
    );
    if (isPolite) return;
    const timer = setInterval(() => this.send('3'), pongEveryMs);
    this.#cancelPongs = () => clearInterval(timer);
  }

  /** Bytes that the kernel has not taken yet. */
  get waitingBytes(): number {
    return this.#tcp.writableLength;
  }

  send(text: string): void {
    this.write(textFrame(text));
  }

  /** A frame made before. */
  write(frame: Buffer): void {
    if (this.isOpen) this.#tcp.write(frame);
  }

  /** Reads no byte from now on, and keeps sending pongs. */
  stopReading(): void {
    this.#tcp.pause();
  }

  close(): void {
    this.#tcp.destroy();
  }

  #receive(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    if (!this.isOpen) {
      const end = this.#received.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!this.#received.subarray(0, end).toString().startsWith('HTTP/1.1 101')) return this.close();
      this.isOpen = true;
      this.#received = this.#received.subarray(end + 4);
    }
    for (;;) {
      const frame = firstFrame(this.#received);
      if (!frame) return;
      this.#received = this.#received.subarray(frame.end);
      const text = frame.opcode === 1 ? frame.payload.toString() : undefined;
      if (text === '2' && this.#isPolite) this.send('3');
      else if (text !== undefined) this.onText(text);
      else if (frame.opcode === 8) return this.close();
    }
  }
}

/** Masked by zeros, as a client's must be masked. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(payload.length < 126 ? 6 : 8);
  header[0] = 0x81;
  if (payload.length < 126) header[1] = 0x80 | payload.length;
  else {
    header[1] = 0x80 | 126;
    header.writeUInt16BE(payload.length, 2);
  }
  return Buffer.concat([header, payload]);
}

function firstFrame(bytes: Buffer): { opcode: number; payload: Buffer; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = bytes[1] & 0x7f;
  const at = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < at) return undefined;
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  if (bytes.length < at + length) return undefined;
  return { opcode: bytes[0] & 0x0f, payload: bytes.subarray(at, at + length), end: at + length };
}
