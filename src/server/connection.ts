// A client's connection, as HTTP and WebSockets see it. It reads from the client in turns (R28), and not at all while the
// client's budget is spent: what it sends then waits in its own system, not here. It gives a large answer to the system
// in pieces: TLS would encrypt and keep all of it at once (R17e).
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../base/clock';
import { FrameMeter } from './frame-meter';
import type { ReadBudget } from './read-budget';
import type { Turns } from './turns';

/** What is read in a turn: the head of a request, or a message and most relayed packets. */
const turnBytes = { request: 4 * 1024, frames: 32 * 1024 };
/** Frames in a turn: about a millisecond of work. */
const turnFrames = 32;
/** What the system is given at once, and TLS: one of its records. */
const pieceBytes = { plain: 64 * 1024, tls: 16 * 1024 };

export interface ConnectionOptions {
  readonly clock: Clock;
  readonly turns: Turns;
  readonly budget: ReadBudget;
}

export class Connection extends Duplex {
  readonly remoteAddress: string | undefined;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  /** Set once the connection is a WebSocket's. */
  #frames: FrameMeter | undefined;
  readonly #pieceBytes: number;
  /** Bytes that the last turn read and left for the next one. */
  #leftBytes = 0;
  #isWanted = false;
  #isWaiting = false;

  constructor(socket: Socket, options: ConnectionOptions) {
    super({ allowHalfOpen: true });
    this.#socket = socket;
    this.#options = options;
    this.remoteAddress = socket.remoteAddress;
    this.#pieceBytes = socket instanceof TLSSocket ? pieceBytes.tls : pieceBytes.plain;
    // HTTP asks for this property: the request is then a secure one.
    if (socket instanceof TLSSocket) Object.assign(this, { encrypted: true });
    socket.on('readable', () => this.#wait());
    socket.on('end', () => this.push(null));
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  get budget(): ReadBudget {
    return this.#options.budget;
  }

  /** From now on the bytes are frames of a WebSocket; `head`: those that came with its handshake. */
  countFrames(head: Buffer): void {
    this.#frames = new FrameMeter();
    if (head.length > 0) this.#socket.unshift(head);
  }

  override _read(): void {
    this.#isWanted = true;
    this.#wait();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const piece = chunk.subarray(0, this.#pieceBytes);
    const rest = chunk.subarray(this.#pieceBytes);
    this.#socket.write(piece, (error) =>
      error || rest.length === 0 ? done(error) : this._write(rest, _encoding, done),
    );
  }

  override _writev(
    chunks: readonly { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done);
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }

  setTimeout(ms: number, listener?: () => void): this {
    this.#socket.setTimeout(ms);
    if (listener) this.once('timeout', listener);
    return this;
  }

  setNoDelay(isOn?: boolean): this {
    this.#socket.setNoDelay(isOn);
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  /** After what has been written. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  #wait(): void {
    if (this.#isWaiting || !this.#isWanted || this.destroyed) return;
    if (this.#socket.readableLength === 0) return void this.#socket.read(0); // it notices its end
    this.#isWaiting = true;
    const { budget, clock, turns } = this.#options;
    const debtMs = budget.debtMs();
    if (debtMs > 0) clock.after(debtMs, () => turns.wait(budget.path, () => this.#take()));
    else turns.wait(budget.path, () => this.#take());
  }

  #take(): void {
    this.#isWaiting = false;
    if (this.destroyed || this.#socket.destroyed) return;
    const { budget } = this.#options;
    // The stream would copy a leftover each time that it is read together with the bytes after it.
    const most = this.#leftBytes || (this.#frames ? turnBytes.frames : turnBytes.request);
    let bytes = this.#socket.read(Math.min(most, this.#socket.readableLength)) as Buffer;
    let cost = 0;
    if (this.#frames) {
      const taken = this.#frames.take(bytes, turnFrames);
      this.#leftBytes = bytes.length - taken.bytes;
      if (this.#leftBytes > 0) this.#socket.unshift(bytes.subarray(taken.bytes));
      bytes = bytes.subarray(0, taken.bytes);
      ({ cost } = taken);
    }
    budget.charge(bytes.length, cost);
    this.#isWanted = this.push(bytes);
    this.#wait();
  }
}
