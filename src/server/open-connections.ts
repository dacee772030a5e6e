// The connections of the server, so that it can end them well (R12c): those without an answer under way at once, each
// other when its answer has left. Node's own close() drops answers that are written and not yet read.
import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { Clock } from '../base/clock';

/** The time for answers under way once the server stops. */
const drainMs = 2_000;

export class OpenConnections {
  /** The number of answers under way, by connection. */
  readonly #answers = new Map<Socket, number>();
  #isEnding = false;

  constructor(readonly server: Server) {
    const event = server instanceof TlsServer ? 'secureConnection' : 'connection';
    server.on(event, (socket: Socket) => {
      this.#answers.set(socket, 0);
      socket.once('close', () => this.#answers.delete(socket));
    });
    server.on('request', ({ socket }, response) => {
      this.#count(socket, 1);
      response.once('close', () => this.#count(socket, -1));
    });
  }

  get size(): number {
    return this.#answers.size;
  }

  /** Takes no new connection, and resolves when all have ended, by force if need be. */
  async end(clock: Clock): Promise<void> {
    this.#isEnding = true;
    const closed = new Promise<void>((resolve) =>
      NetServer.prototype.close.call(this.server, () => resolve()),
    );
    for (const [socket, answers] of this.#answers) if (answers === 0) socket.destroySoon();
    const cancel = clock.after(drainMs, () => {
      this.server.closeAllConnections();
      for (const socket of this.#answers.keys()) socket.destroy();
    });
    await closed;
    cancel();
  }

  #count(socket: Socket, change: number): void {
    const answers = this.#answers.get(socket);
    if (answers === undefined) return; // it has ended
    this.#answers.set(socket, answers + change);
    if (this.#isEnding && answers + change === 0) socket.destroySoon();
  }
}
