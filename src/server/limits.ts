// What one socket, one room, one address and all sockets together may do: token buckets, and bounds on memory.
import type { BucketRule } from '../base/token-bucket';
import type { HttpLimits } from './http-limits';

const kib = 1024;
const mib = 1024 * kib;

// ── Messages ────────────────────────────────────────────────────────────────────────────────────────────────

/** A joiner of a room of 64 with a full mesh of 8 sends under 200 signals; a member that 40 peers call, under 300. */
export const messageRule: BucketRule = { capacity: 400, perSecond: 100 };
/** The bytes of messages: 40 offers or answers of 10 KiB, and as much again for candidates. */
export const messageBytesRule: BucketRule = { capacity: mib, perSecond: 128 * kib };
/** All members of a room of 64 that join at once. */
export const roomMessageRule: BucketRule = { capacity: 12_800, perSecond: 1_600 };
export const roomBytesRule: BucketRule = { capacity: 8 * mib, perSecond: mib };
/** A class of 300 behind one address that joins its rooms at once: under 200 signals each, 100 KiB each. */
export const addressMessageRule: BucketRule = { capacity: 60_000, perSecond: 4_000 };
export const addressBytesRule: BucketRule = { capacity: 32 * mib, perSecond: 4 * mib };
/** What a socket may always send, even when its room or its address has spent its budget: one join and a few links. */
export const shareMessageRule: BucketRule = { capacity: 100, perSecond: 2 };
export const shareBytesRule: BucketRule = { capacity: 64 * kib, perSecond: 2 * kib };
/** Refused messages before a socket is cut off. A page that outran its bucket backs off before that. */
export const offenceRule: BucketRule = { capacity: 60, perSecond: 2 };

// ── Codes ───────────────────────────────────────────────────────────────────────────────────────────────────

/** Wrong codes on one socket: typing errors, not a search through 23⁹. */
export const guessRule: BucketRule = { capacity: 10, perSecond: 0.2 };
/** Wrong codes of one address: a typing error by each of a class of 300. It lets a right code wait a second for each socket
 *  that guesses behind the same address (R4g), and finds a given room in 57,000 years (R4h). */
export const addressGuessRule: BucketRule = { capacity: 300, perSecond: 1 };
/** Wrong codes of all addresses. While it is spent, only addresses with few recent wrong codes are answered. */
export const totalGuessRule: BucketRule = { capacity: 3_000, perSecond: 10 };
/** Unpaid wrong codes of an address that is still answered while the total is spent: fewer than this. */
export const cleanAddressGuesses = 3;

// ── Packets that are no messages (R26) ────────────────────────────────────────────────────────────────────────

/** A page answers a ping every 5 s, and connects once. */
export const strayRule: BucketRule = { capacity: 30, perSecond: 2 };
/** Relayed frames as they arrive: twice what the desk answers in a second (R13), and what may be on its way. */
export const relayArrivalRule: BucketRule = { capacity: 16 * mib, perSecond: 32 * mib };

// ── What is read and answered (R28) ─────────────────────────────────────────────────────────────────────────────

/** Bytes of a connection: twice what it may relay. */
export const readRule: BucketRule = { capacity: 8 * mib, perSecond: 32 * mib };
/** Bytes of an address: as many as all may relay, and messages. */
export const addressReadRule: BucketRule = { capacity: 32 * mib, perSecond: 64 * mib };
/** Frames of a WebSocket: six thousand packets a second, which come as two each, and as many acknowledgements. */
export const frameRule: BucketRule = { capacity: 20_000, perSecond: 20_000 };
export const addressFrameRule: BucketRule = { capacity: 60_000, perSecond: 40_000 };
/** Bytes of large answers of an address: a class that opens the page on one line of half a gigabit a second. Answers that
 *  nobody reads fill the system's buffers no faster, whose megabytes of each connection are bounded by nothing else. */
export const addressAnswerRule: BucketRule = { capacity: 64 * mib, perSecond: 64 * mib };

// ── Connections ─────────────────────────────────────────────────────────────────────────────────────────────

/** New sessions of one address: a class of 300 that creates rooms, joins, and comes back after a Wi-Fi failure. */
export const sessionRule: BucketRule = { capacity: 1_000, perSecond: 100 };
/** Connections of one address that are cut off before its next sessions wait (R26e). */
export const cutRule: BucketRule = { capacity: 8, perSecond: 1 };
/** That wait: short for whoever is behind the same address, long beside the milliseconds that a session costs. */
export const sessionWaitMs = 2_000;
/** HTTP requests of one address: as many as its messages, for each may be a request of its own. */
export const requestRule: BucketRule = { capacity: 60_000, perSecond: 4_000 };
/** Requests whose answers have not left. */
export interface RequestLimits {
  readonly requestsPerConnection: number;
  readonly requestsPerAddress: number;
}
export const requestLimits: RequestLimits = {
  /** Browsers send one at a time. */
  requestsPerConnection: 8,
  /** One of each connection. */
  requestsPerAddress: 2_500,
};
export const httpLimits: HttpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 30_000,
  /** 300 browsers that load the page with six each, and their sockets. */
  connectionsPerAddress: 2_500,
};

// ── Unread messages ─────────────────────────────────────────────────────────────────────────────────────────

/** A thousand answers, or a hundred of the largest offers. A client that leaves more unread does not read. */
export const maxUnreadBytes = mib;
/** Relayed packets: 16 links (L16) with a window of 256 KiB each (L14), and control beside them. */
export const maxUnreadRelayBytes = 6 * mib;
/** Beyond these the socket with the longest queue is cut off. The total stays within a quarter of a heap of 1 GiB. */
export const maxUnreadPerAddressBytes = 64 * mib;
export const maxUnreadTotalBytes = 256 * mib;

// ── Relayed packets ─────────────────────────────────────────────────────────────────────────────────────────

/** Relayed bytes of one socket. */
export const relayRule: BucketRule = { capacity: 2 * mib, perSecond: 16 * mib };
/** Relayed bytes of all sockets: about what one core moves beside its other work. */
export const relayTotalRule: BucketRule = { capacity: 8 * mib, perSecond: 48 * mib };

// ── Presences and TURN (R2a, R14a) ────────────────────────────────────────────────────────────────────────────

/** Bytes of a room's presences, times their receivers: a class of 64 that joins in ten seconds, then two thirds of a
 *  presence to all of them in a second. */
export const presenceRule: BucketRule = { capacity: 32 * mib, perSecond: mib };
/** TURN credentials of an address: all its members at once, and those that come back. */
export const turnRule: BucketRule = { capacity: 400, perSecond: 1 };

// ── Pictures and notes (R19) ────────────────────────────────────────────────────────────────────────────────

/** Pictures of one member: two a second, and some at once after a pause. */
export const pictureRule: BucketRule = { capacity: 4, perSecond: 2 };
/** Pictures of one room: of two rings that do not know of each other. */
export const roomPictureRule: BucketRule = { capacity: 8, perSecond: 4 };
/** Notes of one observer: an answer, and a changed mind. */
export const noteRule: BucketRule = { capacity: 4, perSecond: 0.5 };
/** Notes of one room: all its observers answer at once, twice. */
export const roomNoteRule: BucketRule = { capacity: 128, perSecond: 32 };
/** The bytes of pictures and notes, times their receivers, of all rooms: half of what is relayed at most. */
export const fanOutRule: BucketRule = { capacity: 24 * mib, perSecond: 24 * mib };
