// This process among the others (R31): it says that it lives, knows who does, and passes on what belongs to another one.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock';
import { beatMs, type Directory, type HeardProcess, type LivingProcess } from './directory';
import {
  forwardRequest,
  forwardUpgrade,
  hopHeader,
  refuseForNow,
  refuseUpgrade,
  withoutHeader,
} from './forward';
import type { Client, Way } from './forward';
import { Owners } from './owners';

export interface ProcessesOptions {
  readonly directory: Directory;
  /** `host:port`, where the proxy and the other processes reach this one. */
  readonly address: string;
  /** The mark of this process's ROOM_SECRET; undefined: it was given none. */
  readonly secretMark?: string;
  readonly clock: Clock;
  readonly warn: (sentence: string) => void;
  /** The code in a request's query; empty: none. */
  readonly roomOf: (request: IncomingMessage) => string;
  /** The client that a request comes from. */
  readonly clientOf: (request: IncomingMessage) => Client;
}

export class Processes {
  readonly owners: Owners;
  /** Requests and WebSockets that go on to another process. */
  forwarded = 0;
  readonly #options: ProcessesOptions;
  readonly #token: Buffer;
  /** This process's own first beat, by Redis's clock; undefined before it. */
  #firstHeardMs: number | undefined;
  #cancelBeat = (): void => undefined;
  #isLeaving = false;
  readonly #said = new Set<'address' | 'secret'>();

  constructor(options: ProcessesOptions) {
    this.#options = options;
    const token = randomBytes(16).toString('base64url');
    this.#token = Buffer.from(token);
    const { address, secretMark, clock } = options;
    this.owners = new Owners({ address, token, secretMark }, clock);
  }

  /** Did another process send this on, which read the directory? */
  isFromProcess = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(String(headers[hopHeader] ?? ''));
    return given.length === this.#token.length && timingSafeEqual(given, this.#token);
  };

  /** Enters the directory; resolves when it has answered. */
  async join(): Promise<void> {
    try {
      this.#take(await this.#options.directory.beat(this.owners.self));
    } finally {
      this.#beatAgain();
    }
  }

  /** `here` serves it, if the room is this process's. `isFirst`: no process has said that it does not have the room. */
  request(request: IncomingMessage, response: ServerResponse, here: () => void, isFirst = true): void {
    this.#find(request, (to) => {
      if (response.destroyed) return;
      if (to === 'here') return here();
      if (to === 'nowhere') return refuseForNow(response);
      const again = (first: boolean): void => this.request(request, response, here, first);
      const way = this.#way(request, to, isFirst, request.method === 'GET' ? again : undefined);
      forwardRequest(request, response, way, this.#count());
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, here: () => void, isFirst = true): void {
    this.#find(request, (to) => {
      if (socket.destroyed) return;
      if (to === 'here') return here();
      if (to === 'nowhere') return refuseUpgrade(socket);
      const again = (first: boolean): void => this.upgrade(request, socket, here, first);
      forwardUpgrade(request, socket, this.#way(request, to, isFirst, again), this.#count());
    });
  }

  /** Others take the rooms over from here on. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    this.#cancelBeat();
    await this.#options.directory.leave(this.owners.self).catch(() => undefined); // its time runs out
  }

  close(): void {
    this.#options.directory.close();
  }

  /** A request without a room is everybody's: to draw a code, or to be refused. */
  #find(request: IncomingMessage, go: (to: LivingProcess | 'here' | 'nowhere') => void): void {
    const room = this.#options.roomOf(request);
    const { owners } = this;
    if (room === '') return go('here');
    if (!owners.isKnown) return go('nowhere');
    const owner = owners.ownerOf(room);
    if (!(hopHeader in request.headers)) return go(owner === owners.self ? 'here' : owner);
    if (!this.isFromProcess(request)) return go('nowhere');
    if (owner === owners.self) return go('here');
    // The two processes do not agree on who lives: the one before may have found somebody gone, or have newer news.
    for (const token of String(request.headers[withoutHeader] ?? '').split(',')) owners.suspect(token);
    void this.#beat().then(() => go(owners.owns(room) ? 'here' : 'nowhere'));
  }

  #way(
    request: IncomingMessage,
    to: LivingProcess,
    isFirst: boolean,
    again: ((isFirst: boolean) => void) | undefined,
  ): Way {
    return {
      to,
      client: this.#options.clientOf(request),
      without: this.owners.suspects,
      unreachable: () => this.owners.suspect(to.token),
      again: again && (() => again(isFirst)),
      afterNews: again && isFirst ? () => void this.#beat().then(() => again(false)) : undefined,
    };
  }

  #count(): () => void {
    this.forwarded++;
    return () => void this.forwarded--;
  }

  #beatAgain(): void {
    if (this.#isLeaving) return;
    this.#cancelBeat = this.#options.clock.after(
      beatMs,
      () => void this.#beat().then(() => this.#beatAgain()),
    );
  }

  /** Asks the directory. Where Redis does not answer, rooms stay where they are, and the directory has said so. */
  async #beat(): Promise<void> {
    const living = await this.#options.directory.beat(this.owners.self).catch(() => undefined);
    if (living && !this.#isLeaving) this.#take(living);
  }

  #take(living: readonly HeardProcess[]): void {
    const { self } = this.owners;
    const firstMs = (this.#firstHeardMs ??= living.find(({ token }) => token === self.token)?.heardMs);
    // A beat from before this process began may be one of a former life.
    for (const { address, token, secretMark, heardMs } of living) {
      if (token === self.token || heardMs <= (firstMs ?? Infinity)) continue;
      if (address === self.address)
        this.#say(
          'address',
          `another process says that it is at ${address}, too: set PROCESS_ADDRESS of each to its own`,
        );
      else if (secretMark !== self.secretMark)
        this.#say(
          'secret',
          `the process at ${address} has another ROOM_SECRET than this one, or one of them has none: a typed code ` +
            'may not lead to its room once another process has the room. Give all of them the same',
        );
    }
    this.owners.update(living);
  }

  /** Once each. */
  #say(fault: 'address' | 'secret', sentence: string): void {
    if (this.#said.has(fault)) return;
    this.#said.add(fault);
    this.#options.warn(sentence);
  }
}
