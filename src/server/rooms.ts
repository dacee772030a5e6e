// The rooms (R1–R6, R18, R19): an input changes the tables, and gives the answer and the messages to send. It touches
// what it names and its room, never all rooms (R27). Connections are opaque ids, time is a number, and sockets are unknown
// here. The server relays between the members of a room and decides nothing about training.
import { ok } from '../base/result';
import type { RandomBytes } from '../base/random-bytes';
import { markOf } from '../net/room/room-mark';
import { protocolVersion, type RingProgress } from '../net/room/room-messages';
import { freeSeats } from './free-seats';
import { create, forgetEmptyRooms, forgetLapsed, releaseCode, reserve } from './room-creation';
import { join, remove, updateStatus } from './room-members';
import { observe, passNote, showPicture, stopObserving } from './room-observers';
import { addressed, findRoom, hidesNames, nothingToDo, refuse, wrongVersion } from './rooms-state';
import type {
  Member,
  MessageOf,
  Outcome,
  Room,
  RoomMessage,
  RoomsLimits,
  RoomsState,
  Sender,
} from './rooms-state';

export type RoomsInput =
  | {
      readonly kind: 'message';
      readonly connection: string;
      readonly address: string;
      readonly message: RoomMessage;
    }
  /** The transport has ended. */
  | { readonly kind: 'disconnected'; readonly connection: string }
  /** Time to forget empty rooms. */
  | { readonly kind: 'tick' };

/** `random`: cryptographically random bytes, from which codes are drawn (R1a). */
export function step(
  state: RoomsState,
  input: RoomsInput,
  nowMs: number,
  limits: RoomsLimits,
  random: RandomBytes,
): Outcome {
  forgetLapsed(state, nowMs);
  switch (input.kind) {
    case 'message':
      return onMessage(state, input, nowMs, limits, random);
    case 'disconnected':
      releaseCode(state, input.connection);
      return goodbye(state, input.connection, nowMs);
    case 'tick':
      forgetEmptyRooms(state, nowMs, limits);
      return nothingToDo;
    default:
      return input satisfies never;
  }
}

function onMessage(
  state: RoomsState,
  { message, ...from }: Sender & { readonly message: RoomMessage },
  nowMs: number,
  limits: RoomsLimits,
  random: RandomBytes,
): Outcome {
  switch (message.kind) {
    case 'reserve':
      return reserve(state, message, from, nowMs, { limits, random });
    case 'look-up':
      return lookUp(state, message);
    case 'create':
      return create(state, message, from, nowMs, limits);
    case 'join':
      return join(state, message, from, nowMs, limits);
    case 'signal':
    case 'key-request':
    case 'key-grant':
    case 'key-refusal':
      return relay(state, message, from);
    case 'status':
      return updateStatus(state, message, from, nowMs);
    case 'leave':
      return goodbye(state, from.connection, nowMs);
    case 'observe':
      return observe(state, message, from, limits, random);
    case 'picture':
      return showPicture(state, message, from, nowMs);
    case 'note':
      return passNote(state, message, from, nowMs);
    case 'free':
      return freeSeats(state, message, from, nowMs);
    default:
      return message satisfies never;
  }
}

/** A connection is a member's, an observer's, or neither. */
function goodbye(state: RoomsState, connection: string, nowMs: number): Outcome {
  return state.watching.has(connection) ? stopObserving(state, connection) : remove(state, connection, nowMs);
}

/** The number of members, and the ring's newest reported progress: nothing that names anyone (R16c) (R16). */
function lookUp(state: RoomsState, message: MessageOf<'look-up'>): Outcome {
  if (message.protocolVersion !== protocolVersion) return refuse(...wrongVersion);
  const found = findRoom(state, message);
  if (!found.ok) return { reply: found, effects: [] };
  const room = found.value;
  const { isOpen } = room.description;
  const progress = newestProgress(room);
  const rule = hidesNames(room) && ({ hidesNames: true } as const);
  const mark = markOf(room.code, room.description);
  const facts = { kind: 'room-facts', isOpen, mark, membersPresent: room.members.size, ...rule } as const;
  return { reply: ok(progress ? { ...facts, progress } : facts), effects: [] };
}

function newestProgress({ members }: Room): RingProgress | undefined {
  let newest: Member['report'];
  for (const { entry, report } of members.values())
    if (entry.inRing && report && !(newest && newest.atMs > report.atMs)) newest = report;
  return newest?.progress;
}

/** Passes a message on within the sender's own room. The server writes the sender's id itself (R3). */
function relay(
  state: RoomsState,
  message: MessageOf<'signal' | 'key-request' | 'key-grant' | 'key-refusal'>,
  { connection }: Sender,
): Outcome {
  const { to, ...rest } = message;
  const found = addressed(state, connection, to, message.kind !== 'signal');
  if (!found.ok) return refuse(found.error.code, found.error.message);
  const relayed = { ...rest, from: found.value.from };
  return {
    reply: ok(null),
    effects: [{ kind: 'send', connection: found.value.target, message: relayed }],
  };
}
