// Bounds what waits to be read (R17). A socket with a full queue gets no more signals and packets. If it takes nothing
// meanwhile, it is cut off, even if it answers pings. When an address or the whole server holds too much, the socket
// with the longest queue is cut off (R17b). At most one presence, or one picture, waits for a socket: a newer one
// replaces it (R19b). A packet counts until the transport can take more after it. A WebSocket can when the system has
// the packet; polling can when the client asks again. UnreadAnswers bounds polled answers.
import type { Socket } from 'socket.io';
import type { Clock } from '../base/clock';
import { cutOff } from './cut-off';
import { maxUnreadBytes, maxUnreadPerAddressBytes, maxUnreadRelayBytes, maxUnreadTotalBytes } from './limits';
import { NetworkTally, networksOf } from './networks';

/** Engine.IO's connection under a Socket.IO socket. */
export type EngineConnection = Socket['conn'];

/** The least cost of a packet: a tiny one is an object in memory too. */
const minPacketBytes = 256;
/** A client that reads takes something in this time (R17a), unless nothing reaches it. */
const stalledMs = 2_000;
const maxUnread = { text: maxUnreadBytes, relayed: maxUnreadRelayBytes };

class Queue {
  /** Bytes not yet given to the transport, and bytes given but not yet taken; text and relayed packets apart. */
  waiting = { text: 0, relayed: 0 };
  leaving = { text: 0, relayed: 0 };
  /** How far the last presence has got, or at an observer's socket the last picture. */
  latest: 'left' | 'waiting' | 'leaving' = 'left';
  /** Set when there is a newer one: sends it. */
  sendNewer: (() => unknown) | undefined;
  /** When the transport last took something, or the first packet began to wait. */
  movedMs = 0;

  constructor(
    readonly connection: EngineConnection,
    readonly address: string,
  ) {}

  get text(): number {
    return this.waiting.text + this.leaving.text;
  }

  get relayed(): number {
    return this.waiting.relayed + this.leaving.relayed;
  }

  get bytes(): number {
    return this.text + this.relayed;
  }
}

export class Outbound {
  readonly #queues = new Map<EngineConnection, Queue>();
  readonly #byAddress = new NetworkTally();
  #total = 0;

  /** `onCut`: a socket was cut off because it did not read. */
  constructor(
    readonly clock: Clock,
    readonly onCut: () => void = () => undefined,
  ) {}

  /** Watches a connection from its opening to its end. */
  watch(connection: EngineConnection, address: string): void {
    const queue = new Queue(connection, address);
    this.#queues.set(connection, queue);
    const follow = (): void => {
      // This listener runs before Engine.IO's own, which fills the transport again.
      connection.transport.prependListener('ready', () => this.#left(queue));
    };
    follow();
    connection.on('upgrade', () => {
      this.#left(queue);
      follow();
    });
    connection.on('packetCreate', ({ data }: { data?: unknown }) => this.#queued(queue, data));
    connection.on('flush', () => this.#leaving(queue));
    connection.on('close', () => this.#forget(queue));
  }

  /** May another member's message join this connection's queue? A queue that stays full is cut off. */
  mayQueue(connection: EngineConnection, lane: 'text' | 'relayed'): boolean {
    const queue = this.#queues.get(connection);
    if (!queue) return false;
    if (queue[lane] < maxUnread[lane]) return true;
    if (this.clock.now() - queue.movedMs > stalledMs) this.#cut(queue);
    return false;
  }

  /** May a message that a newer one replaces go to this connection now? If not, `sendNewer` is called when the one before
   *  it has left. */
  mayQueueLatest(connection: EngineConnection, sendNewer: () => unknown): boolean {
    const queue = this.#queues.get(connection);
    if (!queue) return false;
    if (queue.latest !== 'left') {
      queue.sendNewer = sendNewer;
      return false;
    }
    queue.latest = 'waiting';
    return true;
  }

  get unreadBytes(): number {
    return this.#total;
  }

  #queued(queue: Queue, data: unknown): void {
    if (this.#queues.get(queue.connection) !== queue) return; // it was cut off
    const bytes = Math.max(
      minPacketBytes,
      typeof data === 'string' ? Buffer.byteLength(data) : data instanceof Uint8Array ? data.byteLength : 0,
    );
    if (queue.bytes === 0) queue.movedMs = this.clock.now();
    const lane = typeof data === 'string' || data === undefined ? 'text' : 'relayed';
    queue.waiting[lane] += bytes;
    this.#add(queue, bytes);
    // Answers to its own questions come on top of what others send.
    if (queue[lane] > 2 * maxUnread[lane]) this.#cut(queue);
    else {
      const full = this.#byAddress.above(queue.address, maxUnreadPerAddressBytes);
      if (full) this.#cutLongest(full.name);
      else if (this.#total > maxUnreadTotalBytes) this.#cutLongest();
    }
  }

  #leaving(queue: Queue): void {
    queue.leaving.text += queue.waiting.text;
    queue.leaving.relayed += queue.waiting.relayed;
    queue.waiting = { text: 0, relayed: 0 };
    if (queue.latest === 'waiting') queue.latest = 'leaving';
  }

  #left(queue: Queue): void {
    if (this.#queues.get(queue.connection) !== queue) return;
    this.#add(queue, -(queue.leaving.text + queue.leaving.relayed));
    queue.leaving = { text: 0, relayed: 0 };
    queue.movedMs = this.clock.now();
    if (queue.latest !== 'leaving') return;
    queue.latest = 'left';
    const { sendNewer } = queue;
    queue.sendNewer = undefined;
    sendNewer?.();
  }

  #add(queue: Queue, bytes: number): void {
    this.#total += bytes;
    this.#byAddress.add(queue.address, bytes);
  }

  #forget(queue: Queue): void {
    if (!this.#queues.delete(queue.connection)) return;
    this.#add(queue, -queue.bytes);
  }

  #cutLongest(network?: string): void {
    const isOfIt = ({ address }: Queue): boolean =>
      network === undefined || networksOf(address).some(({ name }) => name === network);
    let longest: Queue | undefined;
    for (const queue of this.#queues.values())
      if (queue.bytes > (longest?.bytes ?? -1) && isOfIt(queue)) longest = queue;
    if (longest) this.#cut(longest);
  }

  /** Sends no goodbye, because it would wait behind the unread messages. Closes after this turn of the event loop, in
   *  which others may still write to the connection. */
  #cut(queue: Queue): void {
    this.#forget(queue);
    this.onCut();
    const { connection } = queue;
    setImmediate(() => cutOff(connection));
  }
}
