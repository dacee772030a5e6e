// The rooms' shell: Socket.IO in, effects out. Every message is counted, measured and parsed before the pure rooms see
// it. A socket that keeps offending is cut off; the others are not affected.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Server as Engine } from 'engine.io';
import { Server } from 'socket.io';
import type { Socket } from 'socket.io';
import * as v from 'valibot';
import type { Clock } from '../base/clock';
import { ok } from '../base/result';
import { TokenBucket } from '../base/token-bucket';
import {
  clientMessageSchema,
  maxMessageBytes,
  messageEvent,
  relayEvent,
  roomRefusal,
} from '../net/room/room-messages';
import type { Reply, ServerMessage } from '../net/room/room-messages';
import { CodeStamps } from './code-stamp';
import { type CutKind, limitFarewell } from './cut-off';
import { codeQuestion, GuessLimit } from './guess-limit';
import type { IceSettings } from './ice-settings';
import { Inbound } from './inbound';
import { guessRule, messageRule } from './limits';
import type { Counts } from './metrics';
import { MessageLimits } from './message-limits';
import { NewSessions } from './new-sessions';
import { Outbound, type EngineConnection } from './outbound';
import { PresenceDesk } from './presence-desk';
import { HeldQuestions } from './processes/held-questions';
import type { Owners } from './processes/owners';
import { RelayDesk } from './relay-desk';
import { step, type RoomsInput } from './rooms';
import { queryOf, roomOf } from './rooms-path';
import { addressed, connectionsOf, presenceOf, RoomsState } from './rooms-state';
import type { Effect, RoomMessage, RoomsLimits } from './rooms-state';
import { TurnDesk } from './turn-desk';
import { polledSession, UnreadAnswers } from './unread-answers';

export interface SocketsOptions {
  readonly clock: Clock;
  readonly limits: RoomsLimits;
  readonly ice: IceSettings;
  /** The secret of stamps, which outlasts the process (R30b); undefined: there is none. */
  readonly roomSecret: string | undefined;
  readonly counts: Counts;
  /** May this page connect? Asked at the handshake. */
  readonly isAllowedOrigin: (request: IncomingMessage) => boolean;
  /** The client's address: the socket's, or the one that a trusted proxy names. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** The owners of rooms, where there are several processes (R31). */
  readonly owners: Owners | undefined;
}

export interface Sockets {
  /** A request for the path of the rooms. */
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Rooms and members, for /healthz. */
  count(): { readonly rooms: number; readonly members: number; readonly observers: number };
  /** Bytes that wait to be read. */
  unread(): number;
  close(): Promise<void>;
}

type EngineRequest = Parameters<Engine['handleRequest']>[0];

/** A browser answers the server's ping without a timer, so hidden tabs stay connected. A dead one is closed in 10 s. */
const heartbeat = { pingInterval: 5000, pingTimeout: 5000 };
/** maxMessageBytes and the transport's framing. A larger packet closes its socket unread. */
const maxPacketBytes = 33 * 1024;
const forgetEveryMs = 30_000;

