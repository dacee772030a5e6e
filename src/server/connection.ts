// A client's connection, as HTTP and WebSockets see it. It reads from the client in turns (R28), and not at all while the
// client's budget is spent: what it sends then waits in its own system, not here. It gives a large answer to the system
// in pieces, each in its turn: TLS would encrypt and keep all of it at once (R17e).
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../base/clock';
import { FrameMeter } from './frame-meter';
import type { ReadBudget } from './read-budget';
import type { Turns } from './turns';

/** The bytes of a request that are read in a turn: its head. */
const turnBytes = 4 * 1024;
/** The frames of a WebSocket that are read in a turn, of what the system gave at once: about a millisecond of work. */
const turnFrames = 32;
/** The time that reading on takes after a turn: 64 KiB, and their share of the collector of garbage. */
const readMs = 0.3;
/** What the system is given at once, and TLS: one of its records. */
const pieceBytes = { plain: 64 * 1024, tls: 16 * 1024 };

type WriteDone = (error?: Error | null) => void;

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
  /** Bytes that have arrived and wait for their turns: one chunk, as the system gave it. Nothing is copied. */
  #arrived: Buffer | undefined;
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
    socket.pause();
    socket.on('data', (chunk: Buffer) => this.#hold(this.#arrived ? [this.#arrived, chunk] : [chunk]));
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
    if (head.length > 0) this.#hold(this.#arrived ? [head, this.#arrived] : [head]);
  }

  override _read(): void {
    this.#isWanted = true;
    this.#wait();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: WriteDone): void {
    this._writev([{ chunk }], done);
  }

  /** Writes what fits into a piece without a copy, and the rest when the system has taken that. */
  override _writev(chunks: readonly { readonly chunk: Buffer }[], done: WriteDone): void {
    const rest: { readonly chunk: Buffer }[] = [];
    const piece: Buffer[] = [];
    let room = this.#pieceBytes;
    for (const { chunk } of chunks) {
      if (room > 0) piece.push(chunk.subarray(0, room));
      if (chunk.length > room) rest.push({ chunk: chunk.subarray(room) });
      room = Math.max(0, room - chunk.length);
    }
    const last = piece.pop()!;
    this.#socket.cork();
    piece.forEach((part) => this.#socket.write(part));
    this.#socket.write(last, (error) => {
      if (error || rest.length === 0) done(error);
      else this.#waitToWrite(() => this._writev(rest, done));
    });
    this.#socket.uncork();
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

  /** Reads no further until there is nothing left of these bytes. */
  #hold(chunks: readonly [Buffer, ...Buffer[]]): void {
    this.#socket.pause();
    this.#arrived = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    this.#wait();
  }

  #wait(): void {
    if (this.#isWaiting || !this.#isWanted || this.destroyed) return;
    if (!this.#arrived) return void this.#socket.resume(); // it notices its end, too
    this.#isWaiting = true;
    const { budget, clock, turns } = this.#options;
    const debtMs = budget.debtMs();
    const wait = (): void => turns.wait(budget.path, () => this.#take(), readMs);
    if (debtMs > 0) clock.after(debtMs, wait);
    else wait();
  }

  /** Waits for a turn to write the next piece (R28a). */
  #waitToWrite(write: () => void): void {
    const { budget, clock, turns } = this.#options;
    const wait = (): void => turns.wait(budget.answerPath, write);
    const debtMs = budget.answered(this.#pieceBytes);
    if (debtMs > 0) clock.after(debtMs, wait);
    else wait();
  }

  #take(): void {
    this.#isWaiting = false;
    if (this.destroyed || this.#socket.destroyed) return;
    const arrived = this.#arrived!;
    const { bytes, cost } = this.#frames?.take(arrived, turnFrames) ?? { bytes: turnBytes, cost: 0 };
    const turn = arrived.subarray(0, bytes);
    this.#arrived = bytes < arrived.length ? arrived.subarray(bytes) : undefined;
    this.#options.budget.charge(turn.length, cost);
    this.#isWanted = this.push(turn);
    this.#wait();
  }
}
