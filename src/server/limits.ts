// What one socket may do, as token buckets.
import type { BucketRule } from '../base/token-bucket';

/** A joiner of a room of 64 with a full mesh of 8 sends under 200 signals; a member whom 40 join, under 300. */
export const messageRule: BucketRule = { capacity: 400, perSecond: 100 };
/** Refused messages a socket may cause before it is cut off: a page that outran its bucket backs off first. */
export const offenceRule: BucketRule = { capacity: 60, perSecond: 2 };
/** Codes guessed wrongly: typing errors, not a search through 148 million. */
export const guessRule: BucketRule = { capacity: 10, perSecond: 0.2 };

/** Relayed bytes of one socket. */
export const relayRule: BucketRule = { capacity: 2 * 1024 * 1024, perSecond: 16 * 1024 * 1024 };
/** Relayed bytes of all: about what one core moves beside its other work. */
export const relayTotalRule: BucketRule = { capacity: 8 * 1024 * 1024, perSecond: 48 * 1024 * 1024 };