export function openSockets(options: SocketsOptions): Sockets {
  const { clock, limits, owners } = options;
  const socketsPerAddress = limits.peersPerAddress + limits.roomsPerAddress;
  const sessions = new NewSessions(clock, socketsPerAddress);
  const cut = (address: string, kind: CutKind): void => {
    options.counts.cut(kind);
    sessions.cut(address);
  };
  // Not attached to the HTTP server: the gate hands over what is for the rooms, and nothing else (R24).
  const engine = new Engine({
    ...heartbeat,
    maxHttpBufferSize: maxPacketBytes,
    perMessageDeflate: false,
    httpCompression: false,
    allowRequest: (request, allow) => {
      const address = options.addressOf(request);
      const isScript = queryOf(request).has('j'); // Engine.IO would answer old browsers with scripts
      if (isScript || !options.isAllowedOrigin(request)) allow(null, false);
      else sessions.ask(address, (isAllowed) => allow(null, isAllowed && !isClosing));
    },
  });
  const io = new Server({ connectTimeout: 10_000, serveClient: false });
  io.bind(engine);
  const unread = new UnreadAnswers(() => options.counts.cut('unread-poll'));
  const outbound = new Outbound(clock, () => options.counts.cut('unread'));
  const messages = new MessageLimits(clock);
  const inbound = new Inbound(clock, messages, cut);
  engine.on('connection', (connection: EngineConnection) => {
    const address = options.addressOf(connection.request);
    inbound.watch(connection, address);
    sessions.opened(address);
    outbound.watch(connection, address);
    unread.watch(connection);
    limitFarewell(connection, clock);
    connection.once('close', () => sessions.closed(address));
  });
  engine.use((request: IncomingMessage, answer: ServerResponse, next: (error?: Error) => void) => {
    const id = polledSession(request);
    if (id === undefined || unread.mayPoll(id, answer)) return next();
    next(new Error('the answer before this one was not read'));
  });

  let isClosing = false;
  const state = new RoomsState(
    owners && ((code) => owners.owns(code)),
    options.roomSecret === undefined ? undefined : new CodeStamps(options.roomSecret),
  );
  const presences = new PresenceDesk(clock, (room) => notifyMembers(room, connectionsOf(state, room)));
  const turn = new TurnDesk(options.ice, clock);

  const advance = (input: RoomsInput): Reply => {
    const outcome = step(state, input, clock.now(), limits, randomBytes);
    outcome.effects.forEach(perform);
    return outcome.reply;
  };
  const perform = (effect: Effect): void => {
    switch (effect.kind) {
      case 'send':
        io.to(effect.connection).emit(messageEvent, effect.message);
        return;
      case 'fan-out':
        fanOut(effect);
        return;
      case 'presence':
        presences.changed(effect.room);
        return;
      case 'end':
        io.in(effect.connection).disconnectSockets(true);
        return;
      default:
        effect satisfies never;
    }
  };
  /** Encodes the presence once for all members that can take it now. Returns its bytes, times these members. */
  const notifyMembers = (room: string, members: readonly string[]): number => {
    const presence = presenceOf(state, room);
    if (!presence) return 0;
    const ready = members.filter((id) => {
      const connection = engineOf(id);
      const sendNewer = (): unknown => notifyMembers(room, stillIn(room, id));
      return connection && outbound.mayQueueLatest(connection, sendNewer);
    });
    if (ready.length === 0) return 0;
    io.to(ready).emit(messageEvent, presence);
    return ready.length * jsonBytes(presence);
  };
  /** Encodes the message once for all that can take it now. To the others a picture follows, unless a newer one does. */
  const fanOut = ({ connections, message, isLatest }: Extract<Effect, { kind: 'fan-out' }>): void => {
    const ready = connections.filter((id) => {
      const connection = engineOf(id);
      if (!connection) return false;
      const sendNewer = (): void => fanOut({ kind: 'fan-out', connections: [id], message, isLatest });
      return isLatest
        ? outbound.mayQueueLatest(connection, sendNewer)
        : outbound.mayQueue(connection, 'text');
    });
    if (ready.length > 0) io.to(ready).emit(messageEvent, message);
  };
  const stillIn = (room: string, id: string): readonly string[] =>
    connectionsOf(state, room).filter((connection) => connection === id);
  const engineOf = (id: string): EngineConnection | undefined => io.sockets.sockets.get(id)?.conn;

  const relay = new RelayDesk(clock, (target, from, packet, taken) => {
    const socket = io.sockets.sockets.get(target);
    if (!socket) return;
    inbound.of(socket.conn).ask();
    socket.emit(relayEvent, from, packet, taken);
  });

  const guesses = new GuessLimit(clock);
  const held = new HeldQuestions(clock, {
    isHere: (code) => state.codes.has(code),
    isNew: (code) => owners?.isNew(code) ?? false,
  });
  /** The page connects again, and is led to the owner (R31c). */
  const sendElsewhere = (socket: Socket): void => {
    const room = roomOf(socket.request);
    if (owners && room !== '' && !owners.owns(room)) socket.conn.close();
  };
  if (owners) owners.onChange = () => io.sockets.sockets.forEach(sendElsewhere);

  io.on('connection', (socket) => {
    sendElsewhere(socket);
    const address = options.addressOf(socket.request);
    const arrivals = inbound.of(socket.conn);
    arrivals.roomOf = () => state.places.get(socket.id)?.room;
    const failedPackets = new TokenBucket(messageRule, clock);
    const wrongCodes = new TokenBucket(guessRule, clock);

    const turnServers = turn.asker(address);
    const sendTurn = (): Reply => {
      if (!state.places.has(socket.id)) return roomRefusal('not-in-room', 'join a room first');
      const servers = turnServers();
      if (!servers)
        return roomRefusal('rate-limited', 'too many TURN credentials from this network: wait a moment');
      const message: ServerMessage = { kind: 'turn', ...servers };
      socket.emit(messageEvent, message);
      return ok(null);
    };
    const answer = (payload: unknown, reply: (answered: Reply) => void): void => {
      if (jsonBytes(payload) > maxMessageBytes)
        return reply(roomRefusal('too-large', `a message holds at most ${maxMessageBytes} bytes`));
      const parsed = v.safeParse(clientMessageSchema, payload, { abortEarly: true });
      if (!parsed.success) return reply(roomRefusal('malformed', 'not a message of this protocol'));
      const message = parsed.output;
      if (message.kind === 'turn') return reply(sendTurn());
      if ('to' in message && !mayQueue(message.to, 'text'))
        return reply(roomRefusal('rate-limited', `${message.to} does not read what waits for it`));
      const code = 'code' in message ? message.code : undefined;
      if (owners && code !== undefined && code !== roomOf(socket.request))
        return reply(roomRefusal('malformed', 'the address of this connection names another room'));
      const question = codeQuestion(state, socket.id, message);
      if (!question) return reply(advance({ kind: 'message', connection: socket.id, address, message }));
      const mayCome = !question.doesExist && !('description' in message && message.description);
      if (!mayCome || !owners?.isNew(code!)) return askForCode(message, reply);
      held.hold(socket.id, {
        code: code!,
        answer: () => askForCode(message, reply),
        refuse: () => reply(roomRefusal('rate-limited', 'a later question took the place of this one')),
      });
    };
    /** True for an unknown receiver: the rooms refuse it. */
    const mayQueue = (to: string, lane: 'text' | 'relayed'): boolean => {
      const found = addressed(state, socket.id, to, lane === 'text');
      const connection = found.ok ? engineOf(found.value.target) : undefined;
      return !connection || outbound.mayQueue(connection, lane);
    };
    const askForCode = (message: RoomMessage, reply: (answered: Reply) => void): void =>
      guesses.ask({
        address,
        connection: socket.id,
        answer: () => {
          const question = codeQuestion(state, socket.id, message);
          reply(advance({ kind: 'message', connection: socket.id, address, message }));
          const isWrong = question?.doesExist === false;
          if (isWrong && !wrongCodes.take()) {
            cut(address, 'wrong-codes');
            socket.disconnect(true);
          }
          return isWrong;
        },
        refuse: () => reply(roomRefusal('rate-limited', 'a later question took the place of this one')),
      });

    socket.on(messageEvent, (payload: unknown, acknowledge: unknown) => {
      answer(payload, (reply) => {
        if (!reply.ok) options.counts.refused(reply.error.code);
        if (typeof acknowledge === 'function') acknowledge(reply);
        if (!reply.ok && isOffence[reply.error.code]) arrivals.offend();
      });
    });
    socket.on(relayEvent, (to: unknown, packet: unknown, acknowledge: unknown) => {
      const reply = (answered: Reply): void => {
        if (typeof acknowledge === 'function') acknowledge(answered);
        if (answered.ok) return options.counts.relayed((packet as Uint8Array).byteLength);
        options.counts.refused(answered.error.code);
        // A message to a peer that has just left is no offence; more of them are.
        const isTooMany = !failedPackets.take() || answered.error.code === 'rate-limited';
        if (isTooMany || isOffence[answered.error.code]) arrivals.offend();
      };
      const where = (id: string) =>
        mayQueue(id, 'relayed')
          ? addressed(state, socket.id, id)
          : roomRefusal('rate-limited', `${id} does not read what waits for it`);
      relay.pass({ connection: socket.id, address }, to, packet, where, reply);
    });
    socket.onAny((event: string) => {
      if (event !== messageEvent && event !== relayEvent) arrivals.offend();
    });
    socket.on('disconnect', () => {
      if (isClosing) return; // the rooms end as a whole: to take thousands of members out of them takes seconds
      relay.disconnected(socket.id);
      guesses.leave(address, socket.id);
      held.leave(socket.id);
      advance({ kind: 'disconnected', connection: socket.id });
    });
    disconnectOnError(socket);
  });

  let cancelTick: () => void;
  const tick = (): void => {
    advance({ kind: 'tick' });
    for (const table of [sessions, messages, guesses, presences, turn]) table.forget();
    cancelTick = clock.after(forgetEveryMs, tick);
  };
  cancelTick = clock.after(forgetEveryMs, tick);

  return {
    // Engine.IO adds what it parsed of the URL to the request itself.
    handleRequest: (request, response) => engine.handleRequest(request as EngineRequest, response),
    handleUpgrade: (request, socket, head) => engine.handleUpgrade(request as EngineRequest, socket, head),
    count: () => ({ rooms: state.rooms.size, members: state.places.size, observers: state.watching.size }),
    unread: () => outbound.unreadBytes,
    async close() {
      isClosing = true;
      cancelTick();
      presences.close();
      guesses.close();
      held.close();
      relay.close();
      await io.close();
    },
  };
}

/** Refusals that our own page does not cause repeatedly. */
const isOffence: Partial<Record<string, true>> = { malformed: true, 'too-large': true, 'not-host': true };

/** Size on the wire. A value that cannot be written as JSON did not come from JSON; it counts as too large. */
function jsonBytes(payload: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(payload) ?? '');
  } catch {
    return Infinity;
  }
}

/** Without a listener, a transport error of one socket would be an uncaught exception of the whole server. */
function disconnectOnError(socket: Socket): void {
  socket.on('error', () => socket.disconnect(true));
}
