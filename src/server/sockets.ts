// The rooms' shell: Socket.IO in, effects out. Everything a socket says is measured, counted and parsed before the
// pure rooms see it; a socket that keeps offending is cut off, and nobody else notices.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import * as v from 'valibot';
import type { Clock } from '../base/clock';
import { fail, ok } from '../base/result';
import { fullBucket, take } from '../base/token-bucket';
import { clientMessageSchema, maxMessageBytes, messageEvent, relayEvent } from '../net/room-messages';
import type { Reply, ServerMessage } from '../net/room-messages';
import { guessRule, messageRule, offenceRule } from './limits';
import { RelayDesk } from './relay-desk';
import { addressed, connectionsOf, noRooms, presenceOf, step } from './rooms';
import type { Effect, RoomsInput, RoomsLimits } from './rooms';
import { turnServer, type TurnSettings } from './turn';

export interface SocketsOptions {
  readonly clock: Clock;
  readonly limits: RoomsLimits;
  readonly turn?: TurnSettings | undefined;
  /** May this page talk to us? Decided at the handshake. */
  readonly isAllowedOrigin: (request: IncomingMessage) => boolean;
  /** The client's address: the socket's, or a trusted proxy's word for it. */
  readonly addressOf: (request: IncomingMessage) => string;
}

export interface Sockets {
  /** Rooms and members, for /healthz. */
  count(): { readonly rooms: number; readonly members: number };
  close(): Promise<void>;
}

/** A browser answers the server's ping without a timer of its own, so hidden tabs pass; a dead one is gone in 10 s. */
const heartbeat = { pingInterval: 5000, pingTimeout: 5000 };
/** Above maxMessageBytes by the transport's own framing. A larger packet closes its socket unread. */
const maxPacketBytes = 33 * 1024;
/** Changes of a roster within this time are told as one. */
const presenceEveryMs = 30;
const forgetEveryMs = 30_000;

export function attachSockets(http: HttpServer, options: SocketsOptions): Sockets {
  const { clock, limits } = options;
  const socketsPerAddress = limits.peersPerAddress + limits.roomsPerAddress;
  const openByAddress = new Map<string, number>();
  const io = new Server(http, {
    ...heartbeat,
    maxHttpBufferSize: maxPacketBytes,
    connectTimeout: 10_000,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, allow) => {
      const open = openByAddress.get(options.addressOf(request)) ?? 0;
      allow(null, options.isAllowedOrigin(request) && open < socketsPerAddress);
    },
  });
  io.engine.on(
    'connection',
    (raw: { request: IncomingMessage; once(event: 'close', on: () => void): void }) => {
      const address = options.addressOf(raw.request);
      openByAddress.set(address, (openByAddress.get(address) ?? 0) + 1);
      raw.once('close', () => {
        const left = (openByAddress.get(address) ?? 1) - 1;
        if (left > 0) openByAddress.set(address, left);
        else openByAddress.delete(address);
      });
    },
  );

  let state = noRooms;
  const changed = new Set<string>(); // codes of rooms whose roster is to be told
  let cancelPresence: (() => void) | undefined;

  const advance = (input: RoomsInput): Reply => {
    const outcome = step(state, input, clock.now(), limits, randomBytes);
    state = outcome.state;
    outcome.effects.forEach(perform);
    return outcome.reply;
  };
  const perform = (effect: Effect): void => {
    switch (effect.kind) {
      case 'send':
        io.to(effect.connection).emit(messageEvent, effect.message);
        return;
      case 'presence':
        changed.add(effect.code);
        cancelPresence ??= clock.after(presenceEveryMs, tellPresence);
        return;
      case 'replace':
        io.in(effect.connection).disconnectSockets(true);
        return;
      default:
        effect satisfies never;
    }
  };
  const tellPresence = (): void => {
    cancelPresence = undefined;
    for (const code of changed) {
      const presence = presenceOf(state, code);
      const connections = connectionsOf(state, code);
      if (presence && connections.length > 0) io.to([...connections]).emit(messageEvent, presence);
    }
    changed.clear();
  };

  const relay = new RelayDesk(clock, (target, from, packet, taken) =>
    io.sockets.sockets.get(target)?.emit(relayEvent, from, packet, taken),
  );

  io.on('connection', (socket) => {
    const address = options.addressOf(socket.request);
    let budget = fullBucket(messageRule, clock.now());
    let offences = fullBucket(offenceRule, clock.now());
    let guesses = fullBucket(guessRule, clock.now());

    const giveTurn = (): Reply => {
      if (!state.places.has(socket.id)) return fail('not-in-room', 'join a room first');
      const { turn } = options;
      const told: ServerMessage = {
        kind: 'turn',
        iceServers: turn ? [turnServer(turn, Date.now())] : [],
        ttlSeconds: turn?.ttlSeconds ?? 0,
      };
      socket.emit(messageEvent, told);
      return ok(null);
    };
    const offend = (): void => {
      const taken = take(offences, offenceRule, clock.now());
      offences = taken.bucket;
      if (!taken.isAllowed) socket.disconnect(true);
    };
    const answer = (payload: unknown): Reply => {
      const taken = take(budget, messageRule, clock.now());
      budget = taken.bucket;
      if (!taken.isAllowed) return fail('rate-limited', 'too many messages: wait a moment');
      if (jsonBytes(payload) > maxMessageBytes)
        return fail('too-large', `a message holds at most ${maxMessageBytes} bytes`);
      const parsed = v.safeParse(clientMessageSchema, payload, { abortEarly: true });
      if (!parsed.success) return fail('malformed', 'not a message of this protocol');
      if (parsed.output.kind === 'turn') return giveTurn();
      return advance({ kind: 'message', connection: socket.id, address, message: parsed.output });
    };

    socket.on(messageEvent, (payload: unknown, acknowledge: unknown) => {
      const reply = answer(payload);
      if (typeof acknowledge === 'function') acknowledge(reply);
      if (reply.ok) return;
      if (isOffence[reply.error.code]) offend();
      if (reply.error.code !== 'room-not-found') return;
      const taken = take(guesses, guessRule, clock.now());
      guesses = taken.bucket;
      if (!taken.isAllowed) socket.disconnect(true);
    });
    socket.on(relayEvent, (to: unknown, packet: unknown, acknowledge: unknown) => {
      const reply = (answered: Reply): void => {
        if (typeof acknowledge === 'function') acknowledge(answered);
        if (answered.ok) return;
        // A peer that has just left is no offence, but to keep on sending to it is.
        const taken = take(budget, messageRule, clock.now());
        budget = taken.bucket;
        if (!taken.isAllowed || isOffence[answered.error.code]) offend();
      };
      const where = (id: string) => addressed(state, socket.id, id);
      relay.pass(socket.id, to, packet, where, reply);
    });
    socket.onAny((event: string) => {
      if (event !== messageEvent && event !== relayEvent) offend();
    });
    socket.on('disconnect', () => {
      relay.gone(socket.id);
      advance({ kind: 'disconnected', connection: socket.id });
    });
    refuseQuietly(socket);
  });

  let cancelTick: () => void;
  const tick = (): void => {
    advance({ kind: 'tick' });
    cancelTick = clock.after(forgetEveryMs, tick);
  };
  cancelTick = clock.after(forgetEveryMs, tick);

  return {
    count: () => ({ rooms: state.rooms.size, members: state.places.size }),
    async close() {
      cancelTick();
      cancelPresence?.();
      await io.close();
    },
  };
}

/** Refusals that a page of ours, however hurried, does not cause again and again. */
const isOffence: Partial<Record<string, true>> = {
  malformed: true,
  'too-large': true,
  'rate-limited': true,
};

/** Size on the wire; what cannot be written as JSON did not come from JSON, and counts as too large. */
function jsonBytes(payload: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(payload) ?? '');
  } catch {
    return Infinity;
  }
}

/** Without a listener, a transport error on one socket would be an uncaught exception for all. */
function refuseQuietly(socket: Socket): void {
  socket.on('error', () => socket.disconnect(true));
}
